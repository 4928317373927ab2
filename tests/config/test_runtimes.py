from collections.abc import Callable

import pytest

from sidekicks_tui.model.settings import RuntimeSettings, RuntimeType, Settings

Checked = Callable[[str], tuple[Settings | None, list[str]]]
PLACE = "agents: [{name: a, command: agent, runtime: "


@pytest.mark.parametrize(
    ("written", "runtime"),
    [
        ("", RuntimeSettings()),
        ("{}", RuntimeSettings()),
        ("{type: local}", RuntimeSettings()),
        (
            "{type: container, name: box, engine: podman}",
            RuntimeSettings(type=RuntimeType.CONTAINER, name="box", engine="podman"),
        ),
        (
            "{type: container, engine: kubectl, namespace: n, selector: 'app=web', container: c}",
            RuntimeSettings(
                type=RuntimeType.CONTAINER, engine="kubectl", namespace="n", selector="app=web", container="c"
            ),
        ),
        ("{type: sbx, name: box}", RuntimeSettings(type=RuntimeType.SBX, name="box")),
        (
            "{type: ssh, host: me@far, workspacePath: /srv}",
            RuntimeSettings(type=RuntimeType.SSH, host="me@far", workspace_path="/srv"),
        ),
    ],
)
def test_runtimes(checked: Checked, written: str, runtime: RuntimeSettings) -> None:
    settings, problems = checked(f"{PLACE}{written}}}]")
    assert problems == []
    assert settings is not None and settings.agents[0].runtime == runtime


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("[local]", '"runtime" must be keys with values, not a list'),
        ("{type: docker}", '"type" must be one of local, container, sbx, ssh, not "docker"'),
        ("{type: [sbx]}", '"type" must be text, not a list'),
        (
            "{name: box}",
            '"name" has no meaning in a local runtime, only in a container runtime and an sbx runtime',
        ),
        ("{tpye: sbx}", 'unknown key "tpye" in a local runtime: did you mean "type"?'),
        ("{type: container}", 'a container runtime needs "name": the container\'s name'),
        (
            "{type: container, name: x, engine: lxc}",
            '"engine" must be one of docker, podman, nerdctl, kubectl, not "lxc"',
        ),
        ("{type: container, engine: kubectl}", 'a kubectl runtime needs either "pod" or "selector"'),
        (
            "{type: container, engine: kubectl, pod: p, selector: s}",
            'a kubectl runtime needs either "pod" or "selector"',
        ),
        (
            "{type: sbx, name: x, engine: docker}",
            '"engine" has no meaning in an sbx runtime, only in a container runtime and a kubectl runtime',
        ),
        ("{type: sbx}", 'an sbx runtime needs "name": the sandbox\'s name'),
        ("{type: ssh}", 'an ssh runtime needs "host": the machine, as ssh takes it'),
        (
            "{type: ssh, host: -oProxyCommand=x}",
            '"host" must be one word that begins with no dash, unlike "-oProxyCommand=x"',
        ),
        ("{type: ssh, host: a b}", '"host" must be one word that begins with no dash, unlike "a b"'),
        ("{type: sbx, name: x, workspacePath: srv}", '"workspacePath" must begin with /, unlike "srv"'),
        (
            "{type: sbx, name: x, lifecycle: {start: x}}",
            'unknown key "start" in lifecycle: it knows create, stop, remove',
        ),
        ("{type: sbx, name: x, lifecycle: {create: []}}", '"create" is empty: it needs a program to run'),
    ],
)
def test_what_is_refused(checked: Checked, written: str, message: str) -> None:
    settings, problems = checked(f"{PLACE}{written}}}]")
    assert settings is None
    assert [problem.split(": ", 1)[1] for problem in problems] == [message]
