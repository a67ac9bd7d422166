import { randomBytes } from 'node:crypto'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startTelegramApi } from '#tests/support/telegram-api.ts'
import { DATA_KEY } from './bench-store.ts'
import { METRICS_TOKEN } from './read-metric.ts'
import { type BuiltOptions, type BuiltServer, startBuilt } from './start-built.ts'
import { after } from './undoing.ts'

export type Production = BuiltServer & {
  /** The simulated Telegram whose Bot API the server talks to. */
  world: TelegramWorld
}

/**
 * The built server, once it is ready, with a simulated Bot API and nobody else to talk to. It ends with the work that is under way.
 *
 * @param environment on top of what every start needs, or instead of it
 */
export async function startProduction(
  environment: Record<string, string>,
  options?: BuiltOptions,
): Promise<Production> {
  const production = await launchProduction(environment, options)
  await production.ready()
  return production
}

/** The same, before it is ready. */
export async function launchProduction(
  environment: Record<string, string>,
  options?: BuiltOptions,
): Promise<Production> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const botToken = `1234567890:${randomBytes(26).toString('base64url')}`
  const telegram = await startTelegramApi({ botToken, appUrl: url })
  after(() => telegram.close())
  const server = startBuilt(
    {
      BOT_TOKEN: botToken,
      BOT_MODE: 'off',
      PUBLIC_URL: url,
      DATA_KEY: Buffer.from(DATA_KEY).toString('hex'),
      EVM: 'off',
      TON_API_URL: 'http://127.0.0.1:9',
      TELEGRAM_API_ROOT: telegram.apiRoot,
      METRICS_TOKEN,
      // Members of a seed were last seen long ago, and the server sweeps in its second minute.
      MEMBER_RETENTION_DAYS: '9999',
      ...environment,
      PORT: String(port),
    },
    options,
  )
  after(() => server.kill())
  return { ...server, world: telegram.world }
}
