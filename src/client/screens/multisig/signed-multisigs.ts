import type { ResponseOf } from '#shared/api/endpoint.ts'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import type { Api } from '../../api/call.ts'
import { createReading, type ServerReading } from '../reading/reading.ts'

/** The multisigs that a wallet signs for, as far as the chains have answered. */
export type SignedMultisigs = ResponseOf<typeof listMultisigs>

export function createSignedMultisigs(api: Api, walletId: string): ServerReading<SignedMultisigs> {
  return createReading(() => api.call(listMultisigs, { id: walletId }))
}
