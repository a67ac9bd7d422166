import * as v from 'valibot'
import { ADMIN_START_PARAM } from '../../start-param.ts'
import type { Endpoint } from '../endpoint.ts'

/** Makes the member an admin by the link of `setup`, which works once. An admin may open it again. */
export const takeAdminLink = {
  method: 'POST',
  path: '/api/admin/link',
  request: v.strictObject({
    /** The start parameter of the link. */
    link: v.pipe(v.string(), v.regex(ADMIN_START_PARAM)),
  }),
} as const satisfies Endpoint
