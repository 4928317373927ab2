"""What the person sees, one widget a module, each with its own styles, keys and messages.

Nothing here knows the engine: a widget is given values and posts messages; the screens connect the two.
"""
