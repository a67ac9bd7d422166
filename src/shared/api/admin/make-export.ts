import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'

/** How long a link to the table works, in milliseconds. */
export const EXPORT_LINK_TTL_MS = 2 * 60 * 1_000

/** A link to the table of all members with wallets, which works once, in any browser. */
export const makeExport = {
  method: 'POST',
  path: '/api/admin/export',
  response: v.object({ url: v.pipe(v.string(), v.url()) }),
} as const satisfies Endpoint
