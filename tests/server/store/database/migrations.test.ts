import { createHash, randomBytes } from 'node:crypto'
import { Migrator, type Kysely } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS, STATEMENTS } from '#server/store/database/migrations.ts'
import { createFieldCipher, type KeyCipher } from '#server/store/database/field-cipher.ts'
import { openStore } from '#server/store/open-store.ts'
import { sampleProof } from '#tests/support/proof-samples.ts'
import { postgresDialect, sqliteDialect, runDialect } from '#tests/support/store-dialects.ts'
import { NOON, sampleWallet } from '#tests/support/store-samples.ts'

const HOUR = 3_600_000

/**
 * Every migration with the digest of its statements, so that nobody edits what was released. A release that migrates adds its
 * line.
 */
const DIGESTS = {
  '1.0.0-first-schema': 'bc56f395e76da12ac19766d166fab2716991f7236ac8dca9278b4e778ba71327',
  '1.1.0-expand-admins': '01993e9fd0c87e3a94cc82758bd8d01cad12b7ea6cab5e871d7b2bb0d624b1c5',
  '1.1.0-expand-doors': '34df324ce7c8eba2222936dd6dac6f88fa50db6751dab3c6a1ceeb81ad92cc2c',
  '1.1.0-expand-handed-proofs': '28dc7466368720cf4df5195f6c53210a08c8083ed2ed85753666b5ac822d1482',
  '1.1.0-expand-members-list': '309897d7a53bbdd2f948520dadf2e462ee32c534c51d0d57a36b301f945a215c',
  '1.1.0-expand-unlinked-wallets':
    'ed4cd8ba3ef99ca3297045dac8c4543f83680a19a9102d25c1457d4de8483c02',
  '1.1.0-expand-wallet-uses': 'c7816a4f1337f023477910ddeeaf0161a3779c878368f54475e39976c75ad9e6',
  '1.1.0-expand-who-has-receipt':
    '3b3ced2731ac5a5ef71268b18c8618c05836c3bfb7b3cd2f51debeb3f883471a',
  '1.1.0-expand-whose-question': '5dacb350940b326539e3352643e3e40fea23e001fc7ea17a2c62d30c12bbdb40',
  '1.1.0-expand-whose-reply': 'cd7228b1080c1942d6f162bc8c5e5825d79c7b6058c315528551f0048e4ce091',
}
const RELEASES = Object.keys(DIGESTS)

test('the released migrations are as they were, and every migration is released', () => {
  const digests = Object.entries(STATEMENTS).map(([name, statements]) => [
    name,
    createHash('sha256').update(statements).digest('hex'),
  ])
  expect(Object.fromEntries(digests)).toEqual(DIGESTS)
  expect(RELEASES).toEqual(Object.keys(MIGRATIONS))
})

test('every migration after the first only adds, or ends an addition of an earlier version', () => {
  const [, ...later] = Object.keys(MIGRATIONS)
  for (const name of later) {
    const [, version = '', expansion] =
      /^(\d+\.\d+\.\d+)-(?:expand-.+|contract-(.+))$/.exec(name) ?? []
    expect(version).not.toBe('')
    if (expansion === undefined) continue
    expect(later).toContain(expansion)
    expect(expansion.startsWith(version)).toBe(false)
  }
})

describe.each([sqliteDialect(), postgresDialect()])('migrations on $name', (dialect) => {
  runDialect(dialect)

  /** A database as a release left it, under its key. */
  async function makeDatabase(migration: string) {
    const databaseUrl = await dialect.createEmptyDatabase()
    const dataKey = Uint8Array.from(randomBytes(32))
    const db = dialect.connect(databaseUrl)
    const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) }
    const { error } = await new Migrator({ db, provider }).migrateTo(migration)
    expect(error).toBeUndefined()
    await fillFirstSchema(db.withTables<TableShapes>(), createFieldCipher(dataKey))
    await db.destroy()
    return { databaseUrl, dataKey, delivers: true }
  }

  test.each(RELEASES)(
    'a database of %s is upgraded: members, wallets, consents, events and requests are unchanged',
    async (migration) => {
      const store = await openStore(await makeDatabase(migration))
      onTestFinished(() => store.close())
      expect(await store.findSession(TOKEN_HASH, NOON)).toMatchObject({
        user: { id: HOLDER, telegramId: HOLDER },
        attemptId: null,
      })
      expect(await store.listWallets(HOLDER)).toEqual([STORED])
      expect(await store.findAttempt('asking', REQUESTER, NOON)).toMatchObject({
        family: 'ton',
        state: 'awaiting-consent',
      })
      const [event] = await store.listHostEvents({ after: 0, limit: 9 })
      expect(event?.event).toMatchObject({ type: 'wallet.linked', userId: HOLDER, wallet: STORED })
      expect(await store.findRequest(CODE)).toMatchObject({ families: ['ton'] })
      const moved = {
        attemptId: 'asking',
        holderId: HOLDER,
        answer: 'move',
        walletLimit: 9,
      } as const
      expect(await store.answerConsent(moved, NOON)).toBe('moved')
      expect(await store.listWallets(REQUESTER)).toMatchObject([HELD])
    },
  )

  test('several processes that start together make one schema', async () => {
    const databaseUrl = await dialect.createEmptyDatabase()
    const options = { databaseUrl, dataKey: Uint8Array.from(randomBytes(32)), delivers: true }
    const stores = await Promise.all([openStore(options), openStore(options), openStore(options)])
    for (const store of stores) {
      expect(await store.listWallets(HOLDER)).toEqual([])
      await store.close()
    }
  })
})

type TableShapes = Record<
  | 'settings'
  | 'users'
  | 'sessions'
  | 'attempts'
  | 'wallets'
  | 'consents'
  | 'events'
  | 'api_keys'
  | 'requests',
  Record<string, unknown>
>

const HOLDER = '7000000001'
const REQUESTER = '7000000002'
const CODE = 'r1_AAAAAAAAAAAAAAAAAAAAAA'
const TOKEN_HASH = Uint8Array.from(randomBytes(32))
const HELD = sampleWallet()
const STORED = {
  ...HELD,
  id: 'wallet',
  userId: HOLDER,
  label: null,
  primary: true,
  verifiedAt: NOON,
  staleAt: null,
  multisig: null,
}
const PROOF = sampleProof()

/** A holder with a session, a wallet and the event of its link; a requester who waits; a request. */
async function fillFirstSchema(db: Kysely<TableShapes>, cipher: KeyCipher): Promise<void> {
  const insert = (table: keyof TableShapes, row: Record<string, unknown>) =>
    db.insertInto(table).values(row).execute()
  const seal = (value: unknown, table: keyof TableShapes, column: string, row: string) =>
    cipher.seal(Buffer.from(JSON.stringify(value)), { table, column, row })
  const { keySource, ...columns } = HELD
  const proven = { ...columns, key_source: keySource }
  const life = { created_at: NOON, expires_at: NOON + HOUR }
  await insert('settings', { name: 'key-check', value: cipher.keyCheck })
  for (const id of [HOLDER, REQUESTER])
    await insert('users', {
      id,
      telegram_key: cipher.lookup(id),
      profile: seal({ telegramId: id, firstName: 'M', username: null }, 'users', 'profile', id),
      language: 'en',
      may_message: 1,
      created_at: NOON,
      last_seen_at: NOON,
    })
  await insert('sessions', { token_hash: TOKEN_HASH, user_id: HOLDER, expires_at: NOON + HOUR })
  await insert('wallets', {
    ...proven,
    id: 'wallet',
    user_id: HOLDER,
    is_primary: 1,
    linked_at: NOON,
    verified_at: NOON,
    proof: seal(PROOF, 'wallets', 'proof', 'wallet'),
  })
  const attempt = { id: 'asking', user_id: REQUESTER, state: 'awaiting-consent', nonce: 'nonce' }
  await insert('attempts', { ...attempt, ...life, family: 'ton', outcome_taken: 0 })
  await insert('consents', {
    ...proven,
    attempt_id: 'asking',
    requester_id: REQUESTER,
    asked_at: NOON,
    proof: seal(PROOF, 'consents', 'proof', 'asking'),
  })
  const linked = { type: 'wallet.linked', userId: HOLDER, wallet: STORED }
  await insert('events', {
    sequence: 1,
    id: 'event',
    type: linked.type,
    user_id: HOLDER,
    body: seal(linked, 'events', 'body', 'event'),
    created_at: NOON,
    tries: 0,
    delivery_tries: 0,
  })
  const key = { id: 'key', name: 'bot', hash: TOKEN_HASH, scopes: '', created_at: NOON }
  await insert('api_keys', key)
  await insert('requests', { code: CODE, key_id: key.id, ...life })
}
