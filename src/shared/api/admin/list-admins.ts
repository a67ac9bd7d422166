import * as v from 'valibot'
import { PersonSchema } from '../../person.ts'
import { TelegramIdSchema } from '../../user.ts'
import type { Endpoint } from '../endpoint.ts'
import { MemberIdSchema } from './list-members.ts'

const AdminSchema = v.object({
  telegramId: TelegramIdSchema,
  /** Null for one of `ADMIN_IDS` who has not opened the app yet. */
  person: v.nullable(PersonSchema),
  /** How the link of `setup` made them an admin, which can be ended; null for one of `ADMIN_IDS`. */
  link: v.nullable(v.object({ id: MemberIdSchema, since: v.pipe(v.string(), v.isoTimestamp()) })),
  /** Whether it is the one who asks. */
  mine: v.boolean(),
})
export type ListedAdmin = v.InferOutput<typeof AdminSchema>

/** The admins: those of `ADMIN_IDS`, then those by a link, the earliest first. */
export const listAdmins = {
  method: 'GET',
  path: '/api/admin/admins',
  response: v.object({ admins: v.array(AdminSchema) }),
} as const satisfies Endpoint
