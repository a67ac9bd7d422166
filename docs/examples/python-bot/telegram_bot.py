"""A bot with python-telegram-bot 22 that asks Clasp who a member is. Needs src/host/clasp.py beside it."""

import asyncio
import os

from clasp import Clasp
from telegram import Update
from telegram.ext import Application, CommandHandler, ContextTypes

clasp = Clasp(os.environ["CLASP_URL"], os.environ["CLASP_API_KEY"])


async def whoami(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    if update.effective_user is None or update.effective_message is None:
        return
    linked = await asyncio.to_thread(clasp.wallets, update.effective_user.id)
    wallets = [wallet for wallet in linked if wallet["staleAt"] is None]
    text = "You are " + wallets[0]["displayAddress"] if wallets else "I know no wallet of yours yet."
    await update.effective_message.reply_text(text)


application = Application.builder().token(os.environ["BOT_TOKEN"]).build()
application.add_handler(CommandHandler("whoami", whoami))
application.run_polling()
