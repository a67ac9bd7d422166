"""A bot with aiogram 3 that asks Clasp who a member is, and greets whoever links a wallet. Needs src/host/clasp.py beside it."""

import asyncio
import os
from typing import Any

from aiogram import Bot, Dispatcher
from aiogram.filters import Command, Filter
from aiogram.types import Message
from aiohttp import web
from clasp import Clasp, ClaspError, verify_webhook

clasp = Clasp(os.environ["CLASP_URL"], os.environ["CLASP_API_KEY"])
bot = Bot(os.environ["BOT_TOKEN"])
dispatcher = Dispatcher()


class HasWallet(Filter):
    """Lets members with a linked wallet through, and hands the wallets on."""

    async def __call__(self, message: Message) -> bool | dict[str, Any]:
        if message.from_user is None:
            return False
        linked = await asyncio.to_thread(clasp.wallets, message.from_user.id)
        wallets = [wallet for wallet in linked if wallet["staleAt"] is None]
        return {"wallets": wallets} if wallets else False


@dispatcher.message(Command("whoami"), HasWallet())
async def whoami(message: Message, wallets: list[dict[str, Any]]) -> None:
    await message.answer("You are " + wallets[0]["displayAddress"])


@dispatcher.message(Command("whoami"))
async def nobody(message: Message) -> None:
    await message.answer("I know no wallet of yours yet.")


async def receive(request: web.Request) -> web.Response:
    """WEBHOOK_URL of Clasp. An event may come twice, with the same id."""
    try:
        event = verify_webhook(
            await request.read(), request.headers, os.environ["CLASP_SIGNING_SECRET"]
        )
    except ClaspError as error:
        return web.Response(status=401, text=str(error))
    if event is not None and event["type"] == "wallet.linked":
        user, wallet = event["data"]["user"], event["data"]["wallet"]
        if user["telegramId"] is not None:
            await bot.send_message(int(user["telegramId"]), "Welcome, " + wallet["displayAddress"])
    return web.Response(status=204)


async def main() -> None:
    app = web.Application()
    app.router.add_post("/clasp", receive)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 4000).start()
    await dispatcher.start_polling(bot)


asyncio.run(main())
