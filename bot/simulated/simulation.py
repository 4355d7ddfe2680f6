"""How a bot is put on a simulated Discord, with a game master and players who act and look around.

Everything here goes through the public face of simcord: real discord.py machinery, no network, no token, a clock that
stands still until somebody moves it. The scenarios, the functional tests and the local game all stand on it.
"""

import logging
from collections.abc import Awaitable, Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

import discord
import msgspec
import simcord
from discord import AppCommandOptionType, app_commands
from discord.ext import commands
from simcord.backend.access import can_access_channel

from bot.client import Fireteam

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

AnyBot = commands.Bot | commands.AutoShardedBot

SETTLE_TIMEOUT_S = 30.0
MOST_INTERACTIONS = 500  # that may still be followed up; each letter somebody types in an option is one
ACTION_S = 1.0  # what a person takes to act at least: without it nothing that spaces requests would ever see time pass
# The keys of embeds and components that reach the eye, in reading order, and those that only reach the client.
SHOWN = (
    *("content", "embeds", "author", "title", "description", "fields", "name", "value", "footer", "text"),
    *("components", "accessory", "label", "component", "placeholder", "options"),
)
CARRIED = ("custom_id", "url")


class Upload(msgspec.Struct, frozen=True):
    """A file that a user attaches to a command."""

    filename: str
    data: bytes


Value = str | int | float | bool | Upload


class Impossible(Exception):  # noqa: N818 - it says what a Discord client would not let a person do
    """No such command, option, choice, button or person: Discord would never send it to the bot."""


class CommandOutcome(msgspec.Struct, frozen=True):
    """What came of one command or click, as the person who did it sees it.

    `reply` holds every word of the answer (text, embeds, buttons, or the form that opened); `refusal` holds the same
    words if the bot turned the order down, and is empty otherwise. `faults` says what broke: silence, an exception, an
    error in the log.
    """

    reply: str
    followups: tuple[str, ...]
    ephemeral: bool
    refusal: str
    faults: tuple[str, ...]


class Control(msgspec.Struct, frozen=True):
    """A button or menu in sight of somebody: the message it hangs on, its label, and the values of a menu's choices."""

    message: discord.Message
    custom_id: str
    label: str
    values: tuple[str, ...] = ()


class _Faults(logging.Handler):
    """Collects what is logged as an error: discord.py does no more about what breaks behind a persistent button."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        cause = record.exc_info[1] if record.exc_info else None
        self.messages.append(f"{record.getMessage()}: {cause!r}" if cause else record.getMessage())


class Simulation:
    """One guild, one channel, a game master and players around one bot.

    The world is made before the clock moves to `opens_at`, so the ids of guild, channel and people are the same in
    every process while those of interactions and messages never repeat; from then on the caller keeps the time.
    Without it the clock stands at the start of 2026, moves a second with each action, and otherwise only by `advance`.
    """

    def __init__(
        self,
        make_bot: Callable[[], AnyBot],
        *,
        players: Iterable[str] = ("ann", "bob"),
        refusal_mark: str = "⛔",
        opens_at: datetime | None = None,
    ) -> None:
        self._make_bot = partial(_unhurried, make_bot)
        self._refusal_mark = refusal_mark
        self._faults = _Faults()
        self._seen: dict[str, dict[str, None]] = {}
        self._heard = 0
        self._pinged: list[str] = []
        self._forms: dict[str, simcord.InteractionResult] = {}
        self.bot = self._make_bot()
        shards = 1 if isinstance(self.bot, commands.AutoShardedBot) and not self.bot.shard_count else None
        self.env = simcord.Env(self.bot, settle_timeout=SETTLE_TIMEOUT_S, shard_count=shards)
        self.env.backend.edit_bot_profile("Fireteam")
        self._furnish(players)
        self._action_s = 0.0 if opens_at else ACTION_S
        if opens_at is not None:
            self.env.backend.advance_clock(max(0.0, (opens_at - self.env.now()).total_seconds()))

    def _furnish(self, players: Iterable[str]) -> None:
        self.guild = self.env.create_guild("The table")
        role = self.guild.create_role("GM", permissions=discord.Permissions(manage_guild=True))
        self.channel = self.guild.create_text_channel("the-table")
        self.people = {"gm": self.guild.add_member(self.env.create_user("gm"), roles=[role])}
        for name in players:
            self.people[name] = self.guild.add_member(self.env.create_user(name))

    async def __aenter__(self) -> Self:
        logging.getLogger().addHandler(self._faults)
        try:
            await self.env.start()
        except BaseException:
            logging.getLogger().removeHandler(self._faults)
            await self.bot.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._close_bot()
            await self.env.shutdown()
        finally:
            logging.getLogger().removeHandler(self._faults)

    async def slash(
        self,
        user: str,
        command: str,
        options: Mapping[str, Value] | None = None,
        *,
        where: simcord.ChannelHandle | None = None,
    ) -> CommandOutcome:
        """Type a command such as "/init start" into the channel, or into `where`.

        Users, roles and channels are named, files are Uploads. Raises Impossible if a client would not send it.
        """
        path = command.removeprefix("/")
        values = self._values(path, options or {})
        return await self._act(user, self._person(user).slash(where or self.channel, path, **values))

    async def click(self, user: str, label: str) -> CommandOutcome:
        """Click the newest button of that label that this user sees. Raises Impossible if there is none."""
        for message in reversed(self._messages(user)):
            if label in _labels(message):
                return await self._act(user, self._person(user).click(message, label=label))
        raise Impossible(f"{user} sees no button {label!r}")

    async def choose(self, user: str, label: str) -> CommandOutcome:
        """Choose from the newest menu in sight the first step that begins so. Raises Impossible if there is none."""
        for message in reversed(self._messages(user)):
            for menu, value in _options(message, label):
                return await self._act(user, self._person(user).select(message, [value], custom_id=menu))
        raise Impossible(f"{user} sees no menu with {label!r}")

    def controls(self, user: str) -> list[Control]:
        """Return every button and menu that this user sees, oldest first."""
        return [control for message in self._messages(user) for control in _controls(message)]

    async def use(self, user: str, control: Control, value: str = "") -> CommandOutcome:
        """Press a button, or choose a value from a menu; Impossible if a client would not send it."""
        person = self._person(user)
        if control.values:
            return await self._act(user, person.select(control.message, [value], custom_id=control.custom_id))
        return await self._act(user, person.click(control.message, custom_id=control.custom_id))

    def blanks(self, user: str) -> dict[str, str]:
        """Return what stands in each blank, by its label, of the form that opened last for this user; none where no
        form waits."""
        shown = self._forms.get(user)
        return {label: value for label, _, value in _blanks(shown.modal or {})} if shown else {}

    async def fill(self, user: str, values: Mapping[str, str]) -> CommandOutcome:
        """Fill in the form that opened last, blanks by their labels, and hand it in; Impossible if there is none."""
        shown = self._forms.pop(user, None)
        if shown is None:
            raise Impossible(f"no form has opened for {user}")
        blanks = {label: (key, value) for label, key, value in _blanks(shown.modal or {})}
        unknown = values.keys() - blanks.keys()
        if unknown:
            raise Impossible(f"the form has no blank {', '.join(sorted(unknown))}: it has {', '.join(blanks)}")
        given = {key: str(values.get(label, value)) for label, (key, value) in blanks.items()}
        return await self._act(user, self._person(user).submit_modal(shown, given))

    async def complete(
        self,
        user: str,
        command: str,
        option: str,
        partial: str,
        options: Mapping[str, Value] | None = None,
        *,
        where: simcord.ChannelHandle | None = None,
    ) -> list[str]:
        """Return the names offered to someone who has typed `partial` into that option."""
        path = command.removeprefix("/")
        values = self._values(path, options or {})
        asking = self._person(user).autocomplete(where or self.channel, path, option, partial, **values)
        names = [str(choice["name"]) for choice in await _possible(asking)]
        self._remember(user, names)
        return names

    def log(self, viewer: str) -> list[str]:
        """Return the messages of the newest public thread, oldest first; none before there is one."""
        return self._newest_thread(viewer, discord.ChannelType.public_thread)

    def private_log(self, viewer: str) -> list[str]:
        """Return the messages of the newest private thread that this user may read, oldest first."""
        return self._newest_thread(viewer, discord.ChannelType.private_thread)

    def seen_by(self, user: str) -> str:
        """Return every word that ever reached this user, edited away or not: messages, thread names, files,
        completions.

        An ephemeral answer that was edited within the action that gave it counts as it stood at the end.
        """
        self._listen()
        for place, messages in self._places(user):
            self._remember(user, [place.name or "", *(_all_words(message) for message in messages)])
            for file in (file for message in messages for file in message.attachments):
                self._remember(user, [self._text_of(file.url)])
        return "\n".join(self._seen.get(user, ()))

    def standing(self, user: str) -> dict[str, list[str]]:
        """Return all words of each message that this user can read now, oldest first, by the names of the places."""
        return {place.name or "": [*map(_all_words, messages)] for place, messages in self._places(user)}

    def pings(self) -> list[str]:
        """Return who was pinged by name, in order, since the stage was set."""
        self._listen()
        return list(self._pinged)

    def readers(self, channel_id: int) -> list[str]:
        """Return who may read that channel or thread now, by name."""
        everyone = self.people.items()
        return [user for user, person in everyone if can_access_channel(self.env, channel_id, person, history=True)]

    async def restart(self) -> None:
        """Close the bot, as SIGTERM does, and start a new one in the same world."""
        await self._close_bot()
        self.bot = self._make_bot()
        await self.env.restart_bot(self.bot)

    async def advance(self, seconds: float) -> None:
        """Move the clock, letting everything that falls due happen."""
        await self.env.advance_time(seconds)

    def forget(self, most_messages: int, on_show: Container[int]) -> None:
        """Let go of all that was noted, and of what nobody acts on any more, so that a long game takes no more room.

        Of the places on show the newest messages stay, of others the last, with their files. What somebody has seen and
        who was pinged is not known any more.
        """
        backend = self.env.backend
        backend.transcript.clear()
        self._heard = 0
        for noted in (self._seen, self._pinged, self._faults.messages):
            noted.clear()
        for place_id, messages in backend.messages.items():
            _keep_newest(messages, most_messages if place_id in on_show else 1)
        _keep_newest(backend.interactions, MOST_INTERACTIONS)
        _keep(backend.interaction_tokens, lambda _, key: key in backend.interactions)
        shown = {
            file["url"]
            for each in backend.messages.values()
            for message in each.values()
            for file in message.attachments
        }
        _keep(backend.cdn._blobs, lambda url, _: "/attachments/" not in url or url in shown)  # noqa: SLF001

    async def _close_bot(self) -> None:
        with self.env.time_context():
            await self.bot.close()

    def _person(self, user: str) -> simcord.MemberActor:
        if user not in self.people:
            raise Impossible(f"nobody is called {user!r} here: there are {', '.join(self.people)}")
        return self.people[user]

    async def _act(self, user: str, action: Awaitable[simcord.InteractionResult]) -> CommandOutcome:
        logged, raised = len(self._faults.messages), self.env.error_cursor
        self.env.backend.advance_clock(self._action_s)
        result = await _possible(action)
        answers = [each.message for each in (result.response, *result.followups) if each]
        self._remember(user, map(_all_words, answers))
        self._listen()
        if result.modal:
            self._forms[user] = result
        reply = _words(result.response.message) if result.response else "\n".join(_strings(result.modal or {}, SHOWN))
        refused = result.ephemeral and reply.startswith(self._refusal_mark)
        errors = [error for error in self.env.errors_since(raised) if not (refused and _answered(error))]
        return CommandOutcome(
            reply=reply,
            followups=tuple(_words(followup.message) for followup in result.followups),
            ephemeral=result.ephemeral,
            refusal=reply if refused else "",
            faults=(
                *_silence(result, reply),
                *self._faults.messages[logged:],
                *map(repr, errors),
            ),
        )

    def _values(self, path: str, options: Mapping[str, Value]) -> dict[str, Any]:
        parameters = self._parameters(path)
        return {name: self._value(parameters.get(name), value) for name, value in options.items()}

    def _parameters(self, path: str) -> dict[str, app_commands.Parameter]:
        root, *rest = path.split()
        node: Any = self.bot.tree.get_command(root)
        for name in rest:
            node = node.get_command(name) if isinstance(node, app_commands.Group) else None
        return {each.display_name: each for each in node.parameters} if isinstance(node, app_commands.Command) else {}

    def _value(self, parameter: app_commands.Parameter | None, value: Value) -> Any:
        match parameter.type if parameter else None, value:
            case _, Upload():
                return value.filename, value.data
            case AppCommandOptionType.user, str():
                return self._person(value)
            case AppCommandOptionType.role, str():
                return self.guild.roles[value]
            case AppCommandOptionType.channel, str():
                return self.guild.channels[value]
            case _:
                return value

    def _places(
        self, viewer: str, kind: discord.ChannelType | None = None
    ) -> Iterator[tuple[simcord.ChannelHandle, list[discord.Message]]]:
        """Yield the places that a user may read, or those of one kind, each with its messages."""
        for channel in self.guild.channels.values():
            for place in (channel, *channel.threads):
                if kind is None or self.env.backend.get_channel(place.id).type == kind.value:
                    with suppress(simcord.SetupError):
                        yield place, place.history(viewer=self._person(viewer))

    def _messages(self, viewer: str) -> list[discord.Message]:
        found = [message for _, messages in self._places(viewer) for message in messages]
        return sorted(found, key=lambda message: message.id)

    def _newest_thread(self, viewer: str, kind: discord.ChannelType) -> list[str]:
        threads = [messages for _, messages in self._places(viewer, kind)]
        return [_words(message) for message in threads[-1]] if threads else []

    def _listen(self) -> None:
        """Note each public message as the gateway carried it, so that what an edit replaced is not forgotten."""
        told = self.env.backend.transcript[self._heard :]
        self._heard += len(told)
        for kind, event, payload in told:
            if kind == "GATEWAY" and event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                words = _strings(payload, (*SHOWN, *CARRIED))
                for user in self.readers(int(payload["channel_id"])):
                    self._remember(user, words)
            if kind == "GATEWAY" and event == "MESSAGE_CREATE":
                self._pinged += self._pinged_by(int(payload["channel_id"]), int(payload["id"]))

    def _pinged_by(self, channel_id: int, message_id: int) -> list[str]:
        message = self.env.backend.messages[channel_id].get(message_id)
        names = {person.id: user for user, person in self.people.items()}
        return [names[each] for each in message.ping_user_ids if each in names] if message else []

    def _text_of(self, url: str) -> str:
        return (self.env.backend.cdn.get(url) or b"").decode("utf-8", "replace")

    def _remember(self, user: str, words: Iterable[str]) -> None:
        self._seen.setdefault(user, {}).update(dict.fromkeys(words))


def _keep(kept: dict[K, V], wanted: Callable[[K, V], bool]) -> None:
    for key in [key for key, value in kept.items() if not wanted(key, value)]:
        del kept[key]


def _keep_newest(kept: dict[int, V], most: int) -> None:
    for key in sorted(kept)[: max(0, len(kept) - most)]:
        del kept[key]


def _unhurried(make_bot: Callable[[], AnyBot]) -> AnyBot:
    """Return a bot that posts at once: on a clock that stands still no rest would end, and the stage waits for gaps."""
    bot = make_bot()
    if isinstance(bot, Fireteam):
        bot.trackers.rest_s = 0.0
        bot.publisher.head_start_s = bot.publisher.gap_s = bot.publisher.under_way_s = 0.0
    return bot


async def _possible(action: Awaitable[T]) -> T:
    try:
        return await action
    except simcord.SetupError as error:
        raise Impossible(". ".join([str(error), *getattr(error, "__notes__", ())])) from error


def _silence(result: simcord.InteractionResult, reply: str) -> list[str]:
    if not result.acknowledged:
        return ["the bot did not answer"]
    return ["the bot never came back to its answer"] if result.deferred and not reply else []


def _answered(error: BaseException) -> bool:
    """Tell whether the bot's own handler answered an error: simcord counts those, too."""
    return isinstance(error, app_commands.AppCommandError)


def _words(message: discord.Message, keys: tuple[str, ...] = SHOWN) -> str:
    text = message.system_content if message.is_system() else message.content
    parts = [embed.to_dict() for embed in message.embeds], [each.to_dict() for each in message.components]
    files = [file.filename for file in message.attachments]
    return "\n".join(filter(None, (text, *_strings(parts, keys), *files)))


def _all_words(message: discord.Message) -> str:
    return _words(message, (*SHOWN, *CARRIED))


def _labels(message: discord.Message) -> list[str]:
    return _strings([each.to_dict() for each in message.components], ("components", "accessory", "label"))


def _options(message: discord.Message, label: str) -> Iterator[tuple[str, str]]:
    """Yield the menus of a message that offer something beginning so, each with the value of the first such choice."""
    for menu in _walked(message.components):
        offered = [option for option in getattr(menu, "options", ()) if option.label.startswith(label)]
        yield from ((menu.custom_id, option.value) for option in offered[:1])


def _controls(message: discord.Message) -> Iterator[Control]:
    """Yield the buttons and menus of a message that can be used and come back to the bot."""
    for each in _walked(message.components):
        custom_id = getattr(each, "custom_id", None)
        if custom_id and not each.disabled:
            offered = tuple(option.value for option in getattr(each, "options", ()))
            yield Control(message, custom_id, getattr(each, "label", None) or custom_id, offered)


def _walked(components: Iterable[Any]) -> Iterator[Any]:
    for each in components:
        yield each
        yield from _walked(getattr(each, "children", ()))


def _blanks(node: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the blanks of a form: what each is labelled, its id, and what stands in it."""
    for label in node.get("components", ()):
        blank = label["component"]
        yield label["label"], blank["custom_id"], blank.get("value") or ""


def _strings(node: Any, keys: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    _gather(node, keys, found)
    return found


def _gather(node: Any, keys: tuple[str, ...], found: list[str]) -> None:
    for part in map(node.get, keys) if isinstance(node, dict) else node:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, (dict, list, tuple)):
            _gather(part, keys, found)
