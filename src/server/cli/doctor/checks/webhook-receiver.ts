import { randomBytes } from 'node:crypto'
import type { WebhookConfig } from '#server/config/config.ts'
import {
  createWebhookClient,
  type WebhookAnswer,
} from '#server/notifications/webhooks/webhook-client.ts'
import { OWN_AUTHORITY } from '../ask.ts'
import { failure, type Finding, ok } from '../finding.ts'

type Deps = {
  webhook: WebhookConfig | null
  /** Unix time in milliseconds. */
  now: () => number
}

/** Receivers ignore unknown types. */
const TEST_TYPE = 'clasp.test'
/** Shorter than a real delivery may take, so that the doctor ends soon. */
const TIMEOUT_MS = 4_000

/** Whether the operator's receiver accepts our signature, and refuses another one. */
export async function checkWebhookReceiver({ webhook, now }: Deps): Promise<Finding[]> {
  if (webhook === null) {
    return ok('WEBHOOK_URL is not set: your code asks for events at /v1/events.')
  }
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const [genuine, forged] = await Promise.all([
    send(webhook, now),
    send({ ...webhook, secrets: [secret] }, now),
  ])
  const host = new URL(webhook.url).host
  if (!isTaken(genuine)) return notTaken(genuine, host)
  if (isTaken(forged)) {
    return failure(
      `The receiver at ${host} takes a message with a false signature.`,
      'Let it verify every message with WEBHOOK_SIGNING_SECRET (Standard Webhooks) before it reads it.',
    )
  }
  return ok(`The receiver at ${host} takes a signed test and refuses a false one.`)
}

async function send(webhook: WebhookConfig, now: () => number): Promise<WebhookAnswer> {
  const client = createWebhookClient({ webhook, now, timeoutMs: TIMEOUT_MS })
  const id = `test_${randomBytes(16).toString('base64url')}`
  const timestamp = new Date(now()).toISOString()
  const body = JSON.stringify({ type: TEST_TYPE, timestamp, data: {} })
  try {
    return await client.send({ id, body })
  } finally {
    client.close()
  }
}

function isTaken(answer: WebhookAnswer): boolean {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
}

function notTaken(answer: WebhookAnswer, host: string): Finding[] {
  if (answer.kind === 'answered') {
    return failure(
      `The receiver at ${host} answers a signed test with status ${answer.status}.`,
      'Let it answer 2xx, to unknown types too, and look whether it has the same signing secret and clock.',
    )
  }
  if (answer.code === 'refused-address') {
    return failure(
      `The receiver at ${host} has a private address, where nothing is sent.`,
      'Name its host, or its network, in WEBHOOK_ALLOW_HOSTS if it is yours.',
    )
  }
  return failure(
    `The receiver at ${host} gives no answer (${answer.code}).`,
    answer.code === 'tls'
      ? `Check whether it serves https, and who issued its certificate; ${OWN_AUTHORITY}.`
      : 'Check whether it runs, and whether this machine can reach it.',
  )
}
