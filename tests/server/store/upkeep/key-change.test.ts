import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createFieldCipher, SealedFieldError } from '#server/store/database/field-cipher.ts'
import { KEY_SENTENCES } from '#server/store/database/judge-keys.ts'
import { STATEMENTS } from '#server/store/database/migrations.ts'
import type { StoredProof } from '#server/store/rows/proof-rows.ts'
import { describeSealed, SEALED_TABLE_NAMES } from '#server/store/database/sealed-tables.ts'
import type { Store } from '#server/store/store.ts'
import { askToJoin } from '#tests/support/join-samples.ts'
import { leaveTraces } from '#tests/support/leave-traces.ts'
import {
  confirmSample,
  sampleCosigning,
  sampleTonMultisig,
} from '#tests/support/multisig-samples.ts'
import { sampleProof } from '#tests/support/proof-samples.ts'
import type { Dump } from '#tests/support/store-dialects.ts'
import {
  linkSample,
  newRequest,
  NOON,
  sampleApiKey,
  sampleMember,
  sampleProfile,
  linkContract,
} from '#tests/support/store-samples.ts'
import { getBytes, listSealed } from '#tests/support/store-secrets.ts'
import { describeStore, type StoreStage } from '#tests/support/store-suite.ts'

const newKey = () => Uint8Array.from(randomBytes(32))

/** Something in every sealed column. */
async function fill(store: Store): Promise<{ member: string; telegramId: string }> {
  const other = await sampleMember(store)
  await leaveTraces(store, other.id)
  const { id: wallet } = await linkSample(store, other.id)
  await store.awaitProofLaunch({ id: wallet, userId: other.id }, NOON)
  const telegram = { botId: '1', launch: 'auth_date=1', authDate: NOON / 1_000 }
  await store.keepProofLaunch({ userId: other.id, isFor: () => true, telegram }, NOON)
  await linkContract(store, other.id)
  const { id } = await linkContract(store, other.id)
  await store.setLabel(id, other.id, 'Drachmas')
  await store.awaitProofLaunch({ id, userId: other.id }, NOON)
  const isFor = (proof: StoredProof) => proof.wallet.id === id
  await store.keepProofLaunch({ userId: other.id, isFor, telegram }, NOON)
  await store.unlinkUndoably({ id, userId: other.id }, NOON)
  const read = sampleTonMultisig()
  const { code } = await sampleCosigning(store, other.id, await store.saveMultisig(read, NOON))
  await confirmSample(store, other.id, {
    code,
    owner: read.owners[0] ?? '',
    proof: sampleProof(),
  })
  const request = await store.createRequest(newRequest({ userId: other.id }))
  const post = { requestCode: request.code, inlineMessageId: 'BAAB', language: 'en' } as const
  await store.addInlinePost(post, NOON)
  await reply(store, (await sampleApiKey(store, 'replies')).id)
  await askToJoin(store, { userId: other.id, queryId: 'query' })
  return { member: other.id, telegramId: other.telegramId }
}

function reply(store: Store, keyId: string) {
  const request = { keyId, keyHash: newKey(), requestHash: newKey() }
  return store.runOnce(request, NOON, () =>
    Promise.resolve({ reply: { status: 201, body: '{"a":1}' }, isFinal: true, userId: null }),
  )
}

async function passOf(store: Store): Promise<number> {
  const change = await store.followKeys()
  return change === null || change.isOver ? -1 : change.pass
}

/** Batches until the change is over, as the server makes them. */
async function finish(store: Store): Promise<void> {
  for (let pass = await passOf(store); pass !== -1; pass = await passOf(store))
    await store.sealAnew(pass)
}

/** Values of a dump that a key unseals, and hashes that it makes of them, by column. */
function countUnder(dump: Dump, dataKey: Uint8Array) {
  const cipher = createFieldCipher(dataKey)
  const counts: Record<string, number> = {}
  const add = (name: string) => (counts[name] = (counts[name] ?? 0) + 1)
  for (const { table, column, value, place } of listSealed(dump)) {
    try {
      cipher.unseal(value, place)
      add(`${table}.${column}`)
    } catch (error) {
      if (!(error instanceof SealedFieldError)) throw error
    }
  }
  return counts
}

function hashesOf(dump: Dump, table: string, column: string): string[] {
  return (dump[table] ?? []).map((row) => getBytes(row[column]).toString('hex'))
}

const ALL_COLUMNS = SEALED_TABLE_NAMES.flatMap((table) =>
  Object.keys(describeSealed(table).sealed).map((column) => `${table}.${column}`),
)

describe('the list of sealed tables', () => {
  test('has every column with bytes, but for hashes that need no key', () => {
    const hashes = new Set([
      'settings.value',
      'api_keys.hash',
      'sessions.token_hash',
      'tickets.ticket_hash',
      'idempotent_replies.key_hash',
      'idempotent_replies.request_hash',
      'disabled_webhooks.url_hash',
      'webhook_pauses.url_hash',
      'export_links.hash',
      'admin_links.hash',
      'handed_proofs.digest',
      // Made anew after a change, with the names that are sealed.
      'name_terms.term',
    ])
    const columns = Object.values(STATEMENTS)
      .join(';')
      .split(';')
      .flatMap((statement) => {
        const [, table] = /create table (\w+)/.exec(statement) ?? []
        return [...statement.matchAll(/^ {2}(\w+) bytea/gm)].map(
          ([, column]) => `${table}.${column}`,
        )
      })
    const listed = SEALED_TABLE_NAMES.flatMap((table) => {
      const { sealed, lookups } = describeSealed(table)
      return [...Object.keys(sealed), ...Object.keys(lookups)].map((name) => `${table}.${name}`)
    })
    expect(columns.filter((column) => !hashes.has(column)).sort()).toEqual(listed.sort())
  })
})

describeStore('a change of DATA_KEY', (stage) => {
  const openWith = (dataKey: Uint8Array, secondDataKey: Uint8Array | null = null) =>
    stage.openAnother({ dataKey, secondDataKey })

  /** A second process with the new key first, which has begun the change. */
  async function begin({ dataKey: former }: StoreStage, next = newKey()) {
    const changer = await openWith(next, former)
    await changer.beginKeyChange()
    return { former, next, changer }
  }

  test('a change leaves nothing that the former key unseals, in no column, and everything readable', async () => {
    const { member, telegramId } = await fill(stage.store)
    const before = countUnder(await stage.dump(), stage.dataKey)
    expect(Object.keys(before).sort()).toEqual([...ALL_COLUMNS].sort())
    const { former, next, changer } = await begin(stage)
    await finish(changer)
    const dump = await stage.dump()
    expect(countUnder(dump, former)).toEqual({})
    expect(countUnder(dump, next)).toEqual(before)
    const [old, present] = [createFieldCipher(former), createFieldCipher(next)].map((cipher) => [
      Buffer.from(cipher.lookup(telegramId)).toString('hex'),
      Buffer.from(cipher.lookup('BAAB')).toString('hex'),
      Buffer.from(cipher.lookup('query')).toString('hex'),
    ])
    const hashes = [
      ...hashesOf(dump, 'users', 'telegram_key'),
      ...hashesOf(dump, 'request_posts', 'inline_key'),
      ...hashesOf(dump, 'joins', 'query_key'),
    ]
    expect(hashes).toEqual(expect.arrayContaining(present ?? []))
    expect(hashes.filter((hash) => old?.includes(hash))).toEqual([])
    const later = await openWith(next)
    expect(await later.findUserByTelegramId(telegramId)).toMatchObject({ id: member })
    expect(await later.listWallets(member)).toHaveLength(3)
  })

  test('more rows than one batch has are all sealed anew, and rows in the middle are skipped by nobody', async () => {
    const members = []
    for (let count = 0; count < 120; count += 1) members.push(await sampleMember(stage.store))
    const { id: keyId } = await sampleApiKey(stage.store)
    for (let count = 0; count < 120; count += 1) await reply(stage.store, keyId)
    const { former, next, changer } = await begin(stage)
    await finish(changer)
    const dump = await stage.dump()
    expect(countUnder(dump, former)).toEqual({})
    expect(countUnder(dump, next)).toMatchObject({
      'users.profile': 120,
      'idempotent_replies.body': 120,
    })
  })

  test('a process that was told both keys goes on before, while and after, and makes no second row for anybody', async () => {
    const { former, next } = { former: stage.dataKey, next: newKey() }
    const other = await openWith(former, next)
    const profile = sampleProfile()
    const { id } = await other.saveUser(profile, NOON)
    const chat = { telegramId: '-1001', title: 'Argonauts' }
    const { id: chatId } = await other.saveChat(chat, NOON)
    const { changer } = await begin(stage, next)
    const check = async (store: Store) => {
      expect((await store.saveUser(profile, NOON)).id).toBe(id)
      expect((await store.findUserByTelegramId(profile.telegramId))?.id).toBe(id)
      expect((await store.saveChat(chat, NOON)).id).toBe(chatId)
      const { code } = await store.createRequest(newRequest({ userId: id }))
      const post = { requestCode: code, inlineMessageId: 'BBBB', language: 'en' } as const
      await store.addInlinePost(post, NOON)
    }
    for (let pass = 0; pass !== -1; pass = await passOf(changer)) {
      // The other one has not noticed yet.
      await check(other)
      await check(changer)
      await other.followKeys()
      await check(other)
      await changer.sealAnew(pass)
    }
    await other.followKeys()
    await check(other)
    const { users, chats, request_posts: posts } = await stage.dump()
    expect([users?.length, chats?.length, posts?.length]).toEqual([1, 1, 1])
  })

  test('attack: two processes that hash one new member with different keys make one row', async () => {
    const next = newKey()
    const other = await openWith(stage.dataKey, next)
    const { changer } = await begin(stage, next)
    await changer.sealAnew(0)
    await changer.followKeys()
    const profiles = Array.from({ length: 20 }, () => sampleProfile())
    const saved = await Promise.all(
      profiles.flatMap((profile) => [other, changer].map((store) => store.saveUser(profile, NOON))),
    )
    expect(new Set(saved.map(({ id }) => id)).size).toBe(profiles.length)
  })

  test('attack: a subject that has used up its rate under the former key waits under the new one', async () => {
    const rate = { perSecond: 0.01, burst: 1 }
    const next = newKey()
    const store = await openWith(stage.dataKey, next)
    expect(await store.consume('somebody', rate, NOON)).toEqual({ taken: true })
    const { changer } = await begin(stage, next)
    await changer.sealAnew(0)
    await store.followKeys()
    expect(await store.consume('somebody', rate, NOON)).toMatchObject({ taken: false })
    expect(await store.retryAfter('somebody', rate, NOON)).toBeGreaterThan(0)
  })

  test('until the first pass the former key seals, so a process with only that one harms nothing before it notices', async () => {
    const { former, changer } = await begin(stage)
    await changer.followKeys()
    const { id, telegramId } = await sampleMember(changer)
    expect(countUnder(await stage.dump(), former)).toEqual({ 'users.profile': 1 })
    const profile = sampleProfile({ telegramId })
    expect((await stage.store.saveUser(profile, NOON)).id).toBe(id)
    await expect(stage.store.followKeys()).rejects.toThrow(KEY_SENTENCES.former)
  })

  test('what another process seals with the former key behind a pass is found by the next one', async () => {
    const next = newKey()
    const late = await openWith(stage.dataKey, next)
    const { former, changer } = await begin(stage, next)
    await changer.sealAnew(0)
    while ((await changer.followKeys())?.table !== 'events') await changer.sealAnew(1)
    const { id } = await sampleMember(late)
    expect(countUnder(await stage.dump(), former)).toEqual({ 'users.profile': 1 })
    // This pass has found nothing, and would be the last one, if it did not find the event.
    await linkSample(late, id)
    await finish(changer)
    expect(countUnder(await stage.dump(), former)).toEqual({})
  })

  test('a change goes on where it was after a process ended in the middle', async () => {
    for (let count = 0; count < 150; count += 1) await sampleMember(stage.store)
    const { former, next, changer } = await begin(stage)
    await changer.sealAnew(0)
    await changer.sealAnew(1)
    expect(await changer.followKeys()).toMatchObject({ pass: 1, table: 'users', done: 50 })
    const again = await openWith(next, former)
    await again.sealAnew(1)
    expect(await again.followKeys()).toMatchObject({ pass: 1, table: 'users', done: 100 })
    await finish(again)
    expect(countUnder(await stage.dump(), former)).toEqual({})
  })

  test('two processes that work at the same time leave out no row', async () => {
    for (let count = 0; count < 120; count += 1) await sampleMember(stage.store)
    const { former, next, changer } = await begin(stage)
    const other = await openWith(next, former)
    await Promise.all([finish(changer), finish(other)])
    expect(countUnder(await stage.dump(), former)).toEqual({})
    expect(countUnder(await stage.dump(), next)).toEqual({ 'users.profile': 120 })
  })

  test('a value that neither key unseals stops nothing, and is counted', async () => {
    for (let count = 0; count < 9; count += 1) await sampleMember(stage.store)
    const [row] = (await stage.dump())['users'] ?? []
    const altered = getBytes(row?.['profile'])
    altered[40] = (altered[40] ?? 0) ^ 1
    const bytes = stage.databaseUrl.startsWith('file:') ? "x'" : String.raw`'\x`
    const id = String(row?.['id'])
    const set = `profile = ${bytes}${altered.toString('hex')}'`
    await stage.alter(`update users set ${set} where id = '${id}'`)
    const { former, next, changer } = await begin(stage)
    await finish(changer)
    expect(await changer.followKeys()).toMatchObject({ isOver: true, unreadable: { users: 1 } })
    expect((await changer.describeKeys())?.found).toBe(
      'The change of DATA_KEY is over: nothing is under its second key, but values that neither key unseals stay as they were (1 in users).',
    )
    const dump = await stage.dump()
    expect(countUnder(dump, former)).toEqual({})
    expect(countUnder(dump, next)).toEqual({ 'users.profile': 8 })
    const left = dump['users']?.find((user) => user['id'] === id)
    expect(getBytes(left?.['profile'])).toEqual(altered)
  })

  test('no change starts with opening, only with a start, and a command works meanwhile under the key that is there', async () => {
    const next = newKey()
    const command = await openWith(next, stage.dataKey)
    await sampleMember(command)
    expect(await command.followKeys()).toBeNull()
    expect(countUnder(await stage.dump(), stage.dataKey)).toEqual({ 'users.profile': 1 })
    expect((await command.describeKeys())?.found).toContain('under the second key')
  })

  test('a change refuses while it runs: the former key alone, the new one alone, and a third one', async () => {
    const { former, next } = await begin(stage)
    const third = newKey()
    await expect(openWith(former)).rejects.toThrow(KEY_SENTENCES.former)
    await expect(openWith(next)).rejects.toThrow(KEY_SENTENCES.incomplete)
    await expect(openWith(next, third)).rejects.toThrow(KEY_SENTENCES.incomplete)
    await expect(openWith(third, next)).rejects.toThrow(KEY_SENTENCES.incomplete)
    await expect(openWith(third, former)).rejects.toThrow(KEY_SENTENCES.other)
  })

  test('a change goes on to the new key when the former one is put first again in the middle', async () => {
    const { former, next, changer } = await begin(stage)
    await changer.sealAnew(0)
    const back = await openWith(former, next)
    await back.beginKeyChange()
    await sampleMember(back)
    expect(countUnder(await stage.dump(), next)).toEqual({ 'users.profile': 1 })
    await finish(back)
    await expect(openWith(former, next)).rejects.toThrow(KEY_SENTENCES.swapped)
  })

  test('a change refuses the former key afterwards, alone and in front, and takes the new one alone', async () => {
    const { former, next, changer } = await begin(stage)
    await finish(changer)
    await expect(openWith(former)).rejects.toThrow(KEY_SENTENCES.former)
    await expect(openWith(former, next)).rejects.toThrow(KEY_SENTENCES.swapped)
    const later = await openWith(next)
    expect(await later.describeKeys()).toBeNull()
    expect((await (await openWith(next, newKey())).describeKeys())?.found).toContain('not used yet')
    // A second change refuses both former keys.
    const { changer: again } = await begin({ ...stage, dataKey: next })
    await finish(again)
    await expect(openWith(former, next)).rejects.toThrow(KEY_SENTENCES.former)
    await expect(openWith(next)).rejects.toThrow(KEY_SENTENCES.former)
  })

  test('a second key that fits nothing is read and never used; two that fit nothing are refused', async () => {
    const store = await openWith(stage.dataKey, newKey())
    await store.beginKeyChange()
    await sampleMember(store)
    expect(countUnder(await stage.dump(), stage.dataKey)).toEqual({ 'users.profile': 1 })
    await expect(openWith(newKey(), newKey())).rejects.toThrow(KEY_SENTENCES.other)
  })
})
