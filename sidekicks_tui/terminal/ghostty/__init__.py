"""libghostty-vt, through pyghostty, behind our interface.

What is met only in here: its calls take pointers and answer by them; its limit for the scrollback is in
bytes, and the one in lines that pyghostty sets is never reached; widths are those of graphemes only in mode
2027.
"""
