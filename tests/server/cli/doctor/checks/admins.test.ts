import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkAdmins } from '#server/cli/doctor/checks/admins.ts'
import { usableConfig } from '#server/cli/doctor/usable-config.ts'
import { openStore } from '#server/store/open-store.ts'
import { lines } from '#tests/support/doctor-site.ts'
import { NOON, sampleMember } from '#tests/support/store-samples.ts'
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts'

const ENVIRONMENT = {
  BOT_TOKEN: '123456789:AAFakeFakeFakeFakeFakeFakeFakeFake_-1',
  PUBLIC_URL: 'https://app.example.com',
  DATA_KEY: randomBytes(32).toString('hex'),
  EVM: 'off',
}

async function check(changes: Record<string, string>) {
  const DATABASE_URL = `file:${join(await makeTemporaryFolder('doctor'), 'clasp.db')}`
  const { config } = usableConfig({ ...ENVIRONMENT, DATABASE_URL, ...changes })
  return lines(await checkAdmins({ config }))
}

test('the doctor lists the admins of ADMIN_IDS before there is a database', async () => {
  expect(await check({ ADMIN_IDS: '11,22', CHATS: 'known' })).toEqual([
    'ok: Admins: 11 by ADMIN_IDS, 22 by ADMIN_IDS.',
  ])
})

test('the doctor lists an admin by the link of setup, and then misses no other', async () => {
  const DATABASE_URL = `file:${join(await makeTemporaryFolder('doctor'), 'clasp.db')}`
  const dataKey = new Uint8Array(Buffer.from(ENVIRONMENT.DATA_KEY, 'hex'))
  const store = await openStore({ databaseUrl: DATABASE_URL, dataKey, delivers: false })
  const { id: userId, telegramId } = await sampleMember(store)
  const link = { hash: new Uint8Array(32), expiresAt: NOON + 1, userId }
  await store.takeAdminLink(link, NOON)
  await store.close()
  const day = new Date(NOON).toISOString().slice(0, 10)
  expect(await check({ DATABASE_URL, CHATS: 'known' })).toEqual([
    `ok: Admins: ${telegramId} by the link of setup on ${day}.`,
  ])
})

test('the doctor warns where nobody can make a request by a link, or no group can be known', async () => {
  expect(await check({ CHATS: 'known' })).toEqual([
    expect.stringMatching(/^warning: REQUESTS=admins and nobody is an admin/),
    expect.stringMatching(/^warning: CHATS=known and nobody is an admin/),
  ])
  expect(await check({ REQUESTS: 'members' })).toEqual(['ok: Nobody is an admin.'])
})
