"""The only Discord user interface: each cog turns one group of commands into calls of the service."""

from __future__ import annotations

from cogs.attack import Attack
from cogs.campaign import Campaign
from cogs.clicks import Clicks
from cogs.damage import Damage
from cogs.dice import Dice
from cogs.help import Help
from cogs.initiative import Initiative
from cogs.log import Log
from cogs.mines import Mines
from cogs.mydata import MyData
from cogs.sheets import Sheets
from cogs.suppression import Suppression

ALL_COGS = (Initiative, Attack, Damage, Suppression, Mines, Sheets, Campaign, Dice, Log, Help, MyData, Clicks)
