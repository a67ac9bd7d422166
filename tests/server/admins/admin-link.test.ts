import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ADMIN_LINK_TTL_MS, readAdminLink, writeAdminLink } from '#server/admins/admin-link.ts'
import { createFieldCipher } from '#server/store/database/field-cipher.ts'
import { readStartParam } from '#shared/start-param.ts'
import { NOON } from '#tests/support/store-samples.ts'

const makeKey = () => createFieldCipher(new Uint8Array(randomBytes(32)))
const key = makeKey()

test('a link holds for ten minutes, also while DATA_KEY is changed', () => {
  const link = writeAdminLink(key, NOON)
  const end = { expiresAt: NOON + ADMIN_LINK_TTL_MS }
  expect(readAdminLink(link, [key], NOON)).toEqual(end)
  expect(readAdminLink(link, [makeKey(), key], end.expiresAt - 1)).toEqual(end)
  expect(readAdminLink(link, [key], end.expiresAt)).toBeUndefined()
})

test('every link is another one, and leads to Home', () => {
  const link = writeAdminLink(key, NOON)
  expect(writeAdminLink(key, NOON)).not.toBe(link)
  expect(readStartParam(link)).toBeNull()
})

test('attack: a link of another key, with a later end, cut, longer, or none at all is refused', () => {
  const link = writeAdminLink(key, NOON)
  const bytes = Buffer.from(link.slice('admin-'.length), 'base64url')
  const later = Buffer.from(bytes)
  later.writeUIntBE(later.readUIntBE(0, 6) + 60, 0, 6)
  const forged = [
    writeAdminLink(makeKey(), NOON),
    `admin-${later.toString('base64url')}`,
    link.slice(0, -1),
    `${link}A`,
    `admin-${'A'.repeat(38)}`,
    bytes.toString('base64url'),
    '',
  ]
  for (const one of forged) expect([one, readAdminLink(one, [key], NOON)]).toEqual([one, undefined])
})

test('attack: one link is spelled in two ways, to be used twice', () => {
  const link = writeAdminLink(key, NOON)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(link.at(-1) ?? '')
  const other = `${link.slice(0, -1)}${alphabet.charAt(last ^ 1)}`
  expect(Buffer.from(other.slice(6), 'base64url')).toEqual(Buffer.from(link.slice(6), 'base64url'))
  expect(readAdminLink(other, [key], NOON)).toBeUndefined()
})
