import * as v from 'valibot'
import { type HostEndpoint, noParams, noQuery } from './host-endpoint.ts'
import { FamiliesSchema } from '../../request.ts'
import { HostRequestSchema } from './host-request.ts'

const MINUTE_S = 60
const DAY_S = 24 * 60 * MINUTE_S

/** A link that asks whoever opens it to connect a wallet and to let the owner know. */
export const createRequest = {
  method: 'POST',
  path: '/v1/requests',
  scope: 'requests:write',
  params: noParams,
  query: noQuery,
  request: v.strictObject({
    /** From which a wallet may answer; every family that this server offers unless told. */
    families: v.optional(FamiliesSchema),
    /** Seconds until the link asks no more; a week unless told. */
    expiresIn: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(MINUTE_S), v.maxValue(90 * DAY_S)),
      7 * DAY_S,
    ),
  }),
  response: HostRequestSchema,
  status: 201,
} as const satisfies HostEndpoint
