"""The `referee` command: serve, replay, verify and maintain the database. Words come from i18n; the work is done by the service."""

from __future__ import annotations

import os
import re
import secrets
import sys
from pathlib import Path
from typing import BinaryIO

import click

from referee import __version__
from referee.config import BadSetting, Settings
from referee.events.log import BrokenLog, Recorded, parse_anchor
from referee.exporters import FORMATS, NotExportable, Source
from referee.game.audit import audit
from referee.game.refused import Refused
from referee.game.timeline import Timeline
from referee.http.json_log import log_as_json
from referee.http.server import CannotListen
from referee.http.server import serve as run
from referee.i18n import LANGUAGES, of_environment, problem_texts, spoken, text
from referee.importing.logs import BOM, format_of, logged
from referee.nights.facts import NightOpened
from referee.nights.logs import LOGS
from referee.service.copying import copied
from referee.service.core import NIGHT, Service, is_night
from referee.service.keeping import audited
from referee.service.rebuilding import rebuild as rebuilt
from referee.service.scorers import give_scorer
from referee.stores import open_store
from referee.stores.contract import Store, StoreError
from referee.terminal import account, brought_in, demo_match, home_address, new_links, qr_code
from referee.wsgi import application

DATABASE = click.option("--database", envvar="REFEREE_DATABASE", default="sqlite:///referee.db", show_default=True)


def _chosen(ctx: click.Context, param: click.Parameter, tag: str | None) -> str:
    """The language of a tag as HTTP takes it, else the terminal's; kept for refusals, which are worded outside of the command."""
    lang = of_environment(os.environ) if tag is None else spoken(tag)
    if lang is None:
        raise click.BadParameter(f"{tag!r} is none of {', '.join(LANGUAGES)}", ctx, param)
    ctx.find_root().obj = lang
    return lang


LANG = click.option(
    "--lang", callback=_chosen, is_eager=True, help=f"One of {', '.join(LANGUAGES)}; else that of LC_ALL or LANG."
)


class Commands(click.Group):
    """Turns a refusal or an unusable store into one clear line and exit status 1."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Refused as refused:
            title, detail = problem_texts(refused.code, _language(ctx), refused.facts, refused.rule)
            raise click.ClickException(detail or title) from refused
        except BrokenLog as broken:
            message = text("verify.broken", _language(ctx), version=broken.version, reason=broken.reason)
            raise click.ClickException(message) from broken
        except (StoreError, BadSetting) as error:
            raise click.ClickException(str(error)) from error


def _language(ctx: click.Context) -> str:
    return ctx.find_root().obj or of_environment(os.environ)


@click.group(cls=Commands)
@click.version_option(__version__)
def main() -> None:
    """Score-keeper and rules referee for Bid Euchre played with real cards.

    \b
    Settings of the server, from the environment:
      REFEREE_DATABASE     sqlite:///FILE or postgresql://...
      REFEREE_HOST, _PORT  where it listens
      REFEREE_ADMIN_TOKEN  wanted for new matches and for standings
      REFEREE_SECRET       signs stream tickets; the same on all hosts
      REFEREE_HOSTS        names under which browsers reach it
      REFEREE_PROXIES      how many trusted proxies stand in front
      REFEREE_RATE_LIMIT   on, or off for load tests
      REFEREE_MAX_BODY     bytes of a request
      REFEREE_STREAMS      phones that may listen at once
      REFEREE_THREADS      threads of one process
    """


@main.command()
@click.option("--host", envvar="REFEREE_HOST", default="127.0.0.1", show_default=True)
@click.option("--port", envvar="REFEREE_PORT", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--lan", is_flag=True, help="Listen on the home network and show the address as a QR code.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that serve.")
@DATABASE
@LANG
def serve(host: str, port: int, lan: bool, workers: int, database: str, lang: str) -> None:
    """Serve the API and the phone page until SIGTERM or Ctrl-C."""
    address = f"http://{home_address() if lan else host}:{port}"
    host = "0.0.0.0" if lan else host
    secret = os.environ.get("REFEREE_SECRET") or secrets.token_hex(32)  # the same for all workers
    told = {"REFEREE_DATABASE": database, "REFEREE_SECRET": secret, "REFEREE_HOST": host}
    settings = Settings.from_environment({**os.environ, **told})
    click.echo(text("serve.on", lang, version=__version__, address=address, database=_without_secrets(database)))
    if lan:
        click.echo(qr_code(address))
    log_as_json()
    try:
        if workers == 1:
            run(application(settings), host, port)
        else:
            from referee.http.workers import serve as serve_with_workers  # it forks, which Windows cannot

            open_store(database).close()  # a store that cannot be opened is reported here, not by each worker
            serve_with_workers(lambda: application(settings), host, port, workers)
    except CannotListen as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.argument("match_or_file")
@DATABASE
@LANG
def replay(match_or_file: str, database: str, lang: str) -> None:
    """Print a match entry by entry; what was undone is struck through."""
    for line in account(_timeline(match_or_file, database, lang), lang, ansi=sys.stdout.isatty()):
        click.echo(line)


@main.command()
@click.argument("match_or_file")
@click.option("--anchor", help="VERSION:HASH as noted by a phone or printed on a sheet.")
@DATABASE
@LANG
def verify(match_or_file: str, anchor: str | None, database: str, lang: str) -> None:
    """Check a log's chain, every fact and every ruling, or every draw of a night; exit status 1 with the first bad version."""
    version_and_hash = parse_anchor(anchor) if anchor else None
    if anchor and not version_and_hash:
        raise click.BadParameter("VERSION:HASH is wanted, the hash in 64 hexadecimal digits", param_hint="--anchor")
    log = _log(match_or_file, database, lang)
    if not log:
        raise Refused("no-such-night" if is_night(match_or_file) else "no-such-match")
    audited(NIGHT if log[0].type == NightOpened.stored_as else "", log)
    if version_and_hash:
        version, digest = version_and_hash
        if not 0 < version <= len(log) or log[version - 1].hash != digest:
            raise click.ClickException(text("verify.anchor", lang, anchor=anchor))
    click.echo(text("verify.ok", lang, events=log[-1].version, head=log[-1].hash))


@main.command()
@click.argument("match")
@click.option("--format", "format_", type=click.Choice(tuple(FORMATS)), default="ndjson", show_default=True)
@click.option("-o", "--output", type=click.File("wb"), default="-", help="A file instead of the standard output.")
@DATABASE
@LANG
def export(match: str, format_: str, output: BinaryIO, database: str, lang: str) -> None:
    """Write a match as a file: log, result, score sheet or notation. Of a night: `ndjson` or `json`."""
    store = _existing_store(database)
    service = Service(store)
    try:
        service.version(match)
        if is_night(match):
            if format_ not in LOGS:
                raise Refused("not-found")
            evening = service.evenings.newest(match)
            output.writelines(LOGS[format_](evening, store.events(match, until=evening.version)))
            return
        source = Source(lambda: store.events(match), lambda: service.timeline(match), lang)
        for piece in FORMATS[format_].write(source):
            output.write(piece)
    except NotExportable as error:
        raise Refused("export-not-possible", format=error.format, reason=error.reason, **error.facts) from error
    finally:
        store.close()


@main.command("import")
@click.argument("file", type=click.File("rb"))
@DATABASE
@LANG
def import_(file: BinaryIO, database: str, lang: str) -> None:
    """Import an exported log, result or notation of a match, or the log of a night, and print its new links."""
    store = open_store(database)
    try:
        address, links = brought_in(Service(store), file.read())
    finally:
        store.close()
    for line in (address, *links):
        click.echo(line)


@main.command()
@click.argument("match")
@DATABASE
@LANG
def tokens(match: str, database: str, lang: str) -> None:
    """Give every role of a match or a night a new token and a new join code, and print the links.

    The old ones stop working, and every seat is free to join."""
    store = _existing_store(database)
    try:
        links = new_links(Service(store), match)
    finally:
        store.close()
    for link in links:
        click.echo(link)


@main.command()
@click.argument("match")
@DATABASE
def scorer(match: str, database: str) -> None:
    """Give the scorer of a match a new token and print its link; everybody at the table sees that.

    The old one stops working; seats and join code stay."""
    store = _existing_store(database)
    try:
        token = give_scorer(Service(store), match)
    finally:
        store.close()
    click.echo(f"scorer  /m/{match}#{token}")


@main.command()
@click.argument("file", type=click.Path(dir_okay=False))
@DATABASE
def backup(file: str, database: str) -> None:
    """Write a consistent copy of the database, also while it is served; FILE must not exist."""
    store = _existing_store(database)
    try:
        store.backup(file)
    finally:
        store.close()


@main.command()
@click.argument("match")
@DATABASE
@LANG
def delete(match: str, database: str, lang: str) -> None:
    """Erase a whole match or night, names and all, without confirmation; only a backup brings it back.

    The tables of a night are matches of their own and stay."""
    store = _existing_store(database)
    try:
        Service(store).version(match)
        store.delete(match)
    finally:
        store.close()


@main.command()
@DATABASE
@LANG
def rebuild(database: str, lang: str) -> None:
    """Rebuild every projection from the logs."""
    click.echo(text("rebuild.done", lang, matches=rebuilt(database)))


@main.command()
@click.option("--from", "source", required=True, help="The database to copy from.")
@click.option("--to", "target", required=True, help="The database to copy to; what it has already is left.")
def copy(source: str, target: str) -> None:
    """Copy all matches and nights to another database, verified; run it again to resume after an interruption."""
    from_store, to_store = open_store(source), open_store(target)
    try:
        with click.progressbar(length=sum(1 for _ in from_store.matches()), label="matches") as bar:
            for one in copied(from_store, to_store):
                bar.update(one.done - bar.pos)
    finally:
        from_store.close()
        to_store.close()


@main.command()
def openapi() -> None:
    """Print the OpenAPI document (openapi.yaml)."""
    from referee.http.app import api_document
    from referee.http.openapi.document import as_yaml

    click.echo(as_yaml(api_document()), nl=False)


@main.command()
@DATABASE
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="Where the server is reached.")
def demo(database: str, url: str) -> None:
    """Put a played match with a disputed renege into the database and print its links."""
    store = open_store(database)
    try:
        opened = demo_match(Service(store))
    finally:
        store.close()
    click.echo(f"referee replay {opened.match} --database {database}")
    for role, token in opened.tokens.items():
        click.echo(f"{role:7} {url}/m/{opened.match}#{token}")


def _existing_store(database: str) -> Store:
    """The store of an existing database: maintenance must not create an empty one under a mistyped name."""
    path = database.removeprefix("sqlite:///")
    if path != database and not Path(path).is_file():
        raise StoreError(f"{path}: there is no such file")
    return open_store(database)


def _without_secrets(database: str) -> str:
    """A database's URL as it may be shown: no user, no password, no parameters."""
    return re.sub("//.*@", "//", database.partition("?")[0])


def _timeline(match_or_file: str, database: str, lang: str) -> Timeline:
    """The audited log of a file (an export as NDJSON or JSON), or of a match in the database."""
    timeline = audit(_log(match_or_file, database, lang))
    if timeline is None:
        raise Refused("no-such-match")
    return timeline


def _log(match_or_file: str, database: str, lang: str) -> list[Recorded]:
    """The events of a file, or of a match or a night in the database; none if it has no such log."""
    path = Path(match_or_file)
    if path.is_file():
        body = path.read_bytes().removeprefix(BOM)
        if (format_ := format_of(body)) in ("txt", "egn"):
            raise click.ClickException(text("verify.no-log", lang, file=path))
        return list(logged(body, format_))
    store = _existing_store(database)
    try:
        return list(store.events(match_or_file))
    finally:
        store.close()
