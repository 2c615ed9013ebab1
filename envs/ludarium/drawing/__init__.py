"""What the drawings of all games share: SVG as plain strings, an alphabet, colours, pieces, pixels and a window.

A drawing is one self-contained SVG document: no fonts, no style sheets, no references, nothing to install. Everything
that can be pointed at is a group with a stable `data-id` ("cell-12", "card-3", "reserve-0"), the same in every drawing
of the game; `Game.targets` says which of them an action concerns, `Game.marks` which ones it leaves marked.
"""
