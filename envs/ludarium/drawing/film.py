"""Drawings of a game, one after the other, as an animated GIF."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ludarium.drawing.raster import demand, image

COLOURS = 255  # one entry of the palette is left for "as in the frame before", which keeps files small
SAMPLES = 8  # frames that the common palette is made from
HOLD = 4  # how many times as long as the others the last frame stays


def write_gif(drawings: Sequence[str], path: Path, width: int, seconds: float) -> None:
    """Writes the film; the file appears when it is complete, and one that was there before stays until then."""
    palette = common_palette(drawings, width)
    frames = (frame(svg, width, palette) for svg in drawings)
    durations = [round(1000 * seconds)] * (len(drawings) - 1) + [round(1000 * HOLD * seconds)]
    handle, part = tempfile.mkstemp(suffix=".gif", prefix=f".{path.stem}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            save(frames, file, durations)
        os.chmod(part, 0o666 & ~current_umask())
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise


def save(frames: Iterator[Any], file: Any, durations: list[int]) -> None:
    first = next(frames)
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=durations,
        loop=0,
        palette=first.getpalette(),
        optimize=True,
    )


def current_umask() -> int:
    """What the user takes away from new files; temporary files are private, the film is not."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def common_palette(drawings: Sequence[str], width: int) -> Any:
    """One palette for all frames, so that nothing flickers."""
    pillow = demand("PIL.Image")
    step = max(1, len(drawings) // SAMPLES)
    samples = [image(svg, width) for svg in [*drawings[::step], drawings[-1]]]
    sheet = pillow.new("RGB", (width, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        sheet.paste(sample, (0, top))
        top += sample.height
    return sheet.quantize(COLOURS, dither=pillow.Dither.NONE)


def frame(svg: str, width: int, palette: Any) -> Any:
    pillow = demand("PIL.Image")
    return image(svg, width).quantize(palette=palette, dither=pillow.Dither.NONE)
