import type { Postgres } from '#tests/support/postgres.ts'
import { PUBLIC_URL } from '#tests/support/test-server.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'
import type { Dialect } from '../dialects.ts'
import { launchProduction, type Production } from '../start-production.ts'
import { after } from '../undoing.ts'
import type { OperateFinding } from './finding.ts'

/** What one part of the benchmark works with. */
export type OperateStage = {
  postgres: Postgres
  /** A folder of the part's own. */
  directory: string
  /** The former in the folder. */
  dialects: { sqlite: Dialect; postgres: Dialect }
}

export type OperatePart = (stage: OperateStage) => Promise<OperateFinding[]>

/** A server in a process of its own, with nobody to talk to but a simulated Telegram. @param variables at least `DATABASE_URL` */
export async function startServer(variables: Record<string, string>): Promise<Production> {
  const server = await launchServer(variables)
  await server.ready()
  return server
}

/** The same, before it is ready. */
export function launchServer(variables: Record<string, string>): Promise<Production> {
  return launchProduction({
    PUBLIC_URL,
    LOG_LEVEL: 'silent',
    ...variables,
  })
}

/** A receiver of events, with the variables of a server that sends them there. */
export async function startReceiver(options?: Parameters<typeof startWebhookReceiver>[0]) {
  const receiver = await startWebhookReceiver(options)
  after(() => receiver.close())
  const { port, secret } = receiver
  const variables = {
    WEBHOOK_URL: `http://127.0.0.1:${port}/events`,
    WEBHOOK_SIGNING_SECRET: secret,
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
  }
  return { ...receiver, variables }
}
