import { randomBytes } from 'node:crypto'
import type { Environment } from '#server/environment.ts'
import { createHostBot } from '../../docs/examples/host-bot/create-host-bot.ts'
import type { Surroundings } from './start-surroundings.ts'

/** The example of an owner's bot, with Clasp beside it instead of Clasp's own bot. */
export type DemoHostBot = {
  /** What an owner sets so that Clasp leaves the updates to this bot and tells it of wallets. */
  environment: Environment
  start(): void
  stop(): Promise<void>
}

/** @param apiKey with the scope `wallets:read` */
export function createDemoHostBot(
  surroundings: Surroundings,
  { appUrl, apiKey }: { appUrl: string; apiKey: string },
): DemoHostBot {
  const { hostUrl, ownerUrl, world } = surroundings
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`
  const { bot, receiver } = createHostBot({
    token: world.botToken,
    apiRoot: hostUrl,
    claspUrl: appUrl,
    apiKey,
    signingSecret,
  })
  surroundings.setOwner(receiver)
  return {
    environment: {
      BOT_MODE: 'off',
      WEBHOOK_URL: `${ownerUrl}/clasp`,
      WEBHOOK_SIGNING_SECRET: signingSecret,
      WEBHOOK_ALLOW_HOSTS: new URL(hostUrl).hostname,
    },
    start: () => void bot.start(),
    stop: () => bot.stop(),
  }
}
