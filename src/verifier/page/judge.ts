import { TELEGRAM_LOGIN_KEYS } from '#proof/login.ts'
import { parseLoginKeys } from '#proof/parse-login-keys.ts'
import { parseTelegramKey, TELEGRAM_PRODUCTION } from '#proof/telegram.ts'
import type { Verdict } from '#proof/verdict.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { openChains } from '#server/chains/open-chains.ts'

export { prepareVerifier } from '#proof/prepare-verifier.ts'
export { askSite } from '#server/chains/ask-site.ts'

/** What the reader names beside the proof, as typed; empty where they name nothing. */
export type NamedTrust = { node: string; key: string }

/** What the policy of the page lets it ask. */
const NODE_URL = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]|$))/

export function isNode(named: string): boolean {
  return NODE_URL.test(named)
}

/** A key of Telegram for launches, or a set of its keys for logins. */
export function isKey(named: string): boolean {
  return parseTelegramKey(named) !== null || parseLoginKeys(named).length > 0
}

/** Judges a proof; a node or key that is none counts for nothing. */
export function judge(source: Uint8Array | string, { node, key }: NamedTrust): Promise<Verdict> {
  const url = isNode(node) ? node : null
  const asked = { evmRpcUrl: url, tonApiUrl: url, fetch: fetch.bind(window) }
  return verifyProof(source, {
    now: Date.now(),
    ...readTrust(key),
    openChains: (wallet) => openChains(wallet, asked),
  })
}

/** Whom the reader trusts as Telegram: its own keys, and the one they name. */
function readTrust(named: string) {
  const launchKey = parseTelegramKey(named)
  return {
    telegramKeys: [TELEGRAM_PRODUCTION, ...(launchKey === null ? [] : [launchKey])],
    loginKeys: [...TELEGRAM_LOGIN_KEYS, ...parseLoginKeys(named)],
  }
}
