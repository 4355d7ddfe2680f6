"""One fight from its first order to its last, with everything that the core can do, as the public reads it."""

from __future__ import annotations

from bot.core import engine, folding, orders
from bot.core.views import GM, PUBLIC, Viewer, view
from tests.core.brawl import ANN, BOB, TOY, Yard, act, recruit, strike

PUBLIC_LOG = """\
Ann joins (red).
Bob joins (red).
Thug joins (blue).
Fight 1: The yard begins.
Round 1
Ann acts at 9.
   speed +4.
Bob acts at 9.
   speed +6 quick +2.
Thug acts at 7.
Bob and Thug: 4 m apart.
Bob strikes at Thug with spear: hit.
  Rolled 2, 15 against 13.
   skill +10 careful +2 training +1.
Thug is hurt.
Ann strikes at Thug with club: hit.
  Rolled 3, 4 against 8.
   skill +10 wild −2.
Thug is hurt.
Thug goes down.
Someone unseen is about to hit Ann.
Ann must choose: block, take.
Ann chooses block.
Someone unseen strikes at Ann with club: hit.
  Rolled 9, 20 against 10.
Ann raises the shield: not enough.
Ann is hurt: 2.
Round 2
Ann acts at 6.
   speed +4.
Bob acts at 13.
   speed +6 quick +2.
Lurker comes into sight.
Bob holds until 3.
Lurker rests.
Bob pounces!
Bob strikes at Lurker with spear: miss.
  Rolled 18, 20 against 13.
   skill +10 careful +2 training +1.
Ann rests.
Round 3
Ann acts at 5.
   speed +4.
Bob acts at 9.
   speed +6 quick +2.
Lurker acts at 10.
Fight 1 is over."""


def opened() -> Yard:
    """Two players, a thug and somebody in hiding; the faces are their hastes in this order."""
    yard = Yard()
    yard.do(recruit("Ann", ANN, shield=True))
    yard.do(recruit("Bob", BOB, weapon="spear", tricks=["quick"], training={"spear": 1}))
    yard.do(recruit("Thug"))
    yard.do(recruit("Lurker", hidden=True))
    yard.do(orders.StartFight(title="The yard"), 5, 1, 3, 2)
    return yard


def first_round(yard: Yard) -> None:
    """Bob is the faster by his trick, Ann by her die; both at once."""
    yard.do(orders.SetRange(actor="Bob", target="Thug", range_m=4))
    yard.do(strike("Bob", "Thug"), 2, 15, 5)
    yard.do(strike("Ann", "Thug", style="wild"), 3, 4, 6)


def ambush(yard: Yard) -> None:
    """Who hid strikes, the shield does not stop it, and the next round begins."""
    yard.do(strike("Lurker", "Ann"), 9, 20)
    yard.do(orders.Answer(choice="block"), 2, 4, 2, 5, 4)


def second_round(yard: Yard) -> None:
    """Bob waits for Lurker, and comes before Ann."""
    yard.do(orders.Show(actor="Lurker"))
    yard.do(act("Bob", "hold", until=3))
    yard.do(orders.GoOn())
    yard.do(act("Bob", "pounce"))
    yard.do(strike("Bob", "Lurker"), 18, 20)
    yard.do(orders.GoOn(), 1, 1, 6)


def whole() -> Yard:
    yard = opened()
    first_round(yard)
    ambush(yard)
    second_round(yard)
    yard.do(orders.EndFight())
    return yard


def log(yard: Yard, viewer: Viewer = PUBLIC) -> list[str]:
    """What is posted, the explanations indented."""
    events = [event for events in yard.history for event in events if not event.quiet]
    told = [line for event in events for line in engine.lines(TOY, event, viewer)]
    return ["  " * line.depth + line.text for line in told]


def test_the_whole_fight_reads_like_this() -> None:
    assert "\n".join(log(whole())) == PUBLIC_LOG


def test_the_hidden_one_is_in_no_public_line_before_it_shows() -> None:
    yard = opened()
    first_round(yard)
    ambush(yard)
    assert not any("Lurker" in line for line in log(yard))
    assert any("Lurker" in line for line in log(yard, GM))


def test_it_ends_as_its_events_have_it() -> None:
    yard = whole()
    assert folding.fold(TOY, yard.checkpoint, yard.history) == yard.scene
    assert (yard.scene.fights, yard.scene.combatants, yard.scene.fight) == (1, {}, None)


def test_taking_back_the_last_order_leads_to_where_it_was_given() -> None:
    yard = opened()
    before = yard.scene
    yard.do(strike("Ann", "Thug"), 1, 1, 1)
    assert folding.fold(TOY, yard.checkpoint, yard.history[:-1]) == before


def test_whoever_acts_and_how_they_are_can_be_told_at_any_time() -> None:
    yard = opened()
    first_round(yard)
    known = view(yard.scene, PUBLIC, TOY)
    assert TOY.clock(known).text == "Round 1"
    assert [TOY.status(known, actor, PUBLIC).text for actor in known.combatants] == [
        "Ann 6 of 6",
        "Bob 6 of 6",
        "Thug down",
    ]
    assert TOY.status(yard.scene, "Lurker", GM).text == "Lurker 6 of 6"


def test_damage_carried_out_of_the_fight_stands_on_the_sheet() -> None:
    yard = opened()
    first_round(yard)
    ambush(yard)
    assert TOY.project(yard.someone("Ann"), {})["hurt"] == 2
    assert TOY.describe(yard.someone("Ann").sheet, {})[0].text == "Skill 10, 6 hits, club and shield."
