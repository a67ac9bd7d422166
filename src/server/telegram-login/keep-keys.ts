import type { CustomFetch } from 'openid-client'
import { parseLoginKeys } from '#proof/parse-login-keys.ts'

/** How long keys of Telegram count while it serves none, in milliseconds. */
const LAST_KEYS_TTL_MS = 24 * 60 * 60 * 1_000

type Options = {
  /** Where Telegram serves its keys. */
  jwksUri: string | undefined
  /** Unix time in milliseconds. */
  now: () => number
}

/** The same requests. Where Telegram does not serve its keys, it is those that it served last. */
export function keepKeys(ask: CustomFetch, { jwksUri, now }: Options): CustomFetch {
  let last: { jwks: string; at: number } | null = null
  return async (url, options) => {
    if (url !== jwksUri) return ask(url, options)
    const jwks = await read(() => ask(url, options))
    if (jwks !== null) last = { jwks, at: now() }
    if (last === null || now() > last.at + LAST_KEYS_TTL_MS) throw new TypeError('no keys')
    return new Response(last.jwks, { headers: { 'content-type': 'application/json' } })
  }
}

/** Null for anything but keys. */
async function read(ask: () => Promise<Response>): Promise<string | null> {
  try {
    const answer = await ask()
    const jwks = await answer.text()
    return answer.ok && parseLoginKeys(jwks).length > 0 ? jwks : null
  } catch {
    return null
  }
}
