"""Where an agent runs: each kind of runtime has keys of its own."""

from typing import Any, Final

from sidekicks_tui.config.nodes import Kind, Mapping, Node
from sidekicks_tui.config.reading import INVALID, Reading
from sidekicks_tui.config.records import Field, Record
from sidekicks_tui.config.shapes import Choice, Json, Shape, Text, Words
from sidekicks_tui.locale import N_, _
from sidekicks_tui.model.settings import Lifecycle, RuntimeSettings, RuntimeType

# What is handed to another program as an argument must not be taken for one of its options.
_WORD: Final = Text(r"[^\s-]\S*", N_("be one word that begins with no dash"))
_LIFECYCLE: Final = Field(
    "lifecycle",
    Record(
        N_("lifecycle"),
        Lifecycle,
        (
            Field("create", Words(), "makes it when it is missing"),
            Field("stop", Words(), "stops it"),
            Field("remove", Words(), "removes it"),
        ),
    ),
    "commands for it, run on this machine",
)
_WORKSPACE_PATH: Final = Field(
    "workspacePath",
    Text(r"/[\s\S]*", N_("begin with /")),
    "the folder inside; the path of workspace otherwise",
)
_USER: Final = Field("user", _WORD, "whom the agent runs as")


def _finish_pod(values: dict[str, Any], node: Mapping, reading: Reading) -> bool:
    if (node.get("pod") is None) == (node.get("selector") is None):
        reading.error(node, _('a kubectl runtime needs either "pod" or "selector"'))
        return False
    return True


def _record(what: str, runtime: RuntimeType, *fields: Field, engines: tuple[str, ...] = ()) -> Record:
    own = [
        Field("type", Choice((runtime,), RuntimeType), N_("the kind of runtime"), required=runtime != "local")
    ]
    if engines:
        docker = engines[0] == "docker"
        own.append(Field("engine", Choice(engines), N_("the program that reaches it"), required=not docker))
    finish = _finish_pod if "kubectl" in engines else None
    return Record(what, RuntimeSettings, (*own, *fields), finish)


_KINDS: Final = {
    "local": _record(N_("a local runtime"), RuntimeType.LOCAL),
    "container": _record(
        N_("a container runtime"),
        RuntimeType.CONTAINER,
        Field("name", _WORD, N_("the container's name"), required=True),
        _WORKSPACE_PATH,
        _USER,
        _LIFECYCLE,
        engines=("docker", "podman", "nerdctl"),
    ),
    "kubectl": _record(
        N_("a kubectl runtime"),
        RuntimeType.CONTAINER,
        Field("namespace", _WORD, "the pod's namespace"),
        Field("pod", _WORD, "the pod's name"),
        Field("selector", Text(r"[^-][\s\S]*", N_("begin with no dash")), "labels that choose the pod"),
        Field("container", _WORD, "the container in the pod"),
        _WORKSPACE_PATH,
        _LIFECYCLE,
        engines=("kubectl",),
    ),
    "sbx": _record(
        N_("an sbx runtime"),
        RuntimeType.SBX,
        Field("name", _WORD, N_("the sandbox's name"), required=True),
        _WORKSPACE_PATH,
        _USER,
        _LIFECYCLE,
    ),
    "ssh": _record(
        N_("an ssh runtime"),
        RuntimeType.SSH,
        Field("host", _WORD, N_("the machine, as ssh takes it"), required=True),
        _WORKSPACE_PATH,
    ),
}
_ENGINES: Final = ("docker", "podman", "nerdctl", "kubectl")


class Runtime(Shape, frozen=True):
    """`type`, and for a container `engine`, decide which keys there are."""

    kind = Kind.KEYS

    def read(self, node: Node, label: str, reading: Reading) -> object:
        if node.kind is Kind.NOTHING:
            return RuntimeSettings()
        if not isinstance(node, Mapping):
            return self.mismatch(node, label, reading)
        for key, values in (("type", tuple(RuntimeType)), ("engine", _ENGINES)):
            entry = node.get(key)
            if entry is not None and Choice(values).read(entry, f'"{key}"', reading) is INVALID:
                return INVALID
        kind = node.text("type") or "local"
        if kind == "container" and node.text("engine") == "kubectl":
            kind = "kubectl"
        record = _KINDS[kind]
        elsewhere = {
            key: f'"{key}" has no meaning in {record.what}, only in {" and ".join(whats)}'
            for key, whats in _owners().items()
        }
        return Record(record.what, record.struct, record.fields, record.finish, elsewhere).read(
            node, label, reading
        )

    def json(self) -> Json:
        return {"anyOf": [record.json() for record in _KINDS.values()]}


def _owners() -> dict[str, list[str]]:
    owners: dict[str, list[str]] = {}
    for record in _KINDS.values():
        for known in record.fields:
            owners.setdefault(known.key, []).append(record.what)
    return owners


RUNTIME: Final = Runtime()
