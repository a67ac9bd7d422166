import type { ResponseOf } from '#shared/api/endpoint.ts'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import type { Api } from '../../api/call.ts'
import { createQuery, type ServerQuery } from '../query/query.ts'

/** The multisigs that a wallet signs for, as far as the chains have answered. */
export type SignedMultisigs = ResponseOf<typeof listMultisigs>

export function createSignedMultisigs(api: Api, walletId: string): ServerQuery<SignedMultisigs> {
  return createQuery(() => api.call(listMultisigs, { id: walletId }))
}
