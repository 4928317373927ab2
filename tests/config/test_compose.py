from pathlib import Path

import pytest

from sidekicks_tui.config.compose import read_compose
from sidekicks_tui.model.errors import ConfigError


def write(folder: Path, text: str, name: str = "compose.yaml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def containers(path: Path, **env: str) -> dict[str, str]:
    return {service.name: service.container for service in read_compose(path, env).services}


def test_each_service_has_its_container_and_its_commands(tmp_path: Path) -> None:
    folder = tmp_path / "My Site!"
    folder.mkdir()
    path = write(folder, "services:\n  web: {image: nginx}\n  db: {image: pg, container_name: 007}\n")
    compose = read_compose(path, {})
    assert compose.folder == folder
    web, db = compose.services
    assert (web.name, web.container) == ("web", "mysite-web-1")
    assert web.create_command == f"docker compose -p mysite -f '{path}' up -d web"
    assert web.stop_command == f"docker compose -p mysite -f '{path}' stop web"
    assert web.remove_command == f"docker compose -p mysite -f '{path}' rm -sf web"
    assert (db.name, db.container) == ("db", "007")


@pytest.mark.parametrize(
    ("env", "dotenv", "name", "project"),
    [
        ({"COMPOSE_PROJECT_NAME": "Env"}, "COMPOSE_PROJECT_NAME=dot", "file", "env"),
        ({}, "# no\nexport COMPOSE_PROJECT_NAME='dot'\nnonsense", "file", "dot"),
        ({}, "", "file", "file"),
        ({"X": "set"}, "", "${X}-${Y:-other}-${X:+plus}-$$", "set-other-plus-"),
        ({"X": ""}, "", "a${X:-empty}${X-kept}${Y-${X:-inner}}${Y:?gone}", "aemptyinner"),
    ],
)
def test_the_projects_name(tmp_path: Path, env: dict[str, str], dotenv: str, name: str, project: str) -> None:
    (tmp_path / ".env").write_text(dotenv)
    path = write(tmp_path, f"name: {name!r}\nservices: {{web: {{}}}}\n")
    assert containers(path, **env) == {"web": f"{project}-web-1"}


def test_includes_and_bases_are_followed(tmp_path: Path) -> None:
    write(tmp_path, "services: {base: {container_name: based}}", "base.yaml")
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub", "services: {inner: !reset {container_name: in}}", "part.yaml")
    path = write(
        tmp_path,
        "name: p\ninclude: [{path: [sub/part.yaml]}]\nx: &x {image: i}\nservices:\n"
        "  a: {extends: {file: base.yaml, service: base}}\n  b: {<<: *x, extends: a}\n",
    )
    assert containers(path) == {"inner": "in", "a": "based", "b": "based"}


def test_files_that_include_each_other_end(tmp_path: Path) -> None:
    path = write(tmp_path, "name: p\ninclude: [compose.yaml]\nservices: {a: {extends: a}}\n")
    assert containers(path) == {"a": "p-a-1"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("services: {}", "declares no services"),
        ("kind: Pod", "declares no services"),
        ("- a", "has no keys"),
        ("a: [\n", "broken on line"),
        ("a: 1\na: 2\n", "broken on line 2"),
        ("a: \x00", "it is no YAML"),
        ("include: [none.yaml]", "none.yaml cannot be read"),
    ],
)
def test_what_is_no_compose_file_is_refused(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        read_compose(write(tmp_path, text), {})


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="too large"):
        read_compose(write(tmp_path, "#" * (1024 * 1024 + 1)), {})
