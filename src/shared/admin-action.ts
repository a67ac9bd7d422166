/**
 * What admins do that is kept: a wallet `unlinked`, the table of all members `exported`, a delivery `sent-again`; an admin
 * `admitted`, by the link of `setup`, or `removed` by another one.
 */
export const ADMIN_ACTION_KINDS = [
  'unlinked',
  'exported',
  'sent-again',
  'admitted',
  'removed',
] as const
export type AdminActionKind = (typeof ADMIN_ACTION_KINDS)[number]
