import { randomBytes } from 'node:crypto'
import type { Environment } from '#server/config/environment.ts'
import { createHostBot } from '../../docs/examples/host-bot/create-host-bot.ts'
import type { DemoServices } from './start-demo-services.ts'

/** The example of an operator's bot, which replaces Clasp's bot. */
export type DemoHostBot = {
  /** The operator's settings so that Clasp leaves the updates to this bot and notifies it of wallets. */
  environment: Environment
  start(): void
  stop(): Promise<void>
}

/** @param apiKey with the scope `wallets:read` */
export function createDemoHostBot(
  services: DemoServices,
  { appUrl, apiKey }: { appUrl: string; apiKey: string },
): DemoHostBot {
  const { hostUrl, operatorUrl, world } = services
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`
  const { bot, receiver } = createHostBot({
    token: world.botToken,
    apiRoot: hostUrl,
    claspUrl: appUrl,
    apiKey,
    signingSecret,
  })
  services.setOperator(receiver)
  return {
    environment: {
      BOT_MODE: 'off',
      WEBHOOK_URL: `${operatorUrl}/clasp`,
      WEBHOOK_SIGNING_SECRET: signingSecret,
      WEBHOOK_ALLOW_HOSTS: new URL(hostUrl).hostname,
    },
    start: () => void bot.start(),
    stop: () => bot.stop(),
  }
}
