import * as v from 'valibot'
import { AttemptSchema } from '../attempt.ts'
import { AttemptClientSchema } from '../client-platform.ts'
import { CosigningCodeSchema } from '../codes.ts'
import { RequestCodeSchema } from '../request.ts'
import { FamilySchema } from '../wallet.ts'
import type { Endpoint } from './endpoint.ts'

/** A new attempt with its nonce, made before any wallet is opened so that everything after it survives a reload. */
export const createAttempt = {
  method: 'POST',
  path: '/api/attempts',
  request: v.strictObject({
    family: FamilySchema,
    client: v.optional(AttemptClientSchema),
    /** The connect request that this attempt should answer. */
    requestCode: v.optional(RequestCodeSchema),
    /** The cosigning that the member should confirm as an owner, instead of linking a wallet. */
    cosign: v.optional(
      v.strictObject({
        code: CosigningCodeSchema,
        /** Whether the other owners may see the member's name. */
        showsName: v.boolean(),
      }),
    ),
  }),
  response: AttemptSchema,
} as const satisfies Endpoint
