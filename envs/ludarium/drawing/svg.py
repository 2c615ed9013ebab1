"""SVG elements as strings. Every attribute and every text goes through one escape."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

Number = float | int


def number(value: Number) -> str:
    """At most two decimals, and none that say nothing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def attribute(name: str, value: str | Number) -> str:
    name = name.rstrip("_").replace("_", "-")
    return f" {name}={quoteattr(value if isinstance(value, str) else number(value))}"


def element(tag: str, *content: str, **attributes: str | Number | None) -> str:
    """An element; content is SVG already, attributes are escaped, and those that are None left out."""
    written = "".join(attribute(name, value) for name, value in attributes.items() if value is not None)
    return f"<{tag}{written}>{''.join(content)}</{tag}>" if content else f"<{tag}{written}/>"


def group(content: Iterable[str], **attributes: str | Number | None) -> str:
    return element("g", *content, **attributes)


def rect(x: Number, y: Number, w: Number, h: Number, r: Number | None = None, **style: str | Number | None) -> str:
    return element("rect", x=x, y=y, width=w, height=h, rx=r, **style)


def circle(x: Number, y: Number, r: Number, **style: str | Number | None) -> str:
    return element("circle", cx=x, cy=y, r=r, **style)


def ellipse(x: Number, y: Number, rx: Number, ry: Number, **style: str | Number | None) -> str:
    return element("ellipse", cx=x, cy=y, rx=rx, ry=ry, **style)


def path(d: str, **style: str | Number | None) -> str:
    return element("path", d=d, **style)


def polygon(points: Iterable[tuple[Number, Number]], **style: str | Number | None) -> str:
    return path("M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z", **style)


def placed(d: str, x: Number, y: Number, scale: Number, **style: str | Number | None) -> str:
    """A path that was made for a small box of its own, at a place and in a size."""
    where = f"translate({number(x)} {number(y)}) scale({scale:.4g})"
    return path(d, transform=where, **style)


def plain_text(x: Number, y: Number, words: str, **style: str | Number | None) -> str:
    return element("text", escape(words), x=x, y=y, **style)
