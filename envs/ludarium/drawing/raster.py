"""A drawing as pixels, by a rasteriser that needs no display. The packages are imported when they are first needed."""

from __future__ import annotations

import importlib
import io
from typing import Any

import numpy as np


def demand(package: str) -> Any:
    """The package, or one sentence about where it comes from."""
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            f"pixels of a drawing need the package {missing.name!r}; `pip install 'ludarium[draw]'` brings it",
            name=missing.name,
        ) from None


def png(svg: str, width: int | None = None) -> bytes:
    """The drawing as a PNG file, in its own size or in that width."""
    resvg = demand("resvg_py")
    fonts = "<text" in svg  # only a name in another alphabet; looking for fonts takes longer than drawing
    image: bytes = resvg.svg_to_bytes(svg_string=svg, width=width, background="#ffffff", skip_system_fonts=not fonts)
    return bytes(image)


def image(svg: str, width: int | None = None) -> Any:
    """The drawing as a Pillow image without transparency."""
    pillow = demand("PIL.Image")
    return pillow.open(io.BytesIO(png(svg, width))).convert("RGB")


def pixels(svg: str, width: int | None = None) -> np.ndarray:
    """The drawing as (height, width, 3) uint8."""
    return np.array(image(svg, width), np.uint8)
