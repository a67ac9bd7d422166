import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { createBotApi } from '#demo/telegram/bot-api.ts'
import { createWorld, type World } from '#demo/telegram/world.ts'
import { freePort } from '#tests/support/free-port.ts'

const ROOT = join(import.meta.dirname, '../..')

export type Production = {
  url: string
  /** The simulated Telegram whose Bot API the server talks to. */
  world: World
  /** Ends the server in order, then the simulated Telegram. */
  stop(): Promise<void>
}

/**
 * The built server (`dist/current/server/main.js`) in a process of its own, with a simulated Bot API and
 * nobody else to talk to.
 *
 * @param environment on top of what every start needs, or instead of it
 */
export async function startProduction(environment: Record<string, string>): Promise<Production> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const botToken = `1234567890:${randomBytes(26).toString('base64url')}`
  const world = createWorld({
    botToken,
    botUsername: 'bench_bot',
    appShortName: null,
    appUrl: url,
    now: Date.now,
  })
  const api = serve({ fetch: createBotApi(world).fetch, hostname: '127.0.0.1', port: apiPort })
  const child = spawn(process.execPath, ['dist/current/server/main.js'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      BOT_TOKEN: botToken,
      BOT_MODE: 'off',
      PUBLIC_URL: url,
      DATA_KEY: randomBytes(32).toString('hex'),
      EVM: 'off',
      TELEGRAM_API_ROOT: `http://127.0.0.1:${apiPort}`,
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...environment,
    },
  })
  await answers(`${url}/readyz`, child)
  return {
    url,
    world,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      api.close()
      world.close()
    },
  }
}

/** Waits until the server answers; gives up when its process ends or after 20 seconds. */
async function answers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 20_000
  while (child.exitCode === null && Date.now() < deadline) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await sleep(100)
  }
  throw new Error('the built server did not start')
}
