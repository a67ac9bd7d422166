import { createBotApi } from '#demo/telegram/bot-api.ts'
import { createWorld, type TelegramWorld } from '#demo/telegram/world.ts'
import { listenHere } from './listen-here.ts'

/** The demo's Telegram on loopback. */
export type TelegramApi = {
  world: TelegramWorld
  /** The value for `TELEGRAM_API_ROOT`. */
  apiRoot: string
  close: () => Promise<void>
}

/** @param bot the bot of this Bot API, with the address of its Mini App */
export async function startTelegramApi(bot: {
  botToken: string
  appUrl: string
}): Promise<TelegramApi> {
  const names = { botUsername: 'clasp_test_bot', appShortName: null }
  const world = createWorld({ ...bot, ...names, now: Date.now })
  const api = await listenHere(createBotApi(world))
  return {
    world,
    apiRoot: api.url,
    close() {
      world.close()
      return api.close()
    },
  }
}
