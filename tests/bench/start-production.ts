import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startTelegramApi } from '#tests/support/telegram-api.ts'

const ROOT = join(import.meta.dirname, '../..')

export type Production = {
  url: string
  /** The simulated Telegram whose Bot API the server talks to. */
  world: TelegramWorld
  /** Ends the server in order, then the simulated Telegram. */
  stop(): Promise<void>
}

/**
 * The built server (`dist/current/server/main.js`) in a process of its own, with a simulated Bot API and
 * nobody else to talk to.
 *
 * @param environment on top of what every start needs, or instead of it
 * @param root the checkout whose build it is. @default this one
 */
export async function startProduction(
  environment: Record<string, string>,
  root: string = ROOT,
): Promise<Production> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const botToken = `1234567890:${randomBytes(26).toString('base64url')}`
  const telegram = await startTelegramApi({ botToken, appUrl: url })
  const child = spawn(process.execPath, ['dist/current/server/main.js'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      BOT_TOKEN: botToken,
      BOT_MODE: 'off',
      PUBLIC_URL: url,
      DATA_KEY: randomBytes(32).toString('hex'),
      EVM: 'off',
      TELEGRAM_API_ROOT: telegram.apiRoot,
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...environment,
    },
  })
  await answers(`${url}/readyz`, child)
  return {
    url,
    world: telegram.world,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      telegram.close()
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
