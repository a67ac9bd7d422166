import { serve } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { createWorld } from '#demo/telegram/world.ts'
import type { World } from '#demo/telegram/world.ts'

export const BOT_TOKEN = '700100200:AAtest-token_for-the-demo'

export const ADA = 412_087_331
export const NEGAR = 7_120_446_985
export const GROUP = -1_002_130_774_551

export function makeWorld(): World {
  const world = createWorld({
    botToken: BOT_TOKEN,
    botUsername: 'clasp_demo_bot',
    appShortName: 'app',
    appUrl: 'http://127.0.0.1:4000/',
    now: () => Date.UTC(2026, 10, 20),
  })
  onTestFinished(() => world.close())
  return world
}

/** Listens on a free port for the time of the test; gives the address. */
export async function listen(app: {
  fetch: (request: Request) => Response | Promise<Response>
}): Promise<string> {
  const address = await new Promise<string>((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
    onTestFinished(() => void server.close())
  })
  return address
}

/** A world whose Bot API answers at `apiRoot`. */
export async function serveWorld(): Promise<{ world: World; apiRoot: string }> {
  const world = makeWorld()
  return { world, apiRoot: await listen(createBotApi(world)) }
}

/** Settles at the change after which `read` finds something. */
export function untilFound<Found>(world: World, read: () => Found | undefined): Promise<Found> {
  return new Promise((resolve) => {
    const check = () => {
      const found = read()
      if (found === undefined) return
      unsubscribe()
      resolve(found)
    }
    const unsubscribe = world.subscribe(check)
    check()
  })
}
