"""Markdown as rows of the timeline.

`splitting` finds, while text arrives, where it can be cut so that the pieces may be drawn one by one;
`drawing` turns a piece into rows at a width. HTML is text here: what an agent writes is shown, not obeyed.
"""
