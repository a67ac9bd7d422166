import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyCipher } from '../store/database/field-cipher.ts'
import type { EpochMs } from '../store/database/stored.ts'
import { ADMIN_START_PARAM } from '#shared/start-param.ts'

/** How long a link makes its opener an admin, in milliseconds. */
export const ADMIN_LINK_TTL_MS = 10 * 60 * 1_000

/** The end in seconds, and what makes each link another one. */
const END_BYTES = 6
const SALT_BYTES = 6
/** HMAC-SHA-256, shortened to 128 bits (RFC 2104 §5). */
const MAC_BYTES = 16
const SECOND_MS = 1_000

type LinkKey = Pick<KeyCipher, 'adminLinkKey'>

/** The start parameter of a link that makes its first opener an admin. Nothing is stored before it is opened. */
export function writeAdminLink({ adminLinkKey }: LinkKey, now: EpochMs): string {
  const body = Buffer.alloc(END_BYTES + SALT_BYTES)
  body.writeUIntBE(Math.floor((now + ADMIN_LINK_TTL_MS) / SECOND_MS), 0, END_BYTES)
  randomBytes(SALT_BYTES).copy(body, END_BYTES)
  const mac = getMac(body, adminLinkKey)
  return `admin-${Buffer.concat([body, mac]).toString('base64url')}`
}

/** When such a link ends; undefined where none of the keys made it, or where it is over. */
export function readAdminLink(
  link: string,
  keys: readonly LinkKey[],
  now: EpochMs,
): { expiresAt: EpochMs } | undefined {
  const [, text = ''] = ADMIN_START_PARAM.exec(link) ?? []
  const bytes = Buffer.from(text, 'base64url')
  // One link has one spelling, because it is known as used by its hash.
  if (text === '' || bytes.toString('base64url') !== text) return undefined
  const body = bytes.subarray(0, END_BYTES + SALT_BYTES)
  const mac = bytes.subarray(END_BYTES + SALT_BYTES)
  const isOurs = keys.some(({ adminLinkKey }) => timingSafeEqual(mac, getMac(body, adminLinkKey)))
  const expiresAt = body.readUIntBE(0, END_BYTES) * SECOND_MS
  return isOurs && now < expiresAt ? { expiresAt } : undefined
}

function getMac(body: Uint8Array, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)
}
