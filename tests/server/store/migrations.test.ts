import { randomBytes } from 'node:crypto'
import { Migrator, sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS } from '#server/store/database/migrations.ts'
import {
  type AssociatedData,
  createFieldCipher,
  type FieldCipher,
} from '#server/store/field-cipher.ts'
import { openStore } from '#server/store/open-store.ts'
import { postgresDialect, sqliteDialect } from '#tests/support/store-dialects.ts'
import { sampleSafe } from '#tests/support/multisig-samples.ts'
import {
  newRequest,
  NOON,
  linkedWallet,
  proveByText,
  proveWallet,
  sampleContract,
  sampleEvmWallet,
  sampleWallet,
} from '#tests/support/store-samples.ts'

const START_TIMEOUT_MS = 60_000
const HOUR = 3_600_000
const OWNERS_SIDE = '0002-owners-side'
const CHOSEN_LANGUAGE = '0004-chosen-language'
const CHATS_AND_CARDS = '0005-chats-and-cards'

describe.each([sqliteDialect(), postgresDialect()])('migrations on $name', (dialect) => {
  beforeAll(() => dialect.start(), START_TIMEOUT_MS)
  afterAll(() => dialect.stop(), START_TIMEOUT_MS)

  /** A database from before EVM wallets, or of another age, with rows, opened and migrated. */
  async function openOldDatabase(
    name = OWNERS_SIDE,
    fillMore: (db: Kysely<OldTables>, cipher: FieldCipher) => Promise<void> = () =>
      Promise.resolve(),
  ) {
    const databaseUrl = await dialect.createEmptyDatabase()
    const dataKey = Uint8Array.from(randomBytes(32))
    const db = dialect.connect(databaseUrl)
    await migrateTo(db, name)
    const cipher = createFieldCipher(dataKey)
    await fillOldTables(db.withTables<OldTables>(), cipher)
    await fillMore(db.withTables<OldTables>(), cipher)
    await db.destroy()
    const store = await openStore({ databaseUrl, dataKey, delivers: true })
    onTestFinished(() => store.close())
    return store
  }

  test('migrates members, sessions, wallets and requests unchanged from before EVM wallets', async () => {
    const store = await openOldDatabase()
    expect(await store.findSession(TOKEN_HASH, NOON)).toMatchObject({
      user: { id: HOLDER, telegramId: HOLDER },
      attemptId: null,
    })
    expect(await store.listWallets(HOLDER)).toEqual([STORED])
    const { family, network, address } = HELD
    const aad = { family, network, address }
    const { held } = await store.findWalletsAt(aad, { after: null, limit: 9 })
    expect(held).toMatchObject([{ wallet: STORED }])
    expect(await store.findRequest(CODE)).toMatchObject({ families: ['ton'] })
    const answer = { code: CODE, userId: HOLDER, walletId: STORED.id }
    expect(await store.answerRequest(answer, NOON)).toMatchObject({ outcome: 'answered' })
  })

  test('migrates from before languages were chosen: Telegram’s is used, and one can be chosen', async () => {
    const store = await openOldDatabase()
    expect(await store.findUser(HOLDER)).toMatchObject({ language: 'en', chosenLanguage: null })
    const chosen = { language: 'fa', chosenLanguage: 'fa' }
    expect(await store.chooseLanguage(HOLDER, 'fa')).toMatchObject(chosen)
    expect(await store.findSession(TOKEN_HASH, NOON)).toMatchObject({ user: chosen })
  })

  test('opens events that were stored before EVM wallets', async () => {
    const store = await openOldDatabase()
    const [event] = await store.listHostEvents({ after: 0, limit: 9 })
    expect(event?.event).toEqual({
      sequence: 1,
      id: 'event',
      type: 'wallet.linked',
      userId: HOLDER,
      wallet: STORED,
      createdAt: NOON,
    })
  })

  test('migrates from before EVM wallets: an attempt has no text, and the question that waits can be answered', async () => {
    const store = await openOldDatabase()
    expect(await store.findAttempt('asking', REQUESTER, NOON)).toMatchObject({
      family: 'ton',
      state: 'awaiting-consent',
      message: null,
      account: null,
    })
    const answer = {
      attemptId: 'asking',
      holderId: HOLDER,
      answer: 'move',
      walletLimit: 9,
    } as const
    expect(await store.answerConsent(answer, NOON)).toBe('moved')
    expect(await store.listWallets(REQUESTER)).toMatchObject([HELD])
  })

  test('migrates from before events had places: readers continue where they were, and one of each member’s events is in front', async () => {
    const store = await openOldDatabase('0013-reported-write-access', async (db, cipher) => {
      for (const [index, id] of ['second', 'third'].entries()) {
        const row = eventRow(cipher, { sequence: index + 2, id })
        await db
          .insertInto('events')
          .values({ ...row, delivery: 'pending', deliver_at: NOON })
          .execute()
      }
    })
    const later = await store.listHostEvents({ after: 1, limit: 9 })
    expect(later.map(({ position, event }) => [position, event.id])).toEqual([
      [2, 'second'],
      [3, 'third'],
    ])
    const lease = async () =>
      (await store.leaseDeliveries(NOON, NOON + 1, 9)).map(({ event }) => event.id)
    expect(await lease()).toEqual(['second'])
    await store.settleDelivery(2, { state: 'delivered' }, NOON)
    expect(await lease()).toEqual(['third'])
    await proveByText(store, REQUESTER, sampleWallet({ binding: 'text' }))
    expect(
      (await store.listHostEvents({ after: 3, limit: 9 })).map(({ position }) => position),
    ).toEqual([4])
  })

  test('migrates from before EVM wallets: the wallet moves by a text', async () => {
    const store = await openOldDatabase()
    const { outcome } = await proveByText(store, REQUESTER, { ...HELD, binding: 'text' })
    expect(outcome).toMatchObject({ outcome: 'linked', formerUserId: HOLDER })
    expect(await store.findAttempt('asking', REQUESTER, NOON)).toMatchObject({ state: 'linked' })
  })

  test('migrates wallets and attempts unchanged from before multisigs, and a contract stays one', async () => {
    const store = await openOldDatabase('0005-chats-and-cards', async (db) => {
      const { keySource, chainId, ...columns } = sampleContract(10, SAFE.address)
      const network = `eip155:${chainId}`
      await db
        .insertInto('wallets')
        .values({
          ...OLD_WALLET,
          ...columns,
          network,
          key_source: keySource,
        })
        .execute()
    })
    expect(await store.listWallets(HOLDER)).toMatchObject([
      STORED,
      { kind: 'contract', chainId: 10, level: 'account', staleAt: null, multisig: null },
    ])
    expect(await store.findAttempt('asking', REQUESTER, NOON)).toMatchObject({
      state: 'awaiting-consent',
      cosign: null,
      cosigningCode: null,
    })
    const safe = await store.saveMultisig(SAFE, NOON)
    expect(await store.listWallets(HOLDER)).toMatchObject([STORED, { multisig: null }])
    expect(await store.listMultisigLinks(safe.id)).toEqual([])
  })

  test('migrates from before bindings of contracts were known to be hashes: they are', async () => {
    const store = await openOldDatabase('0008-asked-owners', async (db) => {
      const { keySource, chainId, ...columns } = sampleContract(10)
      const row = {
        ...OLD_WALLET,
        ...columns,
        network: `eip155:${chainId}`,
        key_source: keySource,
        binding: 'text',
      }
      await db.insertInto('wallets').values(row).execute()
    })
    expect(await store.listWallets(HOLDER)).toMatchObject([STORED, { binding: 'hash' }])
    const safe = await store.saveMultisig(SAFE, NOON)
    expect(safe.isBypassed).toBe(false)
  })

  test('migrates from before contract accounts were checked again: those that hold are due, those that are stale are not', async () => {
    const { address, keySource, chainId, ...columns } = sampleContract()
    const kept = { kind: 'signature', hash: `0x${'ab'.repeat(32)}`, signature: '0x12' }
    const store = await openOldDatabase('0008-asked-owners', async (db, cipher) => {
      const linkedAs = (id: string) => ({
        ...OLD_WALLET,
        ...columns,
        id,
        address: `${address}${id}`,
        network: `eip155:${chainId}`,
        key_source: keySource,
        evidence: cipher.seal(Buffer.from(JSON.stringify(kept)), {
          table: 'wallets',
          column: 'evidence',
          row: id,
        }),
      })
      const stale = { ...linkedAs('stale'), stale_at: NOON + 2 }
      await db.insertInto('wallets').values(linkedAs('holds')).execute()
      await db.insertInto('wallets').values(stale).execute()
    })
    const lease = { chainId, until: NOON + HOUR, limit: 9 }
    const { hash, signature } = kept
    expect(await store.leaseAccountChecks(lease, NOON + 1)).toEqual([
      {
        wallet: { id: 'holds', userId: HOLDER, verifiedAt: NOON + 1 },
        chainId,
        address: `${address}holds`,
        hash,
        signature,
      },
    ])
  })

  test('migrates from before confirmations were anonymous: a signature stays with its giver only if its key is linked to them', async () => {
    const store = await openOldDatabase('0008-asked-owners', fillConfirmations)
    expect(await store.withdrawConfirmation(COSIGN_CODE, REQUESTER, NOON)).toBe(false)
    expect(await store.withdrawConfirmation(COSIGN_CODE, HOLDER, NOON)).toBe(true)
  })

  describe('from before proofs were stored', () => {
    test('a link, and a wallet that moves by consent, have no proof', async () => {
      const store = await openOldDatabase()
      const none = { telegramId: HOLDER, evidence: null, launch: null }
      expect(await store.findProof(STORED.id)).toEqual({ wallet: STORED, ...none })
      const answer = { attemptId: 'asking', holderId: HOLDER, answer: 'move' } as const
      expect(await store.answerConsent({ ...answer, walletLimit: 9 }, NOON)).toBe('moved')
      const [moved] = await store.listWallets(REQUESTER)
      expect(await store.findProof(moved?.id ?? '')).toMatchObject({ evidence: null })
      const again = await proveWallet(store, REQUESTER, HELD)
      expect(linkedWallet(again.outcome).id).toBe(moved?.id)
      expect(await store.findProof(moved?.id ?? '')).toMatchObject({
        evidence: { type: 'ton-proof' },
      })
    })

    test('a TON text that was written before is no longer signed, and an EVM message is', async () => {
      const store = await openOldDatabase('0015-delivery-queue', fillTexts)
      const find = (id: string) => store.findAttempt(id, HOLDER, NOON)
      expect(await find('ton-linked')).toMatchObject({ state: 'linked', message: null })
      expect(await find('ton-awaiting-signature')).toMatchObject({ state: 'expired' })
      expect(await find('evm-awaiting-signature')).toMatchObject({
        state: 'awaiting-signature',
        message: MESSAGE,
      })
    })
  })

  describe('from before the vocabulary', () => {
    test('migrates a cosigning, its confirmations and its viewers unchanged, and still open', async () => {
      const store = await openOldDatabase('0015-delivery-queue', fillFormerNames)
      const [owner] = SAFE.owners
      const confirmation = { owner, user: { id: HOLDER }, binding: 'text', signature: SIGNATURE }
      const cosigning = {
        code: COSIGN_CODE,
        starter: { id: HOLDER },
        message: MESSAGE,
        confirmations: [confirmation],
      }
      expect(await store.findCosigning(COSIGN_CODE, NOON)).toMatchObject(cosigning)
      expect(await store.listCosignings(REQUESTER, NOON)).toMatchObject([{ code: COSIGN_CODE }])
      expect(await store.findAttempt('confirming', REQUESTER, NOON)).toMatchObject({
        cosign: { code: COSIGN_CODE, showsName: true },
        cosigningCode: null,
      })
      expect(await store.withdrawConfirmation(COSIGN_CODE, HOLDER, NOON)).toBe(true)
    })

    test('migrates events that wait for the bot or for readers to their present names', async () => {
      const store = await openOldDatabase('0015-delivery-queue', fillFormerNames)
      const due = await store.leaseReceipts(NOON, NOON + 1, 9)
      expect(due.map(({ event }) => event)).toMatchObject([
        { type: 'cosigning.updated', userId: HOLDER, code: COSIGN_CODE, update: 'signed' },
        { type: 'wallet.unlinked', userId: HOLDER, by: 'operator' },
      ])
      const events = await store.listHostEvents({ after: 0, limit: 9 })
      expect(events.map(({ position, event }) => [position, event.type])).toEqual([
        [1, 'wallet.linked'],
        [3, 'wallet.unlinked'],
      ])
    })

    test('finds a consent that was asked for, a chat’s administrator and a post after the migration', async () => {
      const store = await openOldDatabase('0015-delivery-queue', fillFormerNames)
      const answer = {
        attemptId: 'asking',
        holderId: HOLDER,
        answer: 'move',
        walletLimit: 9,
      } as const
      expect(await store.answerConsent(answer, NOON)).toBe('moved')
      expect(await store.hasAsked(HOLDER)).toBe(true)
      expect(await store.leasePosts(NOON, NOON + 1, 9)).toMatchObject([{ id: 'post' }])
    })
  })

  test('counts a request that a member made before as one that anybody could have made, unless it is for members only', async () => {
    const store = await openOldDatabase(CHATS_AND_CARDS, fillMade)
    const codes = [CODE, OPEN_CODE, CLOSED_CODE]
    const found = await Promise.all(codes.map((code) => store.findRequest(code)))
    expect(found.map((request) => request?.byAnybody)).toEqual([false, true, false])
  })

  describe('from before members made requests', () => {
    test('migrates requests and answers unchanged', async () => {
      const store = await openOldDatabase(CHOSEN_LANGUAGE, fillAnswers)
      expect(await store.findRequest(CODE)).toMatchObject({ maker: KEY, closedAt: null })
      expect(await store.findRequest(CLOSED_CODE)).toEqual({
        code: CLOSED_CODE,
        maker: KEY,
        chat: null,
        membersOnly: false,
        byAnybody: false,
        maxAnswers: null,
        families: ['ton', 'evm'],
        createdAt: NOON,
        expiresAt: NOON + HOUR,
        closedAt: NOON + 5,
      })
      const { answers } = await store.listAnswers(CODE, { after: null, limit: 9 })
      expect(answers).toMatchObject([
        { user: { id: HOLDER }, wallet: STORED, answeredAt: NOON + 1, withdrawnAt: null },
        { user: { id: REQUESTER }, wallet: null, answeredAt: NOON + 2, withdrawnAt: NOON + 3 },
      ])
      expect(await store.countAnswers(CODE)).toBe(1)
    })

    test('an answer still loses its wallet, goes with its member and goes with its request after the migration', async () => {
      const store = await openOldDatabase(CHOSEN_LANGUAGE, fillAnswers)
      await store.unlinkWallet(STORED.id, HOLDER, NOON)
      expect(await store.findAnswer(CODE, HOLDER)).toMatchObject({ walletId: null })
      await store.deleteUser(HOLDER, NOON)
      expect(await store.listGivenAnswers(HOLDER)).toEqual([])
      expect(await store.listGivenAnswers(REQUESTER)).toHaveLength(1)
      await store.sweep(
        { attemptsMs: HOUR, eventsMs: HOUR, idleMembersMs: 9 * HOUR },
        NOON + 3 * HOUR,
      )
      expect(await store.findRequest(CODE)).toBeUndefined()
      expect(await store.listGivenAnswers(REQUESTER)).toEqual([])
    })

    test('a member still answers a request once after the migration, and members make requests', async () => {
      const store = await openOldDatabase(CHOSEN_LANGUAGE, fillAnswers)
      const answer = { code: CODE, userId: HOLDER, walletId: STORED.id }
      expect(await store.answerRequest(answer, NOON)).toMatchObject({
        outcome: 'answered',
        answer: { answeredAt: NOON + 1 },
      })
      const { code } = await store.createRequest(newRequest({ userId: HOLDER }))
      expect(await store.findMadeRequest(code, HOLDER)).toMatchObject({ answered: 0 })
    })
  })
})

type OldTables = Record<
  | 'settings'
  | 'users'
  | 'sessions'
  | 'attempts'
  | 'wallets'
  | 'consents'
  | 'events'
  | 'api_keys'
  | 'requests'
  | 'answers'
  | 'multisigs'
  | 'collections'
  | 'collection_viewers'
  | 'request_posts'
  | 'chats'
  | 'chat_askers'
  | 'words',
  Record<string, unknown>
>

const HOLDER = '7000000001'
const REQUESTER = '7000000002'
const CODE = 'r1_AAAAAAAAAAAAAAAAAAAAAA'
const COSIGN_CODE = 'm1_AAAAAAAAAAAAAAAAAAAAAA'
const CLOSED_CODE = 'r1_BBBBBBBBBBBBBBBBBBBBBB'
const OPEN_CODE = 'r1_CCCCCCCCCCCCCCCCCCCCCC'
const KEY = { kind: 'key', keyId: 'key' } as const
const TOKEN_HASH = Uint8Array.from(randomBytes(32))
const HELD = sampleWallet()
const OLD_STORED = {
  ...HELD,
  id: 'wallet',
  userId: HOLDER,
  label: null,
  primary: true,
  verifiedAt: NOON,
}
const STORED = { ...OLD_STORED, staleAt: null, multisig: null }

const SAFE = sampleSafe({ chainId: 10 })
const OLD_WALLET = {
  id: 'contract',
  user_id: HOLDER,
  label: null,
  is_primary: 0,
  linked_at: NOON + 1,
  verified_at: NOON + 1,
  signature: randomBytes(64),
}

async function migrateTo(db: Kysely<unknown>, name: string): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) }
  const { error } = await new Migrator({ db, provider }).migrateTo(name)
  if (error !== undefined) throw new Error('not migrated', { cause: error })
}

/** Attempts of the holder: of TON with a text, in these states, and of EVM. */
async function fillTexts(db: Kysely<OldTables>, cipher: FieldCipher): Promise<void> {
  const texts = [
    ['linked', 'ton'],
    ['awaiting-signature', 'ton'],
    ['awaiting-signature', 'evm'],
  ] as const
  for (const [state, family] of texts) {
    const id = `${family}-${state}`
    const aad = { table: 'attempts', column: 'message', row: id }
    const row = { ...attemptRow(), id, user_id: HOLDER, nonce: id, state, family }
    await db
      .insertInto('attempts')
      .values({ ...row, message: seal(cipher, MESSAGE, aad) })
      .execute()
  }
}

/** A holder with a session, a wallet and the event of its link; a requester who waits; a request. */
async function fillOldTables(db: Kysely<OldTables>, cipher: FieldCipher): Promise<void> {
  const insert = (table: keyof OldTables, row: Record<string, unknown>) =>
    db.insertInto(table).values(row).execute()
  await insert('settings', { name: 'key-check', value: cipher.keyCheck })
  for (const id of [HOLDER, REQUESTER]) await insert('users', userRow(id, cipher))
  await insert('sessions', { token_hash: TOKEN_HASH, user_id: HOLDER, expires_at: NOON + HOUR })
  await insert('wallets', walletRow(cipher))
  await insert('attempts', attemptRow())
  await insert('consents', consentRow(cipher))
  await insert('events', eventRow(cipher))
  const key = { id: 'key', name: 'bot', hash: TOKEN_HASH, scopes: '', created_at: NOON }
  await insert('api_keys', key)
  await insert('requests', {
    code: CODE,
    key_id: key.id,
    created_at: NOON,
    expires_at: NOON + HOUR,
  })
}

/** A signing that the holder started: signed by the holder with a linked key, and by the requester with one that is not linked. */
async function fillConfirmations(db: Kysely<OldTables>): Promise<void> {
  const [linked = '', other = ''] = SAFE.owners
  const { family, kind, level, binding, keySource } = sampleEvmWallet(linked)
  const proven = { family, kind, level, binding, key_source: keySource }
  await db
    .insertInto('wallets')
    .values({ ...OLD_WALLET, ...proven, network: 'eip155', address: linked })
    .execute()
  const { address, chainId } = SAFE
  const multisig = { id: 'safe', family, network: `eip155:${chainId}`, address }
  await db
    .insertInto('multisigs')
    .values({ ...multisig, reading: JSON.stringify(SAFE), checked_at: NOON, free_at: 0 })
    .execute()
  const life = { created_at: NOON, expires_at: NOON + HOUR, free_at: 0 }
  await db
    .insertInto('collections')
    .values({
      ...life,
      code: COSIGN_CODE,
      multisig_id: 'safe',
      starter_id: HOLDER,
      method: 'signatures',
      state: 'open',
    })
    .execute()
  const confirmation = {
    collection_code: COSIGN_CODE,
    binding: 'hash',
    shows_name: 1,
    given_at: NOON,
  }
  const signature = randomBytes(65)
  for (const [owner, user_id] of [
    [linked, HOLDER],
    [other, REQUESTER],
  ])
    await db
      .insertInto('words')
      .values({ ...confirmation, id: `word-${user_id}`, owner, user_id, signature })
      .execute()
}

const MESSAGE = 'a text that the owners sign'
const SIGNATURE = Uint8Array.from(randomBytes(65))

/** A row in each table, and in each column, that was renamed later. */
async function fillFormerNames(db: Kysely<OldTables>, cipher: FieldCipher): Promise<void> {
  const insert = (table: keyof OldTables, row: Record<string, unknown>) =>
    db.insertInto(table).values(row).execute()
  const { family, chainId, address } = SAFE
  const multisig = { id: 'safe', family, network: `eip155:${chainId}`, address }
  await insert('multisigs', {
    ...multisig,
    reading: JSON.stringify(SAFE),
    checked_at: NOON,
    free_at: 0,
  })
  await insert('collections', {
    code: COSIGN_CODE,
    multisig_id: 'safe',
    starter_id: HOLDER,
    method: 'signatures',
    message: seal(cipher, MESSAGE, { table: 'collections', column: 'message', row: COSIGN_CODE }),
    state: 'open',
    created_at: NOON,
    expires_at: NOON + HOUR,
    free_at: 0,
  })
  const code = { collection_code: COSIGN_CODE }
  await insert('words', {
    ...code,
    id: 'word',
    owner: SAFE.owners[0],
    user_id: HOLDER,
    binding: 'text',
    signature: seal(cipher, SIGNATURE, { table: 'words', column: 'signature', row: 'word' }),
    shows_name: 1,
    given_at: NOON,
  })
  await insert('collection_viewers', { ...code, user_id: REQUESTER, part: 'opened' })
  await insert('attempts', {
    ...attemptRow(),
    id: 'confirming',
    state: 'created',
    nonce: 'another nonce',
    cosign_code: COSIGN_CODE,
    shows_name: 1,
  })
  await fillFormerEvents(db, cipher)
  await insert('chats', {
    id: 'chat',
    telegram_key: cipher.lookup('chat'),
    profile: seal(cipher, JSON.stringify({ telegramId: '-1', title: 'Argonauts' }), {
      table: 'chats',
      column: 'profile',
      row: 'chat',
    }),
    created_at: NOON,
  })
  await insert('chat_askers', { chat_id: 'chat', user_id: HOLDER, asked_at: NOON })
  await db.updateTable('requests').set({ chat_id: 'chat' }).where('code', '=', CODE).execute()
  await insert('request_posts', {
    id: 'post',
    request_code: CODE,
    language: 'en',
    is_stale: 1,
    is_dropped: 0,
    edit_at: NOON,
    free_at: 0,
    said_at: 0,
    tries: 0,
  })
}

async function fillFormerEvents(db: Kysely<OldTables>, cipher: FieldCipher): Promise<void> {
  const bodies = [
    { type: 'collection.news', userId: HOLDER, code: COSIGN_CODE, news: 'signed' },
    { type: 'wallet.unlinked', userId: HOLDER, wallet: OLD_STORED, by: 'owner' },
  ]
  for (const [index, body] of bodies.entries()) {
    const id = `former-${index}`
    const sealed = seal(cipher, JSON.stringify(body), { table: 'events', column: 'body', row: id })
    const row = { ...eventRow(cipher, { sequence: index + 2, id }), type: body.type, body: sealed }
    await db
      .insertInto('events')
      .values({ ...row, place: index + 2, tell_at: NOON })
      .execute()
  }
  await db.updateTable('events').set({ place: 1 }).where('sequence', '=', 1).execute()
  await sql`update event_places set last = 3`.execute(db)
}

function seal(cipher: FieldCipher, plain: string | Uint8Array, aad: AssociatedData): Uint8Array {
  return cipher.seal(Buffer.from(plain), aad)
}

/** One answer that stands and one that was taken back; another request, closed. */
async function fillAnswers(db: Kysely<OldTables>): Promise<void> {
  const answer = {
    request_code: CODE,
    user_id: HOLDER,
    wallet_id: STORED.id,
    answered_at: NOON + 1,
  }
  const withdrawn = {
    user_id: REQUESTER,
    wallet_id: null,
    answered_at: NOON + 2,
    withdrawn_at: NOON + 3,
  }
  const closed = {
    code: CLOSED_CODE,
    key_id: KEY.keyId,
    families: 'ton evm',
    created_at: NOON,
    expires_at: NOON + HOUR,
    closed_at: NOON + 5,
  }
  await db.insertInto('requests').values(closed).execute()
  await db
    .insertInto('answers')
    .values({ id: 'one', ...answer })
    .execute()
  await db
    .insertInto('answers')
    .values({ id: 'two', ...answer, ...withdrawn })
    .execute()
}

/** A request of the holder for everybody, and one for members only. */
async function fillMade(db: Kysely<OldTables>): Promise<void> {
  const made = {
    created_by: HOLDER,
    families: 'ton',
    is_draft: 0,
    created_at: NOON,
    expires_at: NOON + HOUR,
  }
  const requests = [
    { ...made, code: OPEN_CODE, members_only: 0 },
    { ...made, code: CLOSED_CODE, members_only: 1 },
  ]
  await db.insertInto('requests').values(requests).execute()
}

function userRow(id: string, cipher: FieldCipher) {
  const profile = Buffer.from(JSON.stringify({ telegramId: id, firstName: 'M', username: null }))
  return {
    id,
    telegram_key: cipher.lookup(id),
    profile: cipher.seal(profile, { table: 'users', column: 'profile', row: id }),
    language: 'en',
    may_message: 1,
    created_at: NOON,
    last_seen_at: NOON,
  }
}

function provenColumns() {
  const { keySource, ...columns } = HELD
  return { ...columns, key_source: keySource }
}

function walletRow(cipher: FieldCipher) {
  const { id } = STORED
  return {
    ...provenColumns(),
    id,
    user_id: HOLDER,
    label: null,
    is_primary: 1,
    linked_at: NOON,
    verified_at: NOON,
    signature: cipher.seal(randomBytes(64), { table: 'wallets', column: 'signature', row: id }),
  }
}

function attemptRow() {
  return {
    id: 'asking',
    user_id: REQUESTER,
    family: 'ton',
    state: 'awaiting-consent',
    nonce: 'nonce',
    created_at: NOON,
    expires_at: NOON + HOUR,
    outcome_taken: 0,
  }
}

function consentRow(cipher: FieldCipher) {
  const aad = { table: 'consents', column: 'signature', row: 'asking' }
  return {
    ...provenColumns(),
    attempt_id: 'asking',
    asker_id: REQUESTER,
    asked_at: NOON,
    signature: cipher.seal(randomBytes(64), aad),
  }
}

function eventRow(cipher: FieldCipher, { sequence = 1, id = 'event' } = {}) {
  const body = JSON.stringify({ type: 'wallet.linked', userId: HOLDER, wallet: OLD_STORED })
  const aad = { table: 'events', column: 'body', row: id }
  return {
    sequence,
    id,
    type: 'wallet.linked',
    user_id: HOLDER,
    body: cipher.seal(Buffer.from(body), aad),
    created_at: NOON,
    tell_at: null,
    tries: 0,
    delivery_tries: 0,
  }
}
