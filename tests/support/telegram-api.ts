import { serve } from '@hono/node-server'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { createWorld } from '#demo/telegram/world.ts'
import { freePort } from './free-port.ts'
import { BOT_TOKEN, PUBLIC_URL } from './test-server.ts'

/** The Bot API over a simulated Telegram, for servers in processes of their own. */
export async function startTelegramApi() {
  const world = createWorld({
    botToken: BOT_TOKEN,
    botUsername: 'clasp_test_bot',
    appShortName: null,
    appUrl: `${PUBLIC_URL}/`,
    now: Date.now,
  })
  const port = await freePort()
  const api = serve({ fetch: createBotApi(world).fetch, hostname: '127.0.0.1', port })
  const close = () => {
    world.close()
    api.close()
  }
  return { world, apiRoot: `http://127.0.0.1:${port}`, close }
}
