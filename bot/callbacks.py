"""What Discord made of an answer is not sent back to the bot: nobody reads it, and everybody would wait for it.

discord.py asks for it with every first answer, and has no option that says otherwise; the part of it that sends answers
is handed to each task by a context variable, in which one of ours stands instead.
"""

from __future__ import annotations

from typing import Any

import aiohttp
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

PATH = "/interactions/{webhook_id}/{webhook_token}/callback"


class Callbacks(AsyncWebhookAdapter):
    """Sends first answers, of which it hears no more than whether they were taken."""

    async def create_interaction_response(  # type: ignore[override]
        self,
        interaction_id: int,
        token: str,
        *,
        session: aiohttp.ClientSession,
        proxy: str | None = None,
        proxy_auth: aiohttp.BasicAuth | None = None,
        params: MultipartParameters,
    ) -> dict[str, Any]:
        """Send the first answer to an interaction; returned is what discord.py cannot do without.

        Raises:
            discord.HTTPException: Discord does not take it.
        """
        route = Route("POST", PATH, webhook_id=interaction_id, webhook_token=token)
        body: dict[str, Any] = (
            {"files": params.files, "multipart": params.multipart} if params.files else {"payload": params.payload}
        )
        await self.request(route, session=session, proxy=proxy, proxy_auth=proxy_auth, **body)
        return {"interaction": {"id": interaction_id}}


def install() -> None:
    """Have every task that is begun from here on answer in this way."""
    async_context.set(Callbacks())  # type: ignore[no-untyped-call]
