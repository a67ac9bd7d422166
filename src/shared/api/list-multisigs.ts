import * as v from 'valibot'
import { MultisigSchema } from '../multisig.ts'
import type { Endpoint } from './endpoint.ts'

/** The multisigs that a linked wallet of a key signs for: membership, not control (level `signer`). */
export const listMultisigs = {
  method: 'GET',
  path: '/api/wallets/:id/multisigs',
  response: v.object({
    multisigs: v.array(MultisigSchema),
    /** Whether every chain has answered in time. */
    isComplete: v.boolean(),
    /** Whether a service could be queried; if not, the member gives the multisig's address (`lookUpMultisig`). */
    canList: v.boolean(),
  }),
} as const satisfies Endpoint
