import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WrongDataKeyError } from '#server/store/database/judge-keys.ts'
import { openStore } from '#server/store/open-store.ts'
import { MemberGoneError } from '#server/store/rows/user-rows.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredWallet } from '#server/store/database/stored.ts'
import {
  readSqliteFiles,
  sqliteDialect,
  storeDialects,
  type Dump,
  runDialect,
} from '#tests/support/store-dialects.ts'
import { getBytes } from '#tests/support/store-secrets.ts'
import {
  linkedWallet,
  MINUTE,
  NOON,
  proveWallet,
  sampleAttempt,
  sampleLink,
  sampleMember,
  sampleProfile,
  sampleWallet,
  atOnce,
  dispute,
} from '#tests/support/store-samples.ts'
import { leaveTraces } from '#tests/support/leave-traces.ts'

const DATA_KEY = Uint8Array.from(randomBytes(32))

describe.each(storeDialects())('store on $name', (dialect) => {
  let databaseUrl: string
  let store: Store

  runDialect(dialect)
  beforeEach(async () => {
    databaseUrl = await dialect.createDatabase()
    store = await openStore({ databaseUrl, dataKey: DATA_KEY, delivers: false })
  })
  afterEach(async () => {
    await store.close()
    await dialect.dropDatabase(databaseUrl)
  })

  describe('opening', () => {
    test('a new database answers a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined()
    })

    test('data that was saved is there after a restart', async () => {
      const member = await sampleMember(store)
      await store.close()
      store = await openStore({ databaseUrl, dataKey: DATA_KEY, delivers: false })
      expect(await store.findUser(member.id)).toEqual(member)
    })

    test('a wrong DATA_KEY is refused by name', async () => {
      const other = openStore({ databaseUrl, dataKey: randomBytes(32), delivers: false })
      await expect(other).rejects.toThrow(WrongDataKeyError)
      await expect(other).rejects.toThrow('DATA_KEY')
    })

    test('a closed store does not answer a ping', async () => {
      const other = await openStore({ databaseUrl, dataKey: DATA_KEY, delivers: false })
      await other.close()
      await expect(other.ping()).rejects.toThrow('destroyed')
    })
  })

  describe('members', () => {
    test('one Telegram account is one member, however often and however concurrently it signs in', async () => {
      const profile = sampleProfile()
      const signIns = Array.from({ length: 20 }, () => store.saveUser(profile, NOON))
      const ids = new Set((await Promise.all(signIns)).map(({ id }) => id))
      expect(ids.size).toBe(1)
    })

    test('a later sign-in brings name, username and language up to date', async () => {
      const profile = sampleProfile()
      const first = await store.saveUser(profile, NOON)
      const change = { firstName: 'Zoë', username: null, language: 'fa' } as const
      await store.saveUser({ ...profile, ...change }, NOON + 1)
      const expected = { ...first, ...change, lastSeenAt: NOON + 1 }
      expect(await store.findUser(first.id)).toEqual(expected)
      expect(await store.findUserByTelegramId(profile.telegramId)).toEqual(expected)
    })

    test('a source that does not know whether the bot may write leaves that as it is', async () => {
      const profile = sampleProfile({ mayMessage: true })
      await store.saveUser(profile, NOON)
      const { mayMessage, id } = await store.saveUser({ ...profile, mayMessage: null }, NOON)
      expect(mayMessage).toBe(true)
      await store.setMayMessage(id, false)
      expect(await store.findUser(id)).toMatchObject({ mayMessage: false })
    })

    test('a report of write access changes nothing until it is settled', async () => {
      const profile = sampleProfile({ mayMessage: null })
      const { id } = await store.saveUser(profile, NOON)
      await store.reportWriteAccess(id)
      const reported = { mayMessage: false, isWriteAccessReported: true }
      expect(await store.findUser(id)).toMatchObject(reported)
      expect(await store.saveUser(profile, NOON + 1)).toMatchObject(reported)
      await store.setMayMessage(id, false)
      const settled = { mayMessage: false, isWriteAccessReported: false }
      expect(await store.findUser(id)).toMatchObject(settled)
    })

    test('a report of write access says nothing new of a member whom the bot can write to', async () => {
      const { id } = await store.saveUser(sampleProfile({ mayMessage: true }), NOON)
      await store.reportWriteAccess(id)
      expect(await store.findUser(id)).toMatchObject({ isWriteAccessReported: false })
    })

    test('a member of whom nothing is known may not be written to', async () => {
      const member = await store.saveUser(sampleProfile({ mayMessage: null }), NOON)
      expect(member.mayMessage).toBe(false)
    })

    test('a chosen language outlives sign-ins, until it is taken back', async () => {
      const profile = sampleProfile({ language: 'en' })
      const first = await store.saveUser(profile, NOON)
      expect(first).toMatchObject({ language: 'en', chosenLanguage: null })
      const chosen = { ...first, language: 'fa', chosenLanguage: 'fa' } as const
      expect(await store.chooseLanguage(first.id, 'fa')).toEqual(chosen)
      expect(await store.saveUser({ ...profile, language: 'ru' }, NOON)).toEqual(chosen)
      expect(await store.findUser(first.id)).toEqual(chosen)
      expect(await store.findUserByTelegramId(profile.telegramId)).toEqual(chosen)
      const left = { ...first, language: 'ru', chosenLanguage: null } as const
      expect(await store.chooseLanguage(first.id, null)).toEqual(left)
      expect(await store.findUser(first.id)).toEqual(left)
    })

    test('a choice and a sign-in at the same time lose neither', async () => {
      const profile = sampleProfile({ language: 'en' })
      const { id } = await store.saveUser(profile, NOON)
      await Promise.all([
        store.saveUser({ ...profile, firstName: 'Zoë' }, NOON),
        store.chooseLanguage(id, 'es'),
        store.saveUser({ ...profile, firstName: 'Zoë' }, NOON),
      ])
      expect(await store.findUser(id)).toMatchObject({ firstName: 'Zoë', chosenLanguage: 'es' })
    })

    test('a member who deleted everything can choose no language', async () => {
      const { id } = await store.saveUser(sampleProfile(), NOON)
      await store.deleteUser(id, NOON)
      await expect(store.chooseLanguage(id, 'fa')).rejects.toThrow(MemberGoneError)
    })

    test('nobody is found under an unknown id', async () => {
      expect(await store.findUser('AAAAAAAAAAAAAAAAAAAAAA')).toBeUndefined()
      expect(await store.findUserByTelegramId('1')).toBeUndefined()
    })
  })

  describe('sessions', () => {
    const tokenHash = createHash('sha256').update('a token').digest()

    test('a token finds its member until it expires', async () => {
      const member = await sampleMember(store)
      await store.openSession({ tokenHash, userId: member.id, expiresAt: NOON + 10 })
      expect(await store.findSession(tokenHash, NOON + 9)).toEqual({
        user: member,
        attemptId: null,
      })
      expect(await store.findSession(tokenHash, NOON + 10)).toBeUndefined()
    })

    test('a closed session finds nobody', async () => {
      const { id: userId } = await sampleMember(store)
      await store.openSession({ tokenHash, userId, expiresAt: NOON + 10 })
      await store.closeSession(tokenHash)
      expect(await store.findSession(tokenHash, NOON)).toBeUndefined()
    })

    test('an unknown token finds nobody', async () => {
      expect(await store.findSession(tokenHash, NOON)).toBeUndefined()
    })
  })

  describe('attempts', () => {
    let userId: string
    beforeEach(async () => void ({ id: userId } = await sampleMember(store)))

    test('an attempt goes through its states', async () => {
      const id = await sampleAttempt(store, userId)
      expect(await store.findAttempt(id, userId, NOON)).toMatchObject({
        state: 'created',
        walletApp: null,
      })
      await store.advanceAttempt({ id, userId }, { state: 'opened' }, NOON)
      const waiting = await store.advanceAttempt(
        { id, userId },
        { state: 'awaiting-wallet', walletApp: 'Tonkeeper' },
        NOON,
      )
      expect(waiting).toMatchObject({ state: 'awaiting-wallet', walletApp: 'Tonkeeper' })
      const failed = await store.advanceAttempt(
        { id, userId },
        { state: 'failed', errorCode: 'ton-proof-expired' },
        NOON,
      )
      expect(failed).toMatchObject({ state: 'failed', errorCode: 'ton-proof-expired' })
      expect(await store.findAttempt(id, userId, NOON)).toEqual(failed)
    })

    test.each(['opened', 'cancelled'] as const)('a settled attempt is never %s', async (state) => {
      const { attemptId: id } = await proveWallet(store, userId)
      const answer = await store.advanceAttempt({ id, userId }, { state }, NOON)
      expect(answer).toMatchObject({ state: 'linked' })
    })

    test('an attempt whose time has passed reads as expired and stays so', async () => {
      const id = await sampleAttempt(store, userId)
      const late = NOON + 5 * MINUTE
      expect(await store.findAttempt(id, userId, late)).toMatchObject({ state: 'expired' })
      const answer = await store.advanceAttempt({ id, userId }, { state: 'cancelled' }, late)
      expect(answer).toMatchObject({ state: 'expired' })
    })

    test("another member's attempt is neither seen nor changed, and its nonce is not spent", async () => {
      const { id: strangerId } = await sampleMember(store)
      const id = await sampleAttempt(store, userId)
      const target = { id, userId: strangerId }
      expect(await store.findAttempt(id, strangerId, NOON)).toBeUndefined()
      expect(await store.listAttempts(strangerId, NOON)).toEqual([])
      expect(await store.advanceAttempt(target, { state: 'cancelled' }, NOON)).toBeUndefined()
      const link = sampleLink({ attemptId: id, userId: strangerId })
      expect(await store.linkWallet(link)).toEqual({ outcome: 'attempt-settled' })
      expect(await store.findAttempt(id, userId, NOON)).toMatchObject({ state: 'created' })
    })

    test('attempts are listed from the newest to the oldest', async () => {
      const ids = [
        await sampleAttempt(store, userId, { now: NOON }),
        await sampleAttempt(store, userId, { now: NOON + 1 }),
        await sampleAttempt(store, userId, { now: NOON + 2 }),
      ]
      const listed = await store.listAttempts(userId, NOON + 2)
      expect(listed.map(({ id }) => id)).toEqual(ids.toReversed())
    })

    test('50 concurrent attempts against a limit of 10 give exactly 10', async () => {
      const made = await atOnce(50, (index) =>
        store.createAttempt(newAttempt(userId, `nonce ${index}`), {
          limit: 10,
          since: NOON - MINUTE,
        }),
      )
      expect(made.filter((attempt) => attempt !== 'too-many-attempts')).toHaveLength(10)
      expect(await store.listAttempts(userId, NOON)).toHaveLength(10)
    })

    test('an attempt keeps the client that it was made with', async () => {
      const client = { platform: 'ios', version: '8.0' } as const
      const id = await sampleAttempt(store, userId, { client })
      const bare = await sampleAttempt(store, userId)
      expect(await store.findAttempt(id, userId, NOON)).toMatchObject({ client })
      expect(await store.findAttempt(bare, userId, NOON)).toMatchObject({ client: null })
    })

    test('the newest attempt with a wallet is under way until its time is over', async () => {
      const underWay = async (now = NOON) => (await store.findUnderWay(userId, now))?.id
      const oldest = await sampleAttempt(store, userId, { now: NOON - 2 * MINUTE })
      const newest = await sampleAttempt(store, userId, { now: NOON - MINUTE })
      await sampleAttempt(store, userId)
      expect(await underWay()).toBeUndefined()
      await store.advanceAttempt({ id: oldest, userId }, { state: 'opened' }, NOON)
      expect(await underWay()).toBe(oldest)
      const chosen = { state: 'awaiting-wallet', walletApp: null } as const
      await store.advanceAttempt({ id: newest, userId }, chosen, NOON)
      expect(await underWay()).toBe(newest)
      expect(await underWay(NOON + 4 * MINUTE)).toBeUndefined()
      await store.advanceAttempt({ id: newest, userId }, { state: 'cancelled' }, NOON)
      expect(await underWay()).toBe(oldest)
    })

    test('an attempt that waits for a holder is under way', async () => {
      const { requester, attemptId } = await dispute(store)
      expect(await store.findUnderWay(requester.id, NOON)).toMatchObject({ id: attemptId })
    })

    test('attempts before the window do not count', async () => {
      await sampleAttempt(store, userId, { now: NOON - MINUTE })
      const made = await store.createAttempt(newAttempt(userId, 'n'), {
        limit: 1,
        since: NOON - MINUTE,
      })
      expect(made).toMatchObject({ state: 'created' })
    })

    test('one nonce cannot stand in two attempts', async () => {
      const attempt = newAttempt(userId, 'the same')
      const window = { limit: 9, since: 0 }
      await store.createAttempt(attempt, window)
      await expect(store.createAttempt(attempt, window)).rejects.toThrow(/unique/i)
    })
  })

  describe('linking', () => {
    let userId: string
    beforeEach(async () => void ({ id: userId } = await sampleMember(store)))

    test('the first wallet of a member is primary, the second is not', async () => {
      const first = await proveWallet(store, userId)
      const second = await proveWallet(store, userId)
      expect(first.outcome).toMatchObject({
        outcome: 'linked',
        relinked: false,
        first: true,
        wallet: { ...first.proven, userId, primary: true, label: null, verifiedAt: NOON },
      })
      expect(second.outcome).toMatchObject({ first: false, wallet: { primary: false } })
      expect(await store.listWallets(userId)).toHaveLength(2)
      expect(await store.findAttempt(first.attemptId, userId, NOON)).toMatchObject({
        state: 'linked',
        walletId: linkedWallet(first.outcome).id,
      })
    })

    test('replay: 100 concurrent proofs with one nonce give exactly one winner', async () => {
      const attemptId = await sampleAttempt(store, userId)
      const proofs = Array.from({ length: 100 }, () =>
        store.linkWallet(sampleLink({ attemptId, userId })),
      )
      const outcomes = (await Promise.all(proofs)).map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'linked')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'attempt-settled')).toHaveLength(99)
      expect(await store.listWallets(userId)).toHaveLength(1)
      expect(getEvents(await dialect.dump(databaseUrl))).toEqual(['wallet.linked'])
    })

    test('one of 50 members who prove one free wallet at the same time has it, and the others ask that one', async () => {
      const proven = sampleWallet()
      const members = await atOnce(50, () => sampleMember(store))
      const proofs = await Promise.all(members.map(({ id }) => proveWallet(store, id, proven)))
      const winners = proofs.filter(({ outcome }) => outcome.outcome === 'linked')
      expect(winners).toHaveLength(1)
      const holderId = linkedWallet(winners[0]?.outcome).userId
      expect(await store.listConsents(holderId, NOON)).toHaveLength(49)
    })

    test('a proof after the attempt expired is refused and changes nothing', async () => {
      const attemptId = await sampleAttempt(store, userId)
      const late = { ...sampleLink({ attemptId, userId }), now: NOON + 5 * MINUTE }
      expect(await store.linkWallet(late)).toEqual({ outcome: 'attempt-expired' })
      expect(await store.listWallets(userId)).toEqual([])
    })

    test('a proof for a cancelled attempt is refused', async () => {
      const attemptId = await sampleAttempt(store, userId)
      await store.advanceAttempt({ id: attemptId, userId }, { state: 'cancelled' }, NOON)
      const outcome = await store.linkWallet(sampleLink({ attemptId, userId }))
      expect(outcome).toEqual({ outcome: 'attempt-settled' })
    })

    test('proving an own wallet again refreshes it and keeps id, label and primary', async () => {
      const first = await proveWallet(store, userId)
      const { id } = linkedWallet(first.outcome)
      await store.setLabel(id, userId, 'Savings')
      const attemptId = await sampleAttempt(store, userId)
      const again = {
        ...sampleLink({ attemptId, userId }, { ...first.proven, keySource: 'chain' }),
      }
      const outcome = await store.linkWallet({ ...again, now: NOON + MINUTE })
      const wallet = {
        ...linkedWallet(first.outcome),
        keySource: 'chain',
        label: 'Savings',
        verifiedAt: NOON + MINUTE,
      }
      expect(outcome).toEqual({
        outcome: 'linked',
        wallet,
        relinked: true,
        first: false,
        formerUserId: null,
      })
      expect(await store.listWallets(userId)).toEqual([wallet])
    })

    test('one address on two networks is two wallets', async () => {
      const mainnet = sampleWallet()
      await proveWallet(store, userId, mainnet)
      const { outcome } = await proveWallet(store, userId, { ...mainnet, network: '-3' })
      expect(outcome).toMatchObject({ outcome: 'linked', relinked: false })
    })

    test('one wallet over the limit fails the attempt with its code', async () => {
      await proveWallet(store, userId)
      const attemptId = await sampleAttempt(store, userId)
      const link = { ...sampleLink({ attemptId, userId }), walletLimit: 1 }
      expect(await store.linkWallet(link)).toEqual({ outcome: 'wallet-limit' })
      expect(await store.findAttempt(attemptId, userId, NOON)).toMatchObject({
        state: 'failed',
        errorCode: 'wallet-limit',
      })
    })

    test('a member without room whose attempt was cancelled learns that it is settled', async () => {
      await proveWallet(store, userId)
      const attemptId = await sampleAttempt(store, userId)
      await store.advanceAttempt({ id: attemptId, userId }, { state: 'cancelled' }, NOON)
      const link = { ...sampleLink({ attemptId, userId }), walletLimit: 1 }
      expect(await store.linkWallet(link)).toEqual({ outcome: 'attempt-settled' })
    })

    test('20 concurrent links against a limit of 3 give exactly 3 wallets, one of them primary', async () => {
      const attempts = await atOnce(20, () => sampleAttempt(store, userId))
      await Promise.all(
        attempts.map((attemptId) =>
          store.linkWallet({ ...sampleLink({ attemptId, userId }), walletLimit: 3 }),
        ),
      )
      const wallets = await store.listWallets(userId)
      expect(wallets).toHaveLength(3)
      expect(wallets.filter(({ primary }) => primary)).toHaveLength(1)
    })

    test('a transaction that throws leaves its neighbours in the same moment alone', async () => {
      const attempt = newAttempt(userId, 'taken')
      const window = { limit: 9, since: 0 }
      await store.createAttempt(attempt, window)
      const outcomes = await Promise.allSettled([
        store.createAttempt({ ...attempt, nonce: 'before' }, window),
        store.createAttempt(attempt, window),
        store.createAttempt({ ...attempt, nonce: 'after' }, window),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await store.listAttempts(userId, NOON)).toHaveLength(3)
    })
  })

  describe('wallets', () => {
    let userId: string
    beforeEach(async () => void ({ id: userId } = await sampleMember(store)))

    test("another member's wallet is neither seen nor changed", async () => {
      const { id: strangerId } = await sampleMember(store)
      const wallet = linkedWallet((await proveWallet(store, userId)).outcome)
      expect(await store.listWallets(strangerId)).toEqual([])
      expect(await store.findWallet(wallet.id, strangerId)).toBeUndefined()
      expect(await store.setLabel(wallet.id, strangerId, 'mine')).toBeUndefined()
      expect(await store.setPrimary(wallet.id, strangerId)).toBeUndefined()
      expect(await store.unlinkWallet(wallet.id, strangerId, NOON)).toBe(false)
      expect(await store.findWallet(wallet.id, userId)).toEqual(wallet)
    })

    test('a label is set and taken away', async () => {
      const { id } = linkedWallet((await proveWallet(store, userId)).outcome)
      expect(await store.setLabel(id, userId, 'Сбережения 🐷')).toMatchObject({
        label: 'Сбережения 🐷',
      })
      expect(await store.findWallet(id, userId)).toMatchObject({ label: 'Сбережения 🐷' })
      expect(await store.setLabel(id, userId, null)).toMatchObject({ label: null })
    })

    test('a wallet that becomes primary keeps its label', async () => {
      await proveWallet(store, userId)
      const { id } = linkedWallet((await proveWallet(store, userId)).outcome)
      await store.setLabel(id, userId, 'Savings')
      const chosen = { id, primary: true, label: 'Savings' }
      expect(await store.setPrimary(id, userId)).toMatchObject(chosen)
    })

    test('exactly one wallet is primary after any number of concurrent choices', async () => {
      await proveWallet(store, userId)
      await proveWallet(store, userId)
      await proveWallet(store, userId)
      const wallets = await store.listWallets(userId)
      await Promise.all(wallets.map(({ id }) => store.setPrimary(id, userId)))
      const last = wallets[1]?.id ?? ''
      expect(await store.setPrimary(last, userId)).toMatchObject({ id: last, primary: true })
      const primary = (await store.listWallets(userId)).filter((wallet) => wallet.primary)
      expect(primary.map(({ id }) => id)).toEqual([last])
    })

    test('the oldest wallet that remains is primary when the primary one goes', async () => {
      const wallets: StoredWallet[] = []
      for (const now of [NOON, NOON + 1, NOON + 2]) {
        const attemptId = await sampleAttempt(store, userId)
        const outcome = await store.linkWallet({ ...sampleLink({ attemptId, userId }), now })
        wallets.push(linkedWallet(outcome))
      }
      expect(await store.unlinkWallet(wallets[0]?.id ?? '', userId, NOON)).toBe(true)
      const left = await store.listWallets(userId)
      expect(left.map(({ id, primary }) => [id, primary])).toEqual([
        [wallets[1]?.id, true],
        [wallets[2]?.id, false],
      ])
      expect(await store.unlinkWallet(wallets[0]?.id ?? '', userId, NOON)).toBe(false)
    })

    test('the primary wallet stays primary when another one goes', async () => {
      const oldest = linkedWallet((await proveWallet(store, userId)).outcome)
      const chosen = linkedWallet((await proveWallet(store, userId)).outcome)
      const third = linkedWallet((await proveWallet(store, userId)).outcome)
      await store.setPrimary(chosen.id, userId)
      expect(await store.unlinkWallet(third.id, userId, NOON)).toBe(true)
      expect(await store.findWallet(chosen.id, userId)).toMatchObject({ primary: true })
      expect(await store.findWallet(oldest.id, userId)).toMatchObject({ primary: false })
    })
  })

  describe('consent', () => {
    test('a domain proof does not move a linked wallet, and asks its holder', async () => {
      const { holder, requester, attemptId, proven, outcome } = await dispute(store)
      const consent = {
        attemptId,
        network: proven.network,
        address: proven.address,
        holderId: holder.id,
        expiresAt: NOON + 24 * 60 * MINUTE,
      }
      expect(outcome).toEqual({ outcome: 'awaiting-consent', consent })
      expect(await store.listConsents(holder.id, NOON)).toEqual([consent])
      expect(await store.listConsents(requester.id, NOON)).toEqual([])
      expect(await store.listWallets(holder.id)).toHaveLength(1)
      expect(await store.listWallets(requester.id)).toEqual([])
      expect(await store.findAttempt(attemptId, requester.id, NOON)).toMatchObject({
        state: 'awaiting-consent',
        expiresAt: consent.expiresAt,
      })
      const events = await leaseEvents(store)
      expect(events[1]).toMatchObject({
        type: 'consent.asked',
        userId: holder.id,
        attemptId,
        address: proven.address,
      })
    })

    test('replay: the nonce of a waiting attempt cannot be spent again, not even for another wallet', async () => {
      const { requester, attemptId } = await dispute(store)
      const link = sampleLink({ attemptId, userId: requester.id })
      expect(await store.linkWallet(link)).toEqual({ outcome: 'attempt-settled' })
      expect(await store.listWallets(requester.id)).toEqual([])
    })

    test('"move" gives the wallet to the requester, without the label of the former holder', async () => {
      const { holder, requester, attemptId, proven } = await dispute(store)
      const [held] = await store.listWallets(holder.id)
      await store.setLabel(held?.id ?? '', holder.id, 'Private')
      const outcome = await store.answerConsent(answer('move', attemptId, holder.id), NOON + 1)
      const [wallet] = await store.listWallets(requester.id)
      expect(outcome).toBe('moved')
      expect(wallet).toMatchObject({ ...proven, primary: true, label: null, verifiedAt: NOON })
      expect(await store.listWallets(holder.id)).toEqual([])
      expect(await store.listConsents(holder.id, NOON)).toEqual([])
      expect(await store.findAttempt(attemptId, requester.id, NOON + 1)).toMatchObject({
        state: 'linked',
        walletId: wallet?.id,
      })
      const [, , moved] = await leaseEvents(store)
      expect(moved).toMatchObject({
        type: 'wallet.moved',
        userId: requester.id,
        formerUserId: holder.id,
        wallet,
      })
    })

    test('a move keeps exactly one primary wallet on both sides', async () => {
      const { holder, requester, attemptId } = await dispute(store)
      await proveWallet(store, holder.id)
      await proveWallet(store, requester.id)
      await store.answerConsent(answer('move', attemptId, holder.id), NOON)
      const left = await store.listWallets(holder.id)
      expect(left.map(({ primary }) => primary)).toEqual([true])
      const gained = await store.listWallets(requester.id)
      expect(gained.filter(({ primary }) => primary)).toHaveLength(1)
      expect(gained).toHaveLength(2)
    })

    test('"keep" leaves the wallet and fails the attempt', async () => {
      const { holder, requester, attemptId } = await dispute(store)
      const outcome = await store.answerConsent(answer('keep', attemptId, holder.id), NOON)
      expect(outcome).toBe('kept')
      expect(await store.listWallets(holder.id)).toHaveLength(1)
      expect(await store.findAttempt(attemptId, requester.id, NOON)).toMatchObject({
        state: 'failed',
        errorCode: 'wallet-linked-elsewhere',
      })
      const [, , refused] = await leaseEvents(store)
      expect(refused).toMatchObject({ type: 'consent.refused', userId: requester.id, attemptId })
    })

    test('only the holder can answer, neither requester nor stranger', async () => {
      const { holder, requester, attemptId } = await dispute(store)
      const stranger = await sampleMember(store)
      for (const { id } of [requester, stranger]) {
        const outcome = await store.answerConsent(answer('move', attemptId, id), NOON)
        expect(outcome).toBe('not-found')
      }
      expect(await store.listWallets(holder.id)).toHaveLength(1)
    })

    test('one of 20 concurrent answers of both kinds counts, and gives its outcome to all', async () => {
      const { holder, attemptId } = await dispute(store)
      const answers = Array.from({ length: 20 }, (_, index) =>
        store.answerConsent(answer(index % 2 ? 'move' : 'keep', attemptId, holder.id), NOON),
      )
      expect(new Set(await Promise.all(answers)).size).toBe(1)
    })

    test('a consent that is too old, or whose requester cancelled, is gone', async () => {
      const { holder, requester, attemptId } = await dispute(store)
      const late = NOON + 24 * 60 * MINUTE
      expect(await store.listConsents(holder.id, late)).toEqual([])
      const tooLate = await store.answerConsent(answer('move', attemptId, holder.id), late)
      expect(tooLate).toBe('not-found')
      const target = { id: attemptId, userId: requester.id }
      await store.advanceAttempt(target, { state: 'cancelled' }, NOON)
      expect(await store.listConsents(holder.id, NOON)).toEqual([])
      const { consents } = await dialect.dump(databaseUrl)
      expect(consents).toEqual([])
    })

    test('a wallet does not move to a member who has no room for it', async () => {
      const { holder, requester, attemptId } = await dispute(store)
      await proveWallet(store, requester.id)
      const full = { ...answer('move', attemptId, holder.id), walletLimit: 1 }
      expect(await store.answerConsent(full, NOON)).toBe('wallet-limit')
      expect(await store.answerConsent(full, NOON)).toBe('wallet-limit')
      expect(await store.listWallets(holder.id)).toHaveLength(1)
      expect(await store.findAttempt(attemptId, requester.id, NOON)).toMatchObject({
        errorCode: 'wallet-limit',
      })
    })

    test('race: a wallet unlinked while five others prove it is linked once at most, and every consent waits for a holder', async () => {
      const holder = await sampleMember(store)
      const { outcome, proven } = await proveWallet(store, holder.id)
      const requesters = await atOnce(5, () => sampleMember(store))
      await Promise.all([
        ...requesters.map(({ id }) => proveWallet(store, id, proven)),
        store.unlinkWallet(linkedWallet(outcome).id, holder.id, NOON),
      ])
      const held = await Promise.all(requesters.map(({ id }) => store.listWallets(id)))
      const [wallet, ...others] = held.flat()
      expect(others).toEqual([])
      const { consents = [] } = await dialect.dump(databaseUrl)
      const asked = wallet ? await store.listConsents(wallet.userId, NOON) : []
      expect(asked).toHaveLength(consents.length)
    })
  })

  test('50 processes that take one update at the same time give exactly one winner', async () => {
    const taken = Array.from({ length: 50 }, () => store.takeUpdate(901_234_567_890, NOON))
    expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(1)
    expect(await store.takeUpdate(901_234_567_891, NOON)).toBe(true)
  })

  describe('receipts', () => {
    let userId: string
    beforeEach(async () => void ({ id: userId } = await sampleMember(store)))

    test('a link is notified, and not a re-verification or an unlinking', async () => {
      const { outcome, proven } = await proveWallet(store, userId)
      await proveWallet(store, userId, proven)
      await store.unlinkWallet(linkedWallet(outcome).id, userId, NOON)
      const receipts = await store.leaseReceipts(NOON, NOON + MINUTE, 10)
      expect(receipts).toHaveLength(1)
      expect(receipts[0]).toMatchObject({ event: { sequence: 1, createdAt: NOON }, tries: 0 })
      expect(receipts[0]?.event).toMatchObject({
        type: 'wallet.linked',
        userId,
        wallet: linkedWallet(outcome),
      })
    })

    test('two leasers never get the same receipt', async () => {
      for (let count = 0; count < 10; count += 1) await proveWallet(store, userId)
      const leases = await atOnce(8, () => store.leaseReceipts(NOON, NOON + MINUTE, 3))
      const sequences = leases.flat().map(({ event }) => event.sequence)
      expect(new Set(sequences).size).toBe(sequences.length)
      const rest = await store.leaseReceipts(NOON, NOON + MINUTE, 10)
      expect(sequences.length + rest.length).toBe(10)
    })

    test('a lease that ran out is given again, a settled receipt never', async () => {
      await proveWallet(store, userId)
      const [lost] = await store.leaseReceipts(NOON, NOON + MINUTE, 1)
      expect(await store.leaseReceipts(NOON + MINUTE - 1, NOON + MINUTE, 1)).toEqual([])
      const [again] = await store.leaseReceipts(NOON + MINUTE, NOON + 2 * MINUTE, 1)
      expect(again).toEqual({ ...lost, tries: 1 })
      await store.settleReceipt(again?.event.sequence ?? 0)
      expect(await store.leaseReceipts(NOON + 9 * MINUTE, NOON + 10 * MINUTE, 1)).toEqual([])
    })

    test('a retried receipt is due when its time comes', async () => {
      await proveWallet(store, userId)
      const [receipt] = await store.leaseReceipts(NOON, NOON + 9 * MINUTE, 1)
      await store.retryReceipt(receipt?.event.sequence ?? 0, { at: NOON + MINUTE, notified: null })
      expect(await store.leaseReceipts(NOON + MINUTE - 1, NOON + MINUTE, 1)).toEqual([])
      const [due] = await store.leaseReceipts(NOON + MINUTE, NOON + 2 * MINUTE, 1)
      expect(due).toMatchObject({ tries: 1 })
    })

    test('a receipt that is being sent is not brought forward, and one that waits is', async () => {
      const { id: userId } = await sampleMember(store)
      await proveWallet(store, userId)
      const [receipt] = await store.leaseReceipts(NOON, NOON + MINUTE, 1)
      expect(await store.flushReceipts(userId, NOON)).toBe(false)
      expect(await store.leaseReceipts(NOON, NOON + MINUTE, 1)).toEqual([])
      const next = { at: NOON + 10 * MINUTE, notified: null }
      await store.retryReceipt(receipt?.event.sequence ?? 0, next)
      expect(await store.flushReceipts(userId, NOON)).toBe(true)
      expect(await store.leaseReceipts(NOON, NOON + MINUTE, 1)).toHaveLength(1)
    })

    test('a late retry does not bring a settled receipt back', async () => {
      await proveWallet(store, userId)
      await store.settleReceipt(1)
      await store.retryReceipt(1, { at: NOON, notified: null })
      expect(await store.leaseReceipts(NOON, NOON + MINUTE, 1)).toEqual([])
    })

    test('no sequence is given twice under concurrency, and those of one member are in their order', async () => {
      const members = await atOnce(30, () => sampleMember(store))
      const proveAll = () => Promise.all(members.map(({ id }) => proveWallet(store, id)))
      const inOrder = [await proveAll(), await proveAll()]
      const linked = await store.listHostEvents({ after: 0, limit: 100 })
      const bySequence = linked.toSorted((a, b) => a.event.sequence - b.event.sequence)
      for (const [index, { id }] of members.entries()) {
        const own = bySequence.filter(({ event }) => event.userId === id)
        const addresses = inOrder.map((proofs) => proofs[index]?.proven.address)
        expect(own.map(({ event }) => 'wallet' in event && event.wallet.address)).toEqual(addresses)
      }
      await Promise.all(members.map(({ id }) => store.deleteUser(id, NOON)))
      const { events = [] } = await dialect.dump(databaseUrl)
      const sequences = new Set(events.map(({ sequence }) => sequence))
      expect(sequences.size).toBe(events.length)
      expect(Math.max(...[...sequences].map(Number))).toBeGreaterThan(60)
    })
  })

  describe('privacy', () => {
    test('no row of any table holds a Telegram id, name, username, label, text or signature', async () => {
      const { secrets } = await fillWithSecrets(store)
      const dump = await dialect.dump(databaseUrl)
      expect(dump['users']).not.toEqual([])
      for (const secret of secrets) expect(holds(dump, secret)).toBe(false)
    })

    test('deleting a member twice, or nobody, notifies of nothing', async () => {
      const { id } = await sampleMember(store)
      await store.deleteUser(id, NOON)
      await store.deleteUser(id, NOON)
      await store.deleteUser('AAAAAAAAAAAAAAAAAAAAAA', NOON)
      expect(getEvents(await dialect.dump(databaseUrl))).toEqual(['user.deleted'])
    })

    test('no sequence is given twice, even if the newest events go with their member', async () => {
      const { id } = await sampleMember(store)
      await proveWallet(store, id)
      await store.deleteUser(id, NOON)
      const { id: nextId } = await sampleMember(store)
      await proveWallet(store, nextId)
      const [receipt] = await store.leaseReceipts(NOON, NOON + 1, 1)
      expect(receipt?.event.sequence).toBe(3)
    })
  })
})

describe('store on SQLite alone', () => {
  test('neither the file nor its write-ahead log holds a Telegram id, name, username or text to sign', async () => {
    const dialect = sqliteDialect()
    await dialect.start()
    const databaseUrl = await dialect.createDatabase()
    const store = await openStore({ databaseUrl, dataKey: DATA_KEY, delivers: false })
    const { secrets, address } = await fillWithSecrets(store)
    const open = await readSqliteFiles(databaseUrl)
    await store.close()
    const closed = await readSqliteFiles(databaseUrl)
    await dialect.stop()
    for (const bytes of [open, closed]) {
      expect(bytes.includes(address)).toBe(true)
      for (const secret of secrets) expect(bytes.includes(secret)).toBe(false)
    }
  })

  test('a database in memory works', async () => {
    const store = await openStore({
      databaseUrl: 'file::memory:',
      dataKey: DATA_KEY,
      delivers: false,
    })
    const { id } = await sampleMember(store)
    expect((await proveWallet(store, id)).outcome).toMatchObject({ outcome: 'linked' })
    await store.close()
  })

  test.each(['clasp.db', 'mysql://host/db', ''])('the url "%s" is refused', async (databaseUrl) => {
    await expect(openStore({ databaseUrl, dataKey: DATA_KEY, delivers: false })).rejects.toThrow(
      'database url',
    )
  })
})

function newAttempt(userId: string, nonce: string) {
  return {
    userId,
    family: 'ton',
    nonce,
    message: null,
    client: null,
    requestCode: null,
    cosign: null,
    now: NOON,
    expiresAt: NOON + 1,
  } as const
}

function answer(choice: 'move' | 'keep', attemptId: string, holderId: string) {
  return { attemptId, holderId, answer: choice, walletLimit: 10 }
}

async function leaseEvents(store: Store) {
  const receipts = await store.leaseReceipts(NOON + MINUTE, NOON + 2 * MINUTE, 100)
  return receipts.map(({ event }) => event)
}

/** Types of all events in the order of their sequence. */
function getEvents({ events = [] }: Dump): unknown[] {
  return events
    .sort((one, other) => Number(one['sequence']) - Number(other['sequence']))
    .map(({ type }) => type)
}

/** What nobody may read in the database, and an address, which shows that the search works. */
async function fillWithSecrets(store: Store) {
  const { userId, traces } = await leaveTraces(store, (await sampleMember(store)).id)
  // The texts of TON and of EVM wallets are written at different times.
  await sampleAttempt(store, userId, { message: traces.message.toString() })
  const { telegramId, firstName, username, label, formerLabel, undoableLabel } = traces
  const { address, message, cosigningText, signature, confirmation } = traces
  const names = [telegramId, firstName, username, label, formerLabel, undoableLabel]
  return { secrets: [...names, message, cosigningText, signature, confirmation], address }
}

/** Whether any value of any row holds the text or bytes. */
function holds(dump: Dump, needle: string | Buffer): boolean {
  return Object.values(dump)
    .flat()
    .flatMap((row) => Object.values(row))
    .some((value) => getBytes(value).includes(needle))
}
