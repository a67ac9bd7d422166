import { randomBytes } from 'node:crypto'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startTelegramApi } from '#tests/support/telegram-api.ts'
import { startBuilt } from './start-built.ts'

export type Production = {
  url: string
  /** The simulated Telegram whose Bot API the server talks to. */
  world: TelegramWorld
  /** Ends the server in order, then the simulated Telegram. */
  stop(): Promise<void>
}

/**
 * The built server, with a simulated Bot API and nobody else to talk to.
 *
 * @param environment on top of what every start needs, or instead of it
 * @param root the checkout whose build it is. @default this one
 */
export async function startProduction(
  environment: Record<string, string>,
  root?: string,
): Promise<Production> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const botToken = `1234567890:${randomBytes(26).toString('base64url')}`
  const telegram = await startTelegramApi({ botToken, appUrl: url })
  const server = await startBuilt(
    {
      BOT_TOKEN: botToken,
      BOT_MODE: 'off',
      PUBLIC_URL: url,
      DATA_KEY: randomBytes(32).toString('hex'),
      EVM: 'off',
      TELEGRAM_API_ROOT: telegram.apiRoot,
      ...environment,
      PORT: String(port),
    },
    root,
  )
  return {
    url,
    world: telegram.world,
    async stop() {
      await server.stop()
      await telegram.close()
    },
  }
}
