import * as v from 'valibot'
import { ADMIN_ACTION_KINDS } from '../../admin-action.ts'
import { PersonSchema } from '../../person.ts'
import type { Endpoint } from '../endpoint.ts'
import { CursorSchema, MemberIdSchema } from './list-members.ts'

const ActionSchema = v.object({
  id: v.string(),
  kind: v.picklist(ADMIN_ACTION_KINDS),
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Null for one who deleted everything. */
  admin: v.nullable(PersonSchema),
  /** The member whom it was about; null for none, for one who deleted everything, and where no names are shown. */
  about: v.nullable(v.object({ id: MemberIdSchema, ...PersonSchema.entries })),
})
export type ShownAction = v.InferOutput<typeof ActionSchema>

/** What admins did, the newest first. */
export const listActions = {
  method: 'POST',
  path: '/api/admin/actions',
  request: v.strictObject({
    /** Null for the first page. */
    after: v.nullable(CursorSchema),
  }),
  response: v.object({
    actions: v.array(ActionSchema),
    /** Of the next page; null where this is the last. */
    next: v.nullable(CursorSchema),
  }),
} as const satisfies Endpoint
