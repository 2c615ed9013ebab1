"""A window for `render_mode="human"`, with the Tk that comes with Python."""

from __future__ import annotations

import base64
import time
from typing import Any

from ludarium.drawing.raster import png
from ludarium.errors import BadOption


class Window:
    """Shows one drawing after the other, none for less than `seconds`. Closed by its user, it stays closed."""

    def __init__(self, title: str, seconds: float) -> None:
        try:
            import tkinter
        except ImportError:
            raise BadOption('render_mode="human" needs Tk, which this Python was built without') from None
        try:
            self._root: Any = tkinter.Tk()
        except tkinter.TclError:
            raise BadOption(
                'render_mode="human" needs a display, and there is none here; "rgb_array", "svg" and "ansi" need none'
            ) from None
        self._tk = tkinter
        self._root.title(title)
        self._root.resizable(False, False)
        self._root.protocol("WM_DELETE_WINDOW", self.close)
        self._label = tkinter.Label(self._root, borderwidth=0)
        self._label.pack()
        self._seconds = seconds
        self._until = 0.0

    def show(self, svg: str) -> None:
        while self._root is not None and time.monotonic() < self._until:
            self._root.update()
            time.sleep(0.01)
        if self._root is None:
            return
        self._picture = self._tk.PhotoImage(data=base64.b64encode(png(svg)))
        self._label.configure(image=self._picture)
        self._root.update()
        self._until = time.monotonic() + self._seconds

    def close(self) -> None:
        if self._root is not None:
            self._root.destroy()
            self._root = None
