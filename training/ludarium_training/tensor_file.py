"""Safetensors files, read with distrust: tensors and one JSON document, and nothing that could run.

Before a byte is given to the safetensors library, the header has been checked against the size of the file: every
tensor has a known kind, its length follows from its shape, and together they fill the file exactly.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, NoReturn

import safetensors.torch
import torch
from safetensors import SafetensorError

from ludarium.errors import BadCheckpoint
from ludarium_training.files import write_whole

DOCUMENT = "ludarium"  # the key of the JSON document in the file's own metadata
LARGEST_HEADER = 16 << 20
LARGEST_FILE = 4 << 30
SIZES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U8": 1, "BOOL": 1}
OTHER_KINDS = {
    b"PK\x03\x04": "a zip file, as torch.save writes them",
    b"\x80": "a pickle",
    b"\x93NUMPY": "a NumPy file",
}


def write_tensors(path: Path, tensors: dict[str, torch.Tensor], document: dict[str, Any]) -> None:
    """Writes the file whole, in a way that the same content always gives the same bytes."""
    packed = {name: tensor.detach().cpu().contiguous() for name, tensor in sorted(tensors.items())}
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    write_whole(path, safetensors.torch.save(packed, {DOCUMENT: text}))


def read_tensors(path: Path) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
    """The tensors of a file and its document; raises BadCheckpoint with a sentence for anything else."""
    data = read_bytes(path)
    header = read_header(path, data)
    document = header.pop("__metadata__", {})
    check_tensors(path, header, len(data) - 8 - int.from_bytes(data[:8], "little"))
    if not isinstance(document, dict) or not isinstance(document.get(DOCUMENT), str):
        raise BadCheckpoint(f"{path} is a safetensors file of another program")
    parsed = strict_json(path, document[DOCUMENT])
    try:
        return dict(sorted(safetensors.torch.load(data).items())), parsed
    except (SafetensorError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise BadCheckpoint(f"{path} is damaged: {first_line(error)}") from None


def read_bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise BadCheckpoint(f"{path} is a folder, not a checkpoint")
        if path.exists() and not path.is_file():
            raise BadCheckpoint(f"{path} is no ordinary file")
        with open(path, "rb") as file:
            size = file.seek(0, 2)
            if size > LARGEST_FILE:
                raise BadCheckpoint(f"{path} is larger than any checkpoint ({size:,} bytes)")
            file.seek(0)
            return file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise BadCheckpoint(f"there is no checkpoint {path}") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte in it
        raise BadCheckpoint(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def read_header(path: Path, data: bytes) -> dict[str, Any]:
    for start, kind in OTHER_KINDS.items():
        if data.startswith(start) and data[8:9] != b"{":
            raise BadCheckpoint(f"{path} is {kind}, not a safetensors file; such files are never opened")
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(LARGEST_HEADER, len(data) - 8):
        raise BadCheckpoint(f"{path} is cut short or no safetensors file")
    try:
        text = data[8 : 8 + length].decode()
    except UnicodeDecodeError:
        raise BadCheckpoint(f"{path} is damaged: its header is no text") from None
    return strict_json(path, text)


def strict_json(path: Path, text: str) -> dict[str, Any]:
    """A JSON object in which every key is there once and every number is finite."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise ValueError("a key is there twice")
        return dict(pairs)

    def refuse(constant: str) -> NoReturn:
        raise ValueError(f"{constant} is no number")

    def finite(digits: str) -> float:
        number = float(digits)
        return number if math.isfinite(number) else refuse(digits)

    try:
        parsed = json.loads(text, object_pairs_hook=once, parse_constant=refuse, parse_float=finite)
    except (ValueError, RecursionError) as error:
        raise BadCheckpoint(f"{path} is damaged: {first_line(error) or 'its header is no JSON'}") from None
    if not isinstance(parsed, dict):
        raise BadCheckpoint(f"{path} is damaged: its header is no JSON object")
    return parsed


def check_tensors(path: Path, header: dict[str, Any], size: int) -> None:
    """The tensors have known kinds and fill the rest of the file without gaps and overlaps."""
    spans = []
    for name, entry in header.items():
        if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
            raise BadCheckpoint(f"{path} is damaged: the entry of {name[:80]!r} is no tensor")
        kind, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
        if not isinstance(kind, str) or kind not in SIZES:
            raise BadCheckpoint(f"{path} is damaged: {name[:80]!r} has a kind of number that is not known")
        if not whole_numbers(shape) or not whole_numbers(offsets) or len(offsets) != 2 or len(shape) > 16:
            raise BadCheckpoint(f"{path} is damaged: {name[:80]!r} has no proper shape or place")
        if offsets[1] - offsets[0] != math.prod(shape) * SIZES[kind]:
            raise BadCheckpoint(f"{path} is damaged: {name[:80]!r} does not have the length of its shape")
        spans.append(offsets)
    end = 0
    for start, stop in sorted(spans):
        if start != end:
            raise BadCheckpoint(f"{path} is damaged: its tensors do not follow each other")
        end = stop
    if end != size:
        raise BadCheckpoint(f"{path} is cut short or damaged: {size:,} bytes of tensors where {end:,} are announced")


def whole_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(type(number) is int and 0 <= number < 2**48 for number in value)


def first_line(error: BaseException) -> str:
    return str(error).split("\n")[0]
