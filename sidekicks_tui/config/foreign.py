"""Other programs' YAML, read for the little that Sidekicks wants of it.

All scalars but null are text, as Compose and its kin mean them (`container_name: 007`); tags that only mean
something to their owner (`!reset`) are passed over; anchors and merge keys work.
"""

from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from sidekicks_tui.locale import _
from sidekicks_tui.model import limits
from sidekicks_tui.model.errors import ConfigError


class _Texts(SafeConstructor):
    def untagged(self, _suffix: str, node: Node) -> Any:
        if isinstance(node, MappingNode):
            return self.construct_mapping(node, deep=True)
        if isinstance(node, SequenceNode):
            return self.construct_sequence(node, deep=True)
        assert isinstance(node, ScalarNode)  # YAML has no other
        return self.construct_scalar(node)


for _kind in ("int", "float", "bool", "timestamp", "binary"):
    _Texts.add_constructor(f"tag:yaml.org,2002:{_kind}", SafeConstructor.construct_yaml_str)
_Texts.add_multi_constructor("!", _Texts.untagged)


def read_foreign(path: Path, what: str) -> dict[str, Any]:
    """The keys at the top of the file; `what` it should be, for the message ("a Compose file"). Blocks.

    Raises `ConfigError` when it cannot be read or has no keys.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limits.CONFIG_SIZE + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(_("{path} cannot be read ({reason})").format(path=path, reason=reason)) from error
    if len(data) > limits.CONFIG_SIZE:
        raise ConfigError(
            _("{path} is too large for {what}: {size} bytes are the limit").format(
                path=path, what=what, size=limits.CONFIG_SIZE
            )
        )
    yaml = YAML(typ="safe", pure=True)
    yaml.Constructor = _Texts
    try:
        content = yaml.load(data.decode("utf-8-sig"))
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ConfigError(
            _("{path} is not {what}: its YAML is broken on line {line}").format(
                path=path, what=what, line=line
            )
        ) from error
    except (YAMLError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise ConfigError(_("{path} is not {what}: it is no YAML").format(path=path, what=what)) from error
    if not isinstance(content, dict):
        raise ConfigError(_("{path} is not {what}: it has no keys").format(path=path, what=what))
    return content
