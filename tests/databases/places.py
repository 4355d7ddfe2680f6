"""A stand-in's world is kept as plain data, and a new stand-in becomes that world again, with every id as it was."""

from __future__ import annotations

from tests.databases.manifest import Guild, Place, Said
from tests.wire.client import Wire
from tests.wire.world import Channel, Message, User, World


def kept(wire: Wire) -> Guild:
    """All that a world holds but for nonces, which Discord forgets within minutes, and what only one person saw."""
    guild, world = wire.guild, wire.world
    people = {**guild.people, world.bot.name: world.bot}
    names = {user.id: name for name, user in people.items()}
    return Guild(
        id=guild.id,
        name=guild.name,
        roles={name: role_id for name, (role_id, _) in guild.roles.items()},
        people={name: user.id for name, user in people.items()},
        places=[_place(channel, names) for channel in world.channels.values()],
    )


def _place(channel: Channel, names: dict[int, str]) -> Place:
    return Place(
        id=channel.id,
        name=channel.name,
        kind=channel.kind,
        parent_id=channel.parent_id,
        owner=names.get(channel.owner_id or 0, ""),
        archived=channel.archived,
        locked=channel.locked,
        archive_after_min=channel.archive_after_min,
        members=sorted(names[each] for each in channel.members),
        messages=[_said(message) for message in channel.messages.values()],
    )


def _said(message: Message) -> Said:
    return Said(
        id=message.id,
        author=message.author.name,
        content=message.content,
        embeds=message.embeds,
        components=message.components,
        flags=message.flags,
        kind=message.kind,
        edited=message.edited,
    )


def rebuild(wire: Wire, guild: Guild) -> None:
    """Make the world of a wire whose bot has not been started the one that was kept."""
    world = wire.world
    world.bot = User(guild.people[world.bot.name], world.bot.name, bot=True)
    world.app_id = world.bot.id
    _people(wire, guild)
    world.guilds = {guild.id: wire.guild}
    world.channels = {place.id: _channel(world, wire, place) for place in guild.places}
    wire.channel = next(iter(world.channels.values()))


def _people(wire: Wire, guild: Guild) -> None:
    before = wire.guild
    roles = {role_id: guild.roles[name] for name, (role_id, _) in before.roles.items()}
    for name in guild.people.keys() - {wire.world.bot.name} - before.people.keys():
        before.people[name] = User(0, name)
    for name, user in before.people.items():
        user.id = guild.people[name]
        user.roles = tuple(roles[each] for each in user.roles)
    before.roles = {name: (guild.roles[name], permissions) for name, (_, permissions) in before.roles.items()}
    before.id, before.name, before.owner_id = guild.id, guild.name, guild.people["owner"]


def _channel(world: World, wire: Wire, place: Place) -> Channel:
    known = {**wire.guild.people, world.bot.name: world.bot}
    channel = Channel(
        place.id,
        wire.guild.id,
        place.name,
        place.kind,
        place.parent_id,
        known[place.owner].id if place.owner else None,
        archived=place.archived,
        locked=place.locked,
        archive_after_min=place.archive_after_min,
        members={known[name].id for name in place.members},
    )
    channel.messages = {said.id: _message(said, place.id, known[said.author]) for said in place.messages}
    return channel


def _message(said: Said, channel_id: int, author: User) -> Message:
    return Message(
        said.id,
        channel_id,
        author,
        content=said.content,
        embeds=list(said.embeds),
        components=list(said.components),
        flags=said.flags,
        kind=said.kind,
        edited=said.edited,
    )
