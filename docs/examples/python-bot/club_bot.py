"""A bot in plain Python 3.10 with Clasp beside it. It does what ../host-bot does in TypeScript. Needs src/host/clasp.py beside it."""

import json
import os
import time
from collections import deque
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

from clasp import Clasp, ClaspError, verify_webhook

API_ROOT = os.environ.get("TELEGRAM_API_ROOT", "https://api.telegram.org")
TELEGRAM = f"{API_ROOT}/bot{os.environ['BOT_TOKEN']}"
# PUBLIC_URL of your Clasp, and WEBHOOK_SIGNING_SECRET of its .env.
CLASP_URL = os.environ["CLASP_URL"]
SIGNING_SECRET = os.environ["CLASP_SIGNING_SECRET"]
# How long Telegram holds a call for updates, in seconds.
POLL_SECONDS = 30
# The longest body of a webhook, in bytes.
LONGEST_BODY = 65_536

clasp = Clasp(CLASP_URL, os.environ["CLASP_API_KEY"])
# Ids of events that came already: Clasp delivers at least once. A real bot keeps them in its database.
seen: deque[str] = deque(maxlen=1_000)


def call(method: str, **fields: Any) -> Any:
    body, headers = json.dumps(fields).encode(), {"Content-Type": "application/json"}
    with urlopen(
        Request(f"{TELEGRAM}/{method}", body, headers), timeout=POLL_SECONDS + 10
    ) as answer:
        return json.load(answer)["result"]


def say(chat_id: int | str, text: str, button: dict[str, Any] | None = None) -> None:
    markup = {} if button is None else {"reply_markup": {"inline_keyboard": [[button]]}}
    call("sendMessage", chat_id=chat_id, text=text, **markup)


def shorten(wallet: dict[str, Any]) -> str:
    address = wallet["displayAddress"]
    return f"{address[:4]}…{address[-4:]}"


def answer_message(message: dict[str, Any], username: str) -> None:
    chat, text = message["chat"], message.get("text", "")
    command = text.split(" ")[0].removesuffix(f"@{username}")
    if chat["type"] != "private":
        # Buttons of groups cannot open a Mini App themselves: a link does.
        link = {"text": "Connect wallet", "url": f"https://t.me/{username}?startapp"}
        if command == "/club":
            say(chat["id"], "Connect a wallet to join the club.", link)
    elif command == "/start":
        app = {"text": "Connect wallet", "web_app": {"url": CLASP_URL}}
        say(
            chat["id"],
            "Members of the club have a wallet. Connecting is free and moves nothing.",
            app,
        )
    elif command == "/whoami":
        say(chat["id"], name_member(chat["id"]))


def name_member(telegram_id: int) -> str:
    """A wallet counts while its proof still holds."""
    wallets = [wallet for wallet in clasp.wallets(telegram_id) if wallet["staleAt"] is None]
    if not wallets:
        return "I know no wallet of yours yet. Send /start to connect one."
    return f"You are {', '.join(map(shorten, wallets))}."


def greet(event: dict[str, Any]) -> None:
    if event["type"] != "wallet.linked":
        return
    user, wallet = event["data"]["user"], event["data"]["wallet"]
    # Null once the member has deleted everything.
    if user["telegramId"] is not None:
        say(
            user["telegramId"],
            f"Welcome to the club, {shorten(wallet)}! (proven: {wallet['level']})",
        )


class Receiver(BaseHTTPRequestHandler):
    """POST /clasp is WEBHOOK_URL. An event counts only if it is signed, and only once."""

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        self.send_response(404 if self.path != "/clasp" else self.receive(length))
        self.end_headers()

    def receive(self, length: int) -> int:
        if not 0 < length <= LONGEST_BODY:
            return 413
        try:
            event = verify_webhook(self.rfile.read(length), self.headers, SIGNING_SECRET)
            # What fails here answers 500, and Clasp sends the event again: greet first, then remember.
            if event is not None and event["id"] not in seen:
                greet(event)
                seen.append(event["id"])
        except ClaspError:
            return 401
        except OSError:
            return 500
        return 204

    def log_message(self, *_: Any) -> None:
        """Nobody's data in logs."""


def main() -> None:
    server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver)
    Thread(target=server.serve_forever, daemon=True).start()
    print(f"Events arrive at http://127.0.0.1:{server.server_port}/clasp", flush=True)
    username, after = call("getMe")["username"], 0
    while True:
        try:
            for update in call("getUpdates", offset=after, timeout=POLL_SECONDS):
                after = update["update_id"] + 1
                if "message" in update:
                    answer_message(update["message"], username)
        except (OSError, ClaspError) as error:
            print(f"tried again in a second: {type(error).__name__}", flush=True)
            time.sleep(1)


main()
