import { MultisigDetailSchema } from '../multisig.ts'
import type { Endpoint } from './endpoint.ts'

/** A multisig as its chain shows it now, if the chain answers, and what the member has to do with it. */
export const getMultisig = {
  method: 'GET',
  path: '/api/multisigs/:id',
  response: MultisigDetailSchema,
} as const satisfies Endpoint
