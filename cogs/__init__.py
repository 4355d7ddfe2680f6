"""The only Discord user interface: each cog turns one group of commands into calls of the service."""

from __future__ import annotations

from cogs.attack import AttackCommands
from cogs.campaign import CampaignCommands
from cogs.clicks import Clicks
from cogs.damage import DamageCommands
from cogs.dice import DiceCommands
from cogs.ground import GroundCommands
from cogs.help import HelpCommands
from cogs.initiative import InitiativeCommands
from cogs.log import LogCommands
from cogs.mines import MinesCommands
from cogs.mydata import MyDataCommands
from cogs.sheets import SheetsCommands
from cogs.suppression import SuppressionCommands

ALL_COGS = (
    InitiativeCommands,
    AttackCommands,
    DamageCommands,
    SuppressionCommands,
    MinesCommands,
    GroundCommands,
    SheetsCommands,
    CampaignCommands,
    DiceCommands,
    LogCommands,
    HelpCommands,
    MyDataCommands,
    Clicks,
)
