import * as v from 'valibot'
import { PROOF_START_PARAM } from '../start-param.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * From now on a launch of the app with this start parameter is awaited, for ten minutes: by it Telegram signs the proof
 * of the wallet. The launch data is stored with the proof only if the app then submits it. Where the operator has Log In
 * With Telegram, a login that starts at `url` in a browser is awaited instead.
 */
export const requestProofLaunch = {
  method: 'POST',
  path: '/api/wallets/:id/launch',
  response: v.union([
    v.object({ startParam: v.pipe(v.string(), v.regex(PROOF_START_PARAM)) }),
    v.object({ url: v.pipe(v.string(), v.url()) }),
  ]),
} as const satisfies Endpoint
