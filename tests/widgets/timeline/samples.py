"""Markdown as agents and people write it."""

from pathlib import Path

_ROOT = Path(__file__).parents[3]

ANSWER = """I looked at the three call sites. Here is what I found.

## What happens now

`parse()` raises a bare `ValueError`, so callers **cannot tell** an empty file from a broken one:

1. `load()` swallows it
   - and logs nothing
   - see [the issue][1] or https://example.com/issues/12.

     A paragraph in the item, with `code`.
2. `save()` lets it through
   ```python
   def save(path: str) -> None:
       \"\"\"Write it.

       Twice.
       \"\"\"
       parse(path)
   ```
10. `main()` prints it

> Errors should never pass silently.
> > Unless explicitly silenced.
lazy continuation

| Place | Raises | Seen |
|:------|:------:|-----:|
| `load` | `ValueError` | 12 |
| `save` | nothing, because it does not look at what it is given and simply writes it | 3 |
| 保存 | 「なし」 | 👩‍👩‍👧 |

Then a fence:
```ts
export const shape = (text: string): Shape => ({ kind: "error", text });
/* a comment
   over lines */
```
- [x] errors module
- [ ] parser
* * *
Setext heading
--------------
Tail with a\\
hard break and ~~gone~~ text. &amp; <b>html</b> stays text.

[1]: https://example.com/issues/12 "The issue"
"""
CHINESE = (
    "# 解析器\n\n你好，世界。这是一个很长的中文句子，用来检查换行是否正确，标点符号不会出现在行首。\n\n"
    "- 第一项：`代码`\n- 第二项：**粗体**，然后继续写下去，直到这一行必须换行为止，看看结果如何\n\n"
    "| 名称 | 说明 |\n|---|---|\n| 解析 | 读取文本并返回结构，出错时抛出异常，调用者必须处理 |\n\n"
) * 4
FUNCTION = '''def function_{n}(self, value: int = {n}) -> str:
    """Text
    over lines."""
    return f"{{value}}: {n}"

'''
CODE = "Here:\n\n```python\n" + "".join(FUNCTION.replace("{n}", str(n)) for n in range(40)) + "```\n\nDone.\n"

SAMPLES = [
    ANSWER,
    CHINESE,
    CODE,
    (_ROOT / "docs" / "architecture.md").read_text(),
]
