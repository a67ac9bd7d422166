import { serve } from '@hono/node-server'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { createWorld, type TelegramWorld } from '#demo/telegram/world.ts'
import { freePort } from './free-port.ts'

/** The demo's Telegram on loopback. */
export type TelegramApi = {
  world: TelegramWorld
  /** The value for `TELEGRAM_API_ROOT`. */
  apiRoot: string
  close: () => void
}

/** @param bot the bot of this Bot API, with the address of its Mini App */
export async function startTelegramApi(bot: {
  botToken: string
  appUrl: string
}): Promise<TelegramApi> {
  const names = { botUsername: 'clasp_test_bot', appShortName: null }
  const world = createWorld({ ...bot, ...names, now: Date.now })
  const port = await freePort()
  const api = serve({ fetch: createBotApi(world).fetch, hostname: '127.0.0.1', port })
  return {
    world,
    apiRoot: `http://127.0.0.1:${port}`,
    close() {
      world.close()
      if ('closeAllConnections' in api) api.closeAllConnections()
      api.close()
    },
  }
}
