"""The configuration file: where it is, and what is wrong with it."""

from sidekicks_tui.cli.doctor.findings import Finding, Grade
from sidekicks_tui.config import Loaded
from sidekicks_tui.core.config_choice import Chosen
from sidekicks_tui.locale import _, plural
from sidekicks_tui.model.settings import ConfigSource, Problem


def look_at_configuration(chosen: Chosen, loaded: Loaded) -> list[Finding]:
    found = [Finding(about="configuration", name="file", told=f"{chosen.path} ({_source(chosen)})")]
    if loaded.problems:
        told = plural("{count} error: {first}", "{count} errors, first: {first}", len(loaded.problems))
        found.append(_problems(told, loaded.problems, Grade.FAILED))
    if loaded.warnings:
        told = plural("{count} warning: {first}", "{count} warnings, first: {first}", len(loaded.warnings))
        found.append(_problems(told, loaded.warnings, Grade.NOTE))
    return found


def _problems(told: str, problems: tuple[Problem, ...], grade: Grade) -> Finding:
    first = problems[0]
    place = f"{first.line}:{first.column}: {first.message}"
    return Finding(
        about="configuration",
        name="problems",
        grade=grade,
        told=told.format(count=len(problems), first=place),
        advice=_("`sidekicks config check` lists all of them") if len(problems) > 1 else "",
    )


def _source(chosen: Chosen) -> str:
    words = {
        ConfigSource.FLAG: _("named by --config"),
        ConfigSource.ENVIRONMENT: _("named by $SIDEKICKS_CONFIG"),
        ConfigSource.RECENT: _("opened last"),
        ConfigSource.DEFAULT: _("the default"),
    }
    return _("written just now") if chosen.created else words[chosen.source]
