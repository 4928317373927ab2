from pathlib import Path

import pytest

from sidekicks_tui.model.errors import StartError
from sidekicks_tui.model.settings import AgentSettings, RuntimeSettings, RuntimeType
from sidekicks_tui.runtimes import LocalRuntime, runtime_for


def _agent(workspace: Path, *command: str, **env: str) -> AgentSettings:
    return AgentSettings(name="guide", command=command, workspace=workspace, env=env)


async def test_an_agent_runs_in_its_workspace_with_our_environment_and_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OURS", "kept")
    monkeypatch.setenv("BOTH", "ours")
    settings = _agent(tmp_path, "sh", "-c", 'pwd; echo "$OURS $BOTH $SIDEKICKS_SESSION"', BOTH="the agent's")

    child = await LocalRuntime().launch(settings, print, tag="a-tag")
    data = b""
    while piece := await child.read():
        data += piece
    await child.stop()

    assert data.decode().splitlines() == [str(tmp_path.resolve()), "kept the agent's a-tag"]


def test_where_its_folder_is_and_why_it_cannot_be_shown(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    runtime = LocalRuntime()

    assert runtime.info(_agent(tmp_path, "cat")) == (f"local · {tmp_path}", "")
    assert "does not exist" in runtime.info(_agent(tmp_path / "gone", "cat")).problem
    assert "is no folder" in runtime.info(_agent(tmp_path / "file", "cat")).problem


def test_paths_are_the_same_on_both_sides(tmp_path: Path) -> None:
    runtime = LocalRuntime()

    assert runtime.from_agent(runtime.to_agent(tmp_path / "é x")) == tmp_path / "é x"


@pytest.mark.parametrize("kind", [kind for kind in RuntimeType if kind is not RuntimeType.LOCAL])
def test_a_sandboxed_agent_never_falls_back_to_this_machine(kind: RuntimeType, tmp_path: Path) -> None:
    settings = AgentSettings(
        name="far", command=("cat",), workspace=tmp_path, runtime=RuntimeSettings(type=kind)
    )

    with pytest.raises(StartError, match=f"far declares the runtime {kind.value}, which is not supported"):
        runtime_for(settings)
