"""How each vendor tells a hook what happens, runs it, and understands its answer: a module for each.

One parser with options for all would get them wrong: what is a denial to one vendor is a failed run to
another, and keeps an agent at work in a third.
"""
