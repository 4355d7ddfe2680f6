"""What a person asked and what they are answered, as plain data that knows nothing of Discord or of storage."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

import msgspec

from bot.core.building import Blank
from bot.core.errors import RuleViolation
from bot.core.ground.outlines import Flat, Outline
from bot.core.options import Choice
from bot.core.telling.cards import WoundFigure
from bot.core.views import Viewer
from bot.core.wording import Line, line, note, sentence, shortened
from bot.service.report_view import FightReport, StoryEntry


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks, where, and when."""

    interaction_id: int  # names the request: the same id is answered the same way and acts once
    guild_id: int
    channel_id: int
    user_id: int
    now: datetime  # of the interaction, aware
    parent_id: int = 0  # the channel that a thread or forum post hangs on, 0 outside of threads
    own_thread: bool = False  # the bot itself opened the thread
    has_threads: bool = True  # some can be opened in the channel, or in that which a thread hangs on
    has_private_threads: bool = True  # likewise
    reaches: bool = True  # the bot can write there beside its answers
    user_name: str = ""
    role_ids: tuple[int, ...] = ()  # of the asker
    manages_server: bool = False  # the asker has the permission Manage Server
    command: str = ""  # the slash command without its slash, empty for a button
    message_id: int = 0  # the message that a button or a menu hangs on

    @property
    def at_ms(self) -> int:
        """Return the time of the request in milliseconds."""
        return int(self.now.timestamp() * 1000)


class Standing(msgspec.Struct, frozen=True):
    """What makes somebody of a server a GM or not: their roles, and whether they have the permission Manage Server."""

    role_ids: tuple[int, ...] = ()
    manages_server: bool = False


class Verb(StrEnum):
    """What a button does: the first argument of ``Referee.click``."""

    ANSWER = "answer"
    GO_ON = "next"
    ACT = "act"
    UNDO = "undo"
    PAGE = "page"
    AGREE = "agree"
    SETTLE = "settle"
    ACCEPT = "accept"
    CLAIM = "claim"
    ERASE = "erase"
    HELP = "help"  # argument: a topic, behind a point where a menu had it
    GO = "go"  # argument: the action of a panel and whoever does it, parted by a colon
    REPORT = "report"
    SAME_AGAIN = "same"
    END = "end"  # the fight; argument: empty to be asked whether
    PANEL = "panel"  # argument: the name of an action, empty for a choice among all
    FILL = "fill"  # what a panel lacks that has to be typed
    PROOF = "proof"
    LOBBY = "lobby"
    SQUAD = "squad"  # argument: what of the squads' panel, empty to open it
    AGAIN = "again"  # what whoever acts ordered last
    EVERYBODY = "everybody"  # argument: the page, empty for the first of a new answer
    HAND = "hand"  # argument: to whom and who, each behind a point; empty to be asked
    SHOW = "show"  # have the tracker of the fight posted anew
    WHY = "why"
    TRAINING = "training"  # argument: a system, a point, and how many lessons are behind
    SHEET = "sheet"  # argument: the page of a card and whose it is, parted by a point
    ODDS = "odds"  # argument: of whom of a menu, behind a point
    MAKE = "make"  # argument: what of a menu of templates was chosen, behind a point


class Settling(StrEnum):
    """What a GM does about something that a player said: the first word of the argument of a CLAIM button."""

    LIST = "list"
    UPHOLD = "uphold"
    DROP = "drop"
    ALLOW = "allow"
    CORRECT = "correct"


class Weight(StrEnum):
    """How much a button stands out: how it is coloured."""

    PLAIN = "plain"
    MAIN = "main"  # what is done most often
    GRAVE = "grave"  # what takes something away from somebody


LONGEST_LABEL = 80
"""Characters of a button's label that Discord takes."""


def label_of(words: str, longest: int = LONGEST_LABEL) -> str:
    """Return words as they stand on a button or in a menu: with an ellipsis where there is no room for all."""
    return shortened(words, longest)


class Button(msgspec.Struct, frozen=True, omit_defaults=True):
    """A button as data: hand ``verb``, ``argument`` and ``once`` back to ``Referee.click``.

    ``once`` is the key that makes a second click harmless; the three together are at most 80 characters, so that they
    fit a custom id.
    """

    label: str
    verb: Verb
    argument: str = ""
    once: str = ""
    weight: Weight = Weight.PLAIN


class Attachment(msgspec.Struct, frozen=True):
    """A file that goes with an answer; ``about`` says in words what a picture shows."""

    filename: str
    content: bytes
    about: str = ""


class Posture(StrEnum):
    """How somebody on the ground looks from afar."""

    UPRIGHT = "stands"
    LOW = "kneels"
    FLAT = "lies"


class GroundMark(msgspec.Struct, frozen=True):
    """Somebody on the ground as a viewer knows them; ``side`` is a number among the sides of the view.

    Who is ``lost`` went out of sight there.
    """

    initials: str
    side: int
    east_cm: int
    north_cm: int
    down: bool = False
    acts: bool = False
    name: str = ""
    posture: Posture = Posture.UPRIGHT
    lost: bool = False


class GroundThing(msgspec.Struct, frozen=True):
    """A thing on the ground as a viewer knows it; ``title`` says in words what it is made of."""

    name: str
    material: str
    outline: Outline
    title: str = ""
    opened: bool = False


class GroundZone(msgspec.Struct, frozen=True):
    """An area of the ground as a viewer knows it: ``kind`` is a word for what happens there."""

    kind: str
    outline: Outline


class GroundTrace(msgspec.Struct, frozen=True):
    """What happened last: somebody went along ``way``, or shot along it at ``whom``."""

    who: str
    way: tuple[Flat, ...]
    whom: str = ""


class GroundBackdrop(msgspec.Struct, frozen=True):
    """The picture of an imported map, as WebP, and where it lies: its south-west corner, and how far it reaches."""

    picture: bytes
    east_cm: int
    north_cm: int
    wide_cm: int
    deep_cm: int


class GroundView(msgspec.Struct, frozen=True):
    """The ground as one viewer knows it: all that its picture is drawn from.

    Of the last ``hidden_sides`` of its ``sides`` only the GM knows, so that they have no colour of their own yet.
    """

    sides: tuple[str, ...]
    marks: tuple[GroundMark, ...]
    things: tuple[GroundThing, ...] = ()
    zones: tuple[GroundZone, ...] = ()
    traces: tuple[GroundTrace, ...] = ()
    behind: GroundBackdrop | None = None
    hidden_sides: int = 0


class MapFile(msgspec.Struct, frozen=True, kw_only=True):
    """A map as it was read from a file: its picture as WebP, and what stands on it, in squares from its north-west.

    One without squares is a plain picture, as wide and deep as its points. ``left_out`` says what was not taken.
    """

    picture: bytes
    wide: float
    deep: float
    squares: bool = False
    walls: tuple[tuple[tuple[float, float], ...], ...] = ()
    doors: tuple[tuple[tuple[float, float], tuple[float, float], bool], ...] = ()
    left_out: tuple[str, ...] = ()


class OnGround(msgspec.Struct, frozen=True, kw_only=True):
    """A thing or an area of the ground as somebody says it; what is empty stays as it is, or is as usual.

    ``at`` and ``to`` are places in words; of a line ``to`` may be several.
    """

    name: str
    shape: str = ""
    at: str = ""
    to: str = ""
    wide_m: float | None = None
    high_m: float | None = None
    material: str = ""
    hides: bool | None = None
    blocks: bool | None = None
    opened: bool | None = None
    hidden: bool | None = None
    stops: int | None = None
    remove: bool = False


class Menu(msgspec.Struct, frozen=True):
    """Steps of which one is chosen: hand ``argument`` and the value chosen back to ``Referee.sheet_step``.

    With a ``verb`` they go to ``Referee.click``, a point between them.
    """

    title: str
    argument: str
    choices: tuple[Choice, ...]
    verb: Verb | None = None


class Form(msgspec.Struct, frozen=True):
    """Blanks to be filled in: hand ``argument`` and the values by key back to ``Referee.sheet_fill``.

    One whose argument begins with ``claim.`` goes to ``Referee.claim_fill``, without that, and one that begins with
    ``make.`` to ``Referee.sheet_make``; ``PANEL_FORM`` goes to ``Referee.panel_fill``.
    """

    title: str
    argument: str
    blanks: tuple[Blank, ...]


PANEL_FORM = "panel"
"""The argument of the form of a panel."""


class PanelState(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in a panel, as its message has it: who does what, and what is chosen for each input so far.

    ``shown`` are the inputs that have a menu there, ``pages`` which page of a menu is turned to.
    """

    action: str = ""
    actor: str = ""
    chosen: Mapping[str, str] = {}
    shown: tuple[str, ...] = ()
    pages: Mapping[str, int] = {}


class PanelChoice(msgspec.Struct, frozen=True):
    """A choice of a panel's menu: ``about`` says what it would cost and lead to."""

    value: str
    label: str
    about: str = ""
    chosen: bool = False


class PanelMenu(msgspec.Struct, frozen=True):
    """A menu of a panel: hand its ``key`` and the value chosen back to ``Referee.panel_step``."""

    key: str
    title: str
    choices: tuple[PanelChoice, ...]


class PanelView(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody is about to do: what is chosen, what it would come to, and what may be chosen instead.

    ``go`` has it done, where it ``can``. What it would come to is not ``counted`` where that takes longer than anybody
    waits: ``Referee.panel_counted`` has it for the ``state``.
    """

    state: PanelState
    title: str
    lines: tuple[Line, ...]
    menus: tuple[PanelMenu, ...]
    go: Button
    can: bool
    buttons: tuple[Button, ...] = ()
    counted: bool = True


class StoryForm(StrEnum):
    """As what kind of file a fight is kept."""

    JSON = "data"
    MARKDOWN = "text"
    HTML = "page"
    ANIMATION = "animation"


class RoundPicture(msgspec.Struct, frozen=True):
    """How the ground looked when a round ended; ``clock`` says which."""

    clock: str
    ground: GroundView


class FightStory(msgspec.Struct, frozen=True, kw_only=True):
    """A whole fight to be made a file of: its report, in ``lines`` too, its orders, and a picture for each round."""

    report: FightReport
    lines: tuple[Line, ...]
    entries: tuple[StoryEntry, ...]
    rounds: tuple[RoundPicture, ...]
    form: StoryForm


class Portrait(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody looks: a picture as WebP, or the address of one that Discord shows and the bot never asks for."""

    picture: bytes = b""
    url: str = ""


class SheetView(msgspec.Struct, frozen=True):
    """What a card of somebody has beside its words: the wounds as they are drawn, and how they look."""

    figure: WoundFigure = WoundFigure()
    portrait: Portrait | None = None


class DirectMessage(msgspec.Struct, frozen=True):
    """What somebody else is told in private of what was asked."""

    user_id: int
    lines: tuple[Line, ...]


class Reply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is answered: lines in reading order under ``title``, and what goes with them."""

    lines: tuple[Line, ...] = ()
    title: str = ""
    ephemeral: bool = False  # for the asker alone
    refusal: bool = False  # nothing was changed, and the lines say what would work
    buttons: tuple[Button, ...] = ()
    attachment: Attachment | None = None
    menu: Menu | None = None
    form: Form | None = None  # all there is to see of the answer
    in_place: bool = False  # stands where its menu stood before
    aloud: tuple[Line, ...] = ()  # what everybody reads behind the answer
    apart: tuple[Line, ...] = ()  # what the asker alone reads behind it
    direct: tuple[DirectMessage, ...] = ()
    privately: tuple[Line, ...] = ()  # stands where a tap in private was, whose answer is for all; else the lines do
    doubted: int = 0  # a channel that stands in the way and may be gone, for which is looked once this is answered
    gives_way: bool = False  # is written over no other answer, since another process may know better
    picture: GroundView | None = None  # goes with the words where Discord lets a file through
    board: Reply | None = None  # is written over the message ``board_id``, which others look at
    board_id: int = 0
    gathers: bool = False  # the newest lobby of the channel is to show who is here
    spent: bool = False  # the choices below the message that was tapped are taken away
    closing: tuple[Line, ...] = ()  # what is written below it then
    panel: PanelView | None = None  # all there is to see of the answer
    card: FightReport | None = None  # is drawn and goes with the words as a picture does
    story: FightStory | None = None  # becomes a file, which is all there is of the answer
    sheet: SheetView | None = None  # has the answer stand on a card


class Choosing(StrEnum):
    """What is being typed: the second argument of ``Referee.complete``."""

    ACTOR = "actor"  # whom the asker may act for
    TARGET = "target"  # whom the asker can see; given: action and input, of which it may be another value, or none
    PIECE = "piece"  # things on the ground that the asker knows of
    GROUND = "ground"  # ready grounds, and maps of the server
    MAP = "map"  # maps that the server has imported
    MATERIAL = "material"  # what things on a ground may be made of
    AREA = "area"  # areas that the GM has marked
    PLACE = "place"  # where on the ground, by those whom the asker can see; given as of TARGET
    ACTION = "action"  # actions of the channel's system; given: command
    INPUT = "input"  # values of one input; given: action, input, actor and what is typed already
    INPUTS = "inputs"  # the names of the inputs of an action of one command; given: command, action
    WORDS = "words"  # a line of key=value words; given: action, actor and what is typed already
    SHEET = "sheet"  # sheets of the asker
    SHEET_PATH = "sheet_path"  # places in a sheet; given: sheet
    IMPROVEMENT = "improvement"  # what improvement points can buy; given: sheet
    AWARD = "award"  # what points can be awarded for; given: to, sheet
    TEMPLATE = "template"  # ready-made sheets
    OPTION = "option"  # campaign switches
    OPTION_VALUE = "option_value"  # values of a switch; given: option
    RULESET = "ruleset"  # rule systems
    CHANCE = "chance"  # questions that odds can be asked about
    STUDY = "study"  # actions whose odds can be asked about
    ORDER = "order"  # numbers of orders that the asker may undo back to
    ANSWER = "answer"  # choices of the open question
    SQUAD = "squad"  # squads of the GM's people
    DRILL = "drill"  # what squads can be told to do


class TrackedPerson(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody in a fight as everybody may see them; ``line`` says how they are, ``side`` is a number among those of
    the view."""

    name: str
    line: Line
    side: int = 0
    down: bool = False


class Pinged(msgspec.Struct, frozen=True):
    """Who is called by name: users, of whom ``guests`` play for others, and all who have one of some roles."""

    users: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    guests: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.users or self.roles)


class TrackerView(msgspec.Struct, frozen=True, kw_only=True):
    """Where a fight stands, as everybody may see it: all that the words and the buttons of its tracker are made from.

    It holds public facts alone, so that it stays the same whatever happens unseen, but for one: that the fight waits
    for the GM, which a line says. ``lines`` say where time stands, ``people`` are those who are there, first who is to
    act, and ``asked`` is what the ``buttons`` answer. ``ping`` are those who are to act now; each is pinged once per
    ``turn``. One that is ``plain`` is for people who want words alone.
    """

    channel_id: int
    scene_id: int
    fight: int
    title: str
    turn: str
    lines: tuple[Line, ...]
    people: tuple[TrackedPerson, ...] = ()
    asked: tuple[Line, ...] = ()
    sides: tuple[str, ...] = ()
    ping: Pinged = Pinged()
    buttons: tuple[Button, ...] = ()
    picture: GroundView | None = None
    plain: bool = False


def viewer(request: Request, *, gm: bool) -> Viewer:
    """Return the asker as somebody who looks at a scene."""
    return Viewer(request.user_id, gm)


def refused(refusal: RuleViolation) -> Reply:
    """Return the answer to what may not be done; each line of the remedy is one of the answer."""
    remedy = (line(note(each)) for each in refusal.remedy.splitlines())
    return Reply(lines=(line(sentence(refusal.message)), *remedy), ephemeral=True, refusal=True)
