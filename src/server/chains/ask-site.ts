import { askStatus, type AskedStatus } from '#proof/proof-status.ts'
import type { Facts } from '#proof/verdict.ts'
import { readCapped } from './read-capped.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_024

/** Asks the site that a proof names, follows it nowhere else, and reads no more than a status may have. */
export function askSite(facts: Facts, ask: typeof fetch): Promise<AskedStatus> {
  return askStatus(facts, async (url) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { status, body } = await ask(url, { signal, credentials: 'omit', redirect: 'manual' })
    return { status, json: () => readJson(body, signal) }
  })
}

async function readJson(body: Response['body'], signal: AbortSignal): Promise<unknown> {
  if (body === null) return null
  const bytes = await readCapped(body, { maxBytes: MAX_BYTES, signal })
  return JSON.parse(new TextDecoder().decode(bytes))
}
