import { beforeEach, describe, expect, test } from 'vitest'
import { sampleProof } from '#tests/support/proof-samples.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredUser, StoredSafe } from '#server/store/database/stored.ts'
import {
  HOUR,
  LIFE,
  provenSafe,
  sampleCosigning,
  saveSafe,
  sampleTonMultisig,
  sampleConfirmation,
  confirmSample,
} from '#tests/support/multisig-samples.ts'
import {
  getAccount,
  MINUTE,
  NOON,
  proveByText,
  proveWallet,
  sampleAttempt,
  sampleEvmWallet,
  sampleLink,
  sampleMember,
  sampleProfile,
  sampleSigning,
  sampleWallet,
  atOnce,
  sampleTwo,
  settleReceipts,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

type OpenCosigning = { code: string; attemptId: string }

describeStore('cosignings', (stage) => {
  let store: Store
  let starter: StoredUser
  let fellow: StoredUser
  let safe: StoredSafe
  let owners: [string, string, string]

  beforeEach(async () => {
    store = stage.store
    starter = await sampleMember(store)
    fellow = await sampleMember(store)
    owners = [sampleEvmWallet().address, sampleEvmWallet().address, sampleEvmWallet().address]
    safe = await saveSafe(store, { owners })
  })

  const open = (change?: Parameters<typeof sampleCosigning>[3]) =>
    sampleCosigning(store, starter.id, safe, change)

  describe('opening', () => {
    test('opening fixes the attempt’s account, message and time, and finds it by code, attempt and multisig', async () => {
      const { attemptId, ...cosigning } = await open()
      const { code } = cosigning
      const message = `A text for ${attemptId}`
      expect(code).toMatch(/^m1_[\w-]{22}$/)
      expect({ ...cosigning, attemptId }).toEqual({
        code,
        attemptId,
        multisig: safe,
        starter,
        method: 'signatures',
        message,
        state: 'open',
        problem: null,
        confirmations: [],
        createdAt: NOON,
        expiresAt: NOON + LIFE,
      })
      expect(await store.findAttempt(attemptId, starter.id, NOON)).toMatchObject({
        state: 'awaiting-cosigners',
        message,
        account: { family: 'evm', address: safe.address, chainId: 1 },
        cosigningCode: code,
        cosign: null,
        expiresAt: NOON + LIFE,
      })
      for (const of of [{ attemptId }, { multisigId: safe.id }]) {
        expect(await store.findOwnCosigning(starter.id, of, NOON)).toMatchObject({ code })
        expect(await store.findOwnCosigning(fellow.id, of, NOON)).toBeUndefined()
        expect(await store.findOwnCosigning(starter.id, of, NOON + LIFE)).toBeUndefined()
      }
      expect(await store.findCosigning(code, NOON)).toEqual({ ...cosigning, attemptId })
      expect(await store.findCosigning('m1_another', NOON)).toBeUndefined()
    })

    test('a cosigning that waits without a wallet is not under way', async () => {
      await open()
      expect(await store.findUnderWay(starter.id, NOON)).toBeUndefined()
      await open({ attemptState: 'awaiting-signature' })
      expect(await store.findUnderWay(starter.id, NOON)).toMatchObject({
        state: 'awaiting-signature',
      })
    })

    test('race: starts at the same time for one multisig continue with one, and the attempts of the others end', async () => {
      const another = await stage.openAnother()
      const opened = await atOnce(10, (index) =>
        sampleCosigning(index % 2 === 0 ? store : another, starter.id, safe),
      )
      expect(new Set(opened.map(({ code }) => code)).size).toBe(1)
      const attempts = await store.listAttempts(starter.id, NOON)
      const states = attempts.map(({ state }) => state)
      expect(states.filter((state) => state === 'awaiting-cosigners')).toHaveLength(1)
      expect(states.filter((state) => state === 'cancelled')).toHaveLength(9)
    })

    test('attack: an attempt of somebody else’s, of another family, over, or that has one already opens none', async () => {
      const { attemptId } = await open({ attemptState: 'awaiting-signature' })
      const ton = await sampleAttempt(store, starter.id)
      const others = await sampleAttempt(store, fellow.id, { family: 'evm' })
      const late = await sampleAttempt(store, starter.id, { family: 'evm', now: NOON - HOUR })
      const { code } = await sampleCosigning(store, fellow.id, safe)
      const cosign = { code, showsName: false }
      const confirmation = await sampleAttempt(store, starter.id, { family: 'evm', cosign })
      for (const id of [attemptId, ton, others, late, confirmation]) {
        expect(await store.openCosigning(opening(starter.id, id), NOON)).toBeUndefined()
      }
      const unknown = await sampleAttempt(store, starter.id, { family: 'evm' })
      const nowhere = { ...opening(starter.id, unknown), multisig: { ...safe, id: 'unknown' } }
      expect(await store.openCosigning(nowhere, NOON)).toBeUndefined()
    })

    test('asks each owner whom we know by a linked wallet once, and nobody else', async () => {
      const { code } = await openAmongKnown()
      const receipts = await getUpdates(store)
      expect(receipts).toEqual([{ userId: fellow.id, code, update: 'asked' }])
      expect(await store.listCosignings(fellow.id, NOON)).toMatchObject([{ code }])
    })

    test('does not ask an owner of the other network on TON', async () => {
      const { proven } = await proveWallet(store, fellow.id)
      const other = await sampleMember(store)
      const elsewhere = sampleWallet({ network: '-3' })
      await proveWallet(store, other.id, elsewhere)
      const read = sampleTonMultisig({ owners: [proven.address, elsewhere.address] })
      const multisig = await store.saveMultisig(read, NOON)
      const { code } = await sampleCosigning(store, starter.id, multisig)
      expect(await getUpdates(store)).toEqual([{ userId: fellow.id, code, update: 'asked' }])
    })

    test('attack: strangers who make a member the owner of many multisigs write to them five times a day, all together', async () => {
      const { askBy, update } = await setRequester()
      const asked: string[] = []
      for (let index = 0; index < 5; index += 1) asked.push(await askBy(NOON + index * HOUR))
      const unheard = [await askBy(NOON + 5 * HOUR), await askBy(NOON + 24 * HOUR - 1)]
      expect(await update('asked', NOON + 24 * HOUR - 1)).toEqual(asked)
      const next = await askBy(NOON + 24 * HOUR)
      expect(await askBy(NOON + 24 * HOUR)).not.toBe(next)
      expect(await update('asked', NOON + 24 * HOUR)).toEqual([next])
      const listed = await store.listCosignings(fellow.id, NOON + 24 * HOUR)
      expect(listed.map(({ code }) => code)).toEqual(expect.arrayContaining([...asked, ...unheard]))
    })

    test('attack: nor do they remind of what they may not ask for, until the member looks at it', async () => {
      const { askBy, update } = await setRequester()
      const codes: string[] = []
      for (let index = 0; index < 7; index += 1) codes.push(await askBy(NOON))
      const [, , , , , seen = '', unseen = ''] = codes
      await store.noteViewer(seen, fellow.id, NOON)
      await store.closeDueCosignings(9, NOON + 24 * HOUR)
      const reminded = await update('reminder', NOON + 24 * HOUR)
      expect(reminded.toSorted()).toEqual(codes.slice(0, 6).toSorted())
      expect(reminded).not.toContain(unseen)
    })

    test('attack: a starter who deletes everything asks nobody more often by it', async () => {
      const { askBy, update } = await setRequester()
      for (let index = 0; index < 5; index += 1) await askBy(NOON)
      await update('asked', NOON)
      for (const { starter: requester } of await store.listCosignings(fellow.id, NOON))
        await store.deleteUser(requester.id, NOON)
      expect(await store.listCosignings(fellow.id, NOON)).toEqual([])
      await askBy(NOON)
      expect(await update('asked', NOON)).toEqual([])
    })

    test('still asks every owner after a clock ran far ahead', async () => {
      const { askBy, update } = await setRequester()
      for (let index = 0; index < 5; index += 1) await askBy(NOON + 100 * HOUR)
      await update('asked', NOON + 100 * HOUR)
      const code = await askBy(NOON)
      expect(await update('asked', NOON)).toEqual([code])
    })

    test('race: ten starts at the same time write to the member five times', async () => {
      const another = await stage.openAnother()
      const { askBy, update } = await setRequester()
      await atOnce(10, (index) => askBy(NOON, index % 2 === 0 ? store : another))
      expect(await update('asked', NOON)).toHaveLength(5)
    })

    test('notifies nobody where the multisig’s own app is asked', async () => {
      const { proven } = await proveByText(store, fellow.id)
      safe = await saveSafe(store, { ...safe, owners: [proven.address] })
      await open({ attemptState: 'awaiting-signature' })
      expect(await getUpdates(store)).toEqual([])
      expect(await store.listCosignings(fellow.id, NOON)).toEqual([])
    })
  })

  describe('confirmations', () => {
    test('are stored with who gave them, end their attempts and notify the starter', async () => {
      const { code } = await open()
      const given = await sampleConfirmation(store, fellow.id, {
        code,
        owner: owners[1],
        showsName: true,
      })
      const result = await store.addConfirmation(given, NOON + 1)
      const confirmation = { ...given.confirmation, user: fellow, givenAt: NOON + 1 }
      expect(result).toMatchObject({
        outcome: 'given',
        cosigning: { confirmations: [confirmation] },
      })
      expect(await store.findCosigning(code, NOON)).toMatchObject({ confirmations: [confirmation] })
      expect(await store.findAttempt(given.attemptId, fellow.id, NOON)).toMatchObject({
        state: 'cosigned',
        walletId: null,
        cosign: { code, showsName: true },
      })
      expect(await getUpdates(store, NOON + 1)).toEqual([
        { userId: starter.id, code, update: 'signed' },
      ])
      expect(await store.listWallets(fellow.id)).toEqual([])
      expect(await store.listHostEvents({ after: 0, limit: 9 })).toEqual([])
      expect(await store.takeOutcomes(NOON, 9)).toMatchObject([{ state: 'cosigned' }])
      expect(await store.tallyAttempts(0, NOON + LIFE - 1)).toEqual([])
    })

    test('confirmations come from attempts that store whether the owner shows the name', async () => {
      const { code } = await open()
      for (const showsName of [true, false]) {
        const confirmation = { code, owner: owners[1], showsName }
        const { attemptId } = await sampleConfirmation(store, fellow.id, confirmation)
        const attempt = await store.findAttempt(attemptId, fellow.id, NOON)
        expect(attempt?.cosign).toEqual({ code, showsName })
      }
    })

    test('notify nobody where they are the starter’s own', async () => {
      const { code } = await open()
      const given = await confirmSample(store, starter.id, { code, owner: owners[0] })
      expect(given).toMatchObject({ outcome: 'given' })
      expect(await getUpdates(store)).toEqual([])
    })

    test('of the same member count once, with the later signature', async () => {
      const { code } = await open()
      await confirmSample(store, fellow.id, { code, owner: owners[1] })
      await settleReceipts(store)
      const signature = new Uint8Array(65).fill(7)
      const again = await confirmSample(store, fellow.id, { code, owner: owners[1], signature })
      expect(again).toMatchObject({ outcome: 'given' })
      const found = await store.findCosigning(code, NOON)
      expect(
        found?.confirmations.map((confirmation) => Uint8Array.from(confirmation.signature)),
      ).toEqual([signature])
      expect(await getUpdates(store)).toEqual([])
    })

    test('attack: an owner for whom another account has confirmed is taken, and that attempt is not spent', async () => {
      const { code } = await open()
      await confirmSample(store, fellow.id, { code, owner: owners[1] })
      const other = await sampleMember(store)
      const given = await sampleConfirmation(store, other.id, { code, owner: owners[1] })
      expect(await store.addConfirmation(given, NOON)).toEqual({ outcome: 'owner-taken' })
      expect(await store.findAttempt(given.attemptId, other.id, NOON)).toMatchObject({
        state: 'created',
      })
      const own = { ...given, confirmation: { ...given.confirmation, owner: owners[2] } }
      expect(await store.addConfirmation(own, NOON)).toMatchObject({ outcome: 'given' })
    })

    test('race: one owner confirmed by 8 accounts at the same time is one account’s', async () => {
      const { code } = await open()
      const another = await stage.openAnother()
      const confirmations = await atOnce(8, async () => {
        const { id } = await sampleMember(store)
        return sampleConfirmation(store, id, { code, owner: owners[1] })
      })
      const results = await Promise.all(
        confirmations.map((confirmation, index) =>
          (index % 2 === 0 ? store : another).addConfirmation(confirmation, NOON),
        ),
      )
      expect(results.filter(({ outcome }) => outcome === 'given')).toHaveLength(1)
      expect(results.filter(({ outcome }) => outcome === 'owner-taken')).toHaveLength(7)
      expect(await getUpdates(store)).toHaveLength(1)
    })

    test('race: 50 proofs of one attempt are one confirmation', async () => {
      const { code } = await open()
      const given = await sampleConfirmation(store, fellow.id, { code, owner: owners[1] })
      const results = await atOnce(50, () => store.addConfirmation(given, NOON))
      expect(results.filter(({ outcome }) => outcome === 'given')).toHaveLength(1)
      expect(results.filter(({ outcome }) => outcome === 'attempt-settled')).toHaveLength(49)
      expect(await getUpdates(store)).toHaveLength(1)
    })

    test('race: confirmations of different owners at the same time are all stored', async () => {
      const many = Array.from({ length: 10 }, () => sampleEvmWallet().address)
      safe = await saveSafe(store, { ...safe, owners: many })
      const { code } = await open()
      const another = await stage.openAnother()
      const results = await Promise.all(
        many.map(async (owner, index) => {
          const { id } = await sampleMember(store)
          return confirmSample(index % 2 === 0 ? store : another, id, { code, owner })
        }),
      )
      expect(results.every(({ outcome }) => outcome === 'given')).toBe(true)
      expect((await store.findCosigning(code, NOON))?.confirmations).toHaveLength(10)
    })

    test('attack: an attempt for one cosigning gives no confirmation in another, nor does one that is for none', async () => {
      const { code } = await open()
      const other = await sampleCosigning(store, fellow.id, safe)
      const given = await sampleConfirmation(store, fellow.id, { code, owner: owners[1] })
      const bare = await sampleAttempt(store, fellow.id, { family: 'evm' })
      const settled = { outcome: 'attempt-settled' }
      expect(await store.addConfirmation({ ...given, code: other.code }, NOON)).toEqual(settled)
      expect(await store.addConfirmation({ ...given, attemptId: bare }, NOON)).toEqual(settled)
      expect(await store.addConfirmation({ ...given, userId: starter.id }, NOON)).toEqual(settled)
      expect(await store.addConfirmation(given, NOON)).toMatchObject({ outcome: 'given' })
      expect((await store.findCosigning(other.code, NOON))?.confirmations).toEqual([])
    })

    test('attack: an attempt that is one owner’s confirmation links no wallet, by whichever proof', async () => {
      const { code } = await open()
      const cosign = { code, showsName: false }
      const key = sampleEvmWallet()
      const signing = { account: getAccount(key), cosign }
      const attempts = [
        { attemptId: await sampleSigning(store, fellow.id, signing), proven: key },
        { attemptId: await sampleAttempt(store, fellow.id, { cosign }), proven: sampleWallet() },
      ]
      for (const { attemptId, proven } of attempts) {
        const link = sampleLink({ attemptId, userId: fellow.id }, proven)
        expect(await store.linkWallet(link)).toEqual({ outcome: 'attempt-settled' })
      }
      expect(await store.listWallets(fellow.id)).toEqual([])
    })

    test('are not taken after their time, or their attempt’s', async () => {
      const { code } = await open()
      const late = NOON + LIFE
      const given = await sampleConfirmation(store, fellow.id, {
        code,
        owner: owners[1],
        now: late - 1,
      })
      expect(await store.addConfirmation(given, late)).toEqual({ outcome: 'closed' })
      const old = await sampleConfirmation(store, fellow.id, { code, owner: owners[1] })
      expect(await store.addConfirmation(old, NOON + 5 * MINUTE)).toEqual({
        outcome: 'attempt-expired',
      })
      expect(
        await confirmSample(store, fellow.id, { code: 'm1_unknown', owner: owners[1] }),
      ).toEqual({
        outcome: 'closed',
      })
    })

    test('a confirmation can be taken back and given by another account, as long as the cosigning is open', async () => {
      const { code } = await open()
      const other = await sampleMember(store)
      await confirmSample(store, fellow.id, { code, owner: owners[1] })
      expect(await store.withdrawConfirmation(code, other.id, NOON)).toBe(false)
      expect(await store.withdrawConfirmation(code, fellow.id, NOON)).toBe(true)
      expect(await store.withdrawConfirmation(code, fellow.id, NOON)).toBe(false)
      expect(await confirmSample(store, other.id, { code, owner: owners[1] })).toMatchObject({
        outcome: 'given',
      })
      await store.cancelCosigning(code, starter.id, NOON)
      expect(await store.withdrawConfirmation(code, other.id, NOON)).toBe(false)
    })

    test('gathered elsewhere are stored once, never in the place of one given here', async () => {
      const { code } = await open()
      await confirmSample(store, fellow.id, { code, owner: owners[1], showsName: true })
      const signature = new Uint8Array(65).fill(9)
      const gathered = owners.map((owner) => ({ owner, signature }))
      await store.addGathered(code, gathered.slice(0, 2), NOON)
      await store.addGathered(code, gathered.slice(0, 2), NOON)
      const confirmations = (await store.findCosigning(code, NOON))?.confirmations ?? []
      expect(confirmations.map(({ owner, user }) => [owner, user?.id])).toEqual(
        expect.arrayContaining([
          [owners[0], undefined],
          [owners[1], fellow.id],
        ]),
      )
      expect(confirmations).toHaveLength(2)
      const own = await confirmSample(store, starter.id, { code, owner: owners[0] })
      expect(own).toMatchObject({ outcome: 'given' })
      await store.cancelCosigning(code, starter.id, NOON)
      await store.addGathered(code, gathered, NOON)
      expect((await store.findCosigning(code, NOON))?.confirmations).toHaveLength(2)
    })
  })

  describe('a cosigning under way', () => {
    test('ends when the starter gives up: the attempt ends, those who confirmed are notified, and no confirmation follows', async () => {
      const { code, attemptId } = await open()
      await confirmSample(store, fellow.id, { code, owner: owners[1] })
      await confirmSample(store, starter.id, { code, owner: owners[0] })
      await settleReceipts(store)
      expect(await store.cancelCosigning(code, fellow.id, NOON)).toBe(false)
      const cancelled = await atOnce(9, () => store.cancelCosigning(code, starter.id, NOON))
      expect(cancelled.filter(Boolean)).toHaveLength(1)
      expect(await store.findCosigning(code, NOON)).toMatchObject({ state: 'cancelled' })
      expect(await store.findAttempt(attemptId, starter.id, NOON)).toMatchObject({
        state: 'cancelled',
      })
      expect(await getUpdates(store)).toEqual([{ userId: fellow.id, code, update: 'cancelled' }])
      const late = await confirmSample(store, fellow.id, { code, owner: owners[2] })
      expect(late).toEqual({ outcome: 'closed' })
    })

    test.each([{ state: 'cancelled' }, { state: 'failed', errorCode: 'internal' }] as const)(
      'a cosigning ends with its attempt ($state)',
      async (change) => {
        const { code, attemptId: id } = await open({ attemptState: 'awaiting-signature' })
        await confirmSample(store, fellow.id, { code, owner: owners[1] })
        await settleReceipts(store)
        await store.advanceAttempt({ id, userId: starter.id }, change, NOON)
        expect(await store.findCosigning(code, NOON)).toMatchObject({ state: 'cancelled' })
        expect(await getUpdates(store)).toEqual([{ userId: fellow.id, code, update: 'cancelled' }])
      },
    )

    test('links when the multisig’s own app answers first, and notifies those who confirmed', async () => {
      const { code, attemptId } = await open({ attemptState: 'awaiting-signature' })
      await confirmSample(store, fellow.id, { code, owner: owners[1] })
      await settleReceipts(store)
      const link = sampleLink({ attemptId, userId: starter.id }, provenAccount())
      expect(await store.linkWallet(link)).toMatchObject({ outcome: 'linked' })
      expect(await store.findCosigning(code, NOON)).toMatchObject({ state: 'complete' })
      expect(await getUpdates(store)).toEqual([{ userId: fellow.id, code, update: 'completed' }])
      expect(await confirmSample(store, fellow.id, { code, owner: owners[2] })).toEqual({
        outcome: 'closed',
      })
    })

    test('ends when the app answers for a multisig that the starter has linked before', async () => {
      const account = getAccount(provenAccount())
      const linked = await sampleSigning(store, starter.id, { account })
      await store.linkWallet(sampleLink({ attemptId: linked, userId: starter.id }, provenAccount()))
      const { code, attemptId } = await open({ attemptState: 'awaiting-signature' })
      const link = sampleLink({ attemptId, userId: starter.id }, provenAccount())
      expect(await store.linkWallet(link)).toMatchObject({ outcome: 'linked', relinked: true })
      expect(await store.findCosigning(code, NOON)).toMatchObject({ state: 'complete' })
    })

    test('ends when the app answers and there is no room for a wallet', async () => {
      const { code, attemptId } = await open({ attemptState: 'awaiting-signature' })
      const link = sampleLink({ attemptId, userId: starter.id }, provenAccount())
      const outcome = await store.linkWallet({ ...link, walletLimit: 0 })
      expect(outcome).toEqual({ outcome: 'wallet-limit' })
      expect(await store.findCosigning(code, NOON)).toMatchObject({ state: 'cancelled' })
    })

    test.each([
      [
        'is cancelled',
        'cancelled',
        ({ code }: OpenCosigning) => store.cancelCosigning(code, starter.id, NOON),
      ],
      [
        'ends with its attempt',
        'cancelled',
        ({ attemptId: id }: OpenCosigning) =>
          store.advanceAttempt({ id, userId: starter.id }, { state: 'cancelled' }, NOON),
      ],
      ['runs out', 'expired', () => store.closeDueCosignings(9, NOON + LIFE)],
      [
        'is settled in the multisig’s own app',
        'completed',
        ({ attemptId }: OpenCosigning) =>
          store.linkWallet(sampleLink({ attemptId, userId: starter.id }, provenAccount())),
      ],
      ['is complete', 'completed', ({ code }: OpenCosigning) => completeFor(code)],
      [
        'no longer holds',
        'stale',
        async ({ code }: OpenCosigning) => {
          await completeFor(code)
          await settleReceipts(store)
          const [wallet] = await store.listWallets(starter.id)
          if (!wallet) throw new Error('the Safe is linked')
          await store.markStale({ wallet, reason: 'threshold-raised' }, NOON)
        },
      ],
    ] as const)(
      'whoever submitted a signature that counts without a name is notified when the cosigning %s',
      async (_, update, end) => {
        const cosigning = await open({ attemptState: 'awaiting-signature' })
        const { code } = cosigning
        const [again, viewer] = await sampleTwo(store)
        const submitted = { code, owner: owners[1], binding: 'hash' } as const
        for (const { id } of [fellow, again]) {
          await store.noteViewer(code, id, NOON)
          await confirmSample(store, id, submitted)
          // The open page asks again and again.
          await store.noteViewer(code, id, NOON)
        }
        await store.noteViewer(code, viewer.id, NOON)
        await settleReceipts(store)
        await end(cosigning)
        const notified = await getUpdates(store, NOON + LIFE)
        for (const { id } of [fellow, again])
          expect(notified).toContainEqual({ userId: id, code, update })
        expect(notified).not.toContainEqual(expect.objectContaining({ userId: viewer.id }))
      },
    )

    test('attack: confirmations for one account do not serve another that took its place in the attempt', async () => {
      const { code, attemptId: id } = await open({ attemptState: 'awaiting-signature' })
      await confirmSample(store, fellow.id, { code, owner: owners[1] })
      const account = getAccount(sampleEvmWallet())
      const fixed = { account, message: 'Another text', expiresAt: null }
      const attempt = await store.fixAccount({ id, userId: starter.id }, fixed, NOON)
      expect(attempt).toMatchObject({ account, cosigningCode: null })
      expect(await store.findCosigning(code, NOON)).toMatchObject({
        state: 'cancelled',
        attemptId: null,
      })
      const multisig = await saveSafe(store, { address: account.address })
      const again = { ...opening(starter.id, id), multisig }
      expect(await store.openCosigning(again, NOON)).toMatchObject({ confirmations: [] })
    })

    test('a cosigning reads as over at its end, and the starter and those who confirmed are notified once', async () => {
      const { code, attemptId } = await open()
      await confirmSample(store, fellow.id, { code, owner: owners[1] })
      const over = NOON + LIFE
      expect(await store.findCosigning(code, over)).toMatchObject({ state: 'expired' })
      expect(await store.findAttempt(attemptId, starter.id, over)).toMatchObject({
        state: 'expired',
      })
      expect(await store.cancelCosigning(code, starter.id, over)).toBe(false)
      await settleReceipts(store, over)
      const another = await stage.openAnother()
      const closed = await Promise.all(
        [store, another, store, another].map((each) => each.closeDueCosignings(9, over)),
      )
      expect(closed.reduce((sum, count) => sum + count)).toBe(1)
      expect(await getUpdates(store, over)).toEqual([
        { userId: starter.id, code, update: 'expired' },
        { userId: fellow.id, code, update: 'expired' },
      ])
    })
  })

  describe('reminders', () => {
    test('reminders come after 24 and 48 hours, to the starter and to those who opened it and have not signed', async () => {
      const { code } = await open()
      const silent = await sampleMember(store)
      await store.noteViewer(code, fellow.id, NOON)
      await store.noteViewer(code, silent.id, NOON)
      await store.noteViewer(code, starter.id, NOON)
      await confirmSample(store, fellow.id, { code, owner: owners[1] })
      const submitter = await sampleMember(store)
      await store.noteViewer(code, submitter.id, NOON)
      await confirmSample(store, submitter.id, { code, owner: owners[2], binding: 'hash' })
      await settleReceipts(store)
      expect(await store.closeDueCosignings(9, NOON + 24 * HOUR - 1)).toBe(0)
      for (const hours of [24, 48]) {
        const at = NOON + hours * HOUR
        expect(await store.closeDueCosignings(9, at)).toBe(1)
        expect(await store.closeDueCosignings(9, at)).toBe(0)
        expect(await getUpdates(store, at)).toEqual([
          { userId: starter.id, code, update: 'reminder' },
          { userId: silent.id, code, update: 'reminder' },
        ])
      }
      expect(await store.closeDueCosignings(9, NOON + LIFE - 1)).toBe(0)
    })

    test('reminders that were missed are not made up for', async () => {
      const { code } = await open()
      expect(await store.closeDueCosignings(9, NOON + 50 * HOUR)).toBe(1)
      expect(await store.closeDueCosignings(9, NOON + 51 * HOUR)).toBe(0)
      expect(await getUpdates(store, NOON + 51 * HOUR)).toEqual([
        { userId: starter.id, code, update: 'reminder' },
      ])
    })

    test('attack: a link that went round a large group reminds no more than 100 of it', async () => {
      const { code } = await open()
      const viewers = await atOnce(105, () => sampleMember(store))
      for (const { id } of viewers) await store.noteViewer(code, id, NOON)
      await store.closeDueCosignings(9, NOON + 24 * HOUR)
      expect(await getUpdates(store, NOON + 24 * HOUR)).toHaveLength(101)
    })

    test('remind nobody once the cosigning is over, and who then opens it is not noted', async () => {
      const { code } = await open()
      await store.cancelCosigning(code, starter.id, NOON)
      await store.noteViewer(code, fellow.id, NOON)
      await store.noteViewer('m1_unknown', fellow.id, NOON)
      await store.noteViewer(code, 'gone', NOON)
      expect(await store.closeDueCosignings(9, NOON + 24 * HOUR)).toBe(0)
      expect(await store.listAllCosignings(fellow.id, NOON)).toEqual([])
    })
  })

  describe('the list of cosignings', () => {
    test('lists the open cosignings in which the member has a part, the newest first', async () => {
      const { code: first } = await open()
      const other = await store.saveMultisig(sampleTonMultisig(), NOON)
      const second = await sampleCosigning(store, fellow.id, other, { now: NOON + 1 })
      await confirmSample(store, fellow.id, { code: first, owner: owners[1] })
      await store.noteViewer(second.code, starter.id, NOON + 1)
      const codes = async (userId: string, now = NOON + 1) =>
        (await store.listCosignings(userId, now)).map(({ code }) => code)
      expect(await codes(starter.id)).toEqual([second.code, first])
      expect(await codes(fellow.id)).toEqual([second.code, first])
      expect(await codes((await sampleMember(store)).id)).toEqual([])
      expect(await codes(starter.id, NOON + LIFE)).toEqual([second.code])
      await store.cancelCosigning(second.code, fellow.id, NOON + 1)
      expect(await codes(fellow.id)).toEqual([first])
      const all = await store.listAllCosignings(fellow.id, NOON + LIFE)
      expect(all.map(({ code, state }) => [code, state])).toEqual([
        [second.code, 'cancelled'],
        [first, 'expired'],
      ])
      const ofSafe = await store.listMultisigCosignings(safe.id, NOON)
      expect(ofSafe.map(({ code }) => code)).toEqual([first])
    })

    test('attack: what strangers start comes after what the member has started, confirmed in or opened', async () => {
      const { askBy, address } = await setRequester()
      const [asked, opened, confirmed] = [await askBy(NOON), await askBy(NOON), await askBy(NOON)]
      await store.noteViewer(opened, fellow.id, NOON)
      await confirmSample(store, fellow.id, { code: confirmed, owner: address })
      const { code: started } = await sampleCosigning(store, fellow.id, safe)
      const others: string[] = []
      for (let index = 1; index <= 20; index += 1) others.push(await askBy(NOON + index))
      const listed = await store.listCosignings(fellow.id, NOON + 20)
      const codes = listed.map(({ code }) => code)
      expect(codes).toHaveLength(20)
      expect(new Set(codes.slice(0, 3))).toEqual(new Set([started, opened, confirmed]))
      expect(codes.slice(3)).toEqual(others.toReversed().slice(0, 17))
      expect(codes).not.toContain(asked)
    })

    test('leases the cosignings to poll, least recently polled first', async () => {
      const codes: string[] = []
      for (let index = 0; index < 3; index += 1) {
        const { id } = await sampleMember(store)
        codes.push((await sampleCosigning(store, id, safe, { now: NOON + index })).code)
      }
      const [first, second, third] = codes
      const another = await stage.openAnother()
      const leased = await Promise.all(
        [store, another].map((each) => each.leaseCosignings(leaseFrom(NOON + 3, 2), NOON + 3)),
      )
      const taken = leased.flat().map(({ code }) => code)
      expect(new Set(taken).size).toBe(taken.length)
      expect(taken).toEqual(expect.arrayContaining([first, second]))
      const rest = 3 - taken.length
      const more = await store.leaseCosignings(leaseFrom(NOON + 4, 2), NOON + 4)
      expect(more).toHaveLength(rest)
      const [next] = await store.leaseCosignings(leaseFrom(NOON + 9 * MINUTE, 1), NOON + 9 * MINUTE)
      expect(next?.code).toBe(first)
      await store.cancelCosigning(third ?? '', next?.starter.id ?? '', NOON)
      expect(await store.leaseCosignings(leaseFrom(NOON, 9), NOON + LIFE + 3)).toEqual([])
    })

    test('notes a problem as long as the cosigning is open, and drops it with a confirmation that there is none', async () => {
      const { code } = await open()
      await store.noteProblem(code, 'evm-contract-refused')
      const problem = async () => (await store.findCosigning(code, NOON))?.problem
      expect(await problem()).toBe('evm-contract-refused')
      await store.noteProblem(code, null)
      expect(await problem()).toBeNull()
      await store.cancelCosigning(code, starter.id, NOON)
      await store.noteProblem(code, 'internal')
      expect(await problem()).toBeNull()
    })
  })

  test('a ticket lets an owner confirm in the browser, but not in place of the owners', async () => {
    const { code, attemptId } = await open()
    const given = await sampleConfirmation(store, fellow.id, { code, owner: owners[1] })
    const expiresAt = NOON + MINUTE
    const own = { attemptId, userId: starter.id, ticketHash: new Uint8Array(32), expiresAt }
    expect(await store.createTicket(own, NOON)).toBe(false)
    const fellows = { ...own, attemptId: given.attemptId, userId: fellow.id }
    expect(await store.createTicket(fellows, NOON)).toBe(true)
  })

  test('a member who is gone opens no cosigning and gives no confirmation', async () => {
    const { code } = await open()
    const gone = await store.saveUser(sampleProfile(), NOON)
    const given = await sampleConfirmation(store, gone.id, { code, owner: owners[1] })
    await store.deleteUser(gone.id, NOON)
    expect(await store.addConfirmation(given, NOON)).toEqual({ outcome: 'attempt-settled' })
    expect((await store.findCosigning(code, NOON))?.confirmations).toEqual([])
  })

  /** The owners are the fellow's two wallets and the starter's; a stranger's linked wallet is none of them. */
  async function openAmongKnown() {
    const keys = [fellow, fellow, starter].map(async ({ id }) => proveByText(store, id))
    const proven = await Promise.all(keys)
    await proveByText(store, (await sampleMember(store)).id)
    const addresses = proven.map((each) => each.proven.address)
    safe = await saveSafe(store, { ...safe, owners: addresses })
    await settleReceipts(store)
    return open()
  }

  /** Strangers who can start for Safes that the fellow's linked wallet owns, and the fellow's notifications. */
  async function setRequester() {
    const { address } = (await proveByText(store, fellow.id)).proven
    await settleReceipts(store)
    return {
      address,
      askBy: async (now: number, by = store): Promise<string> => {
        const stranger = await sampleMember(by)
        const made = await saveSafe(by, { owners: [address] }, now)
        return (await sampleCosigning(by, stranger.id, made, { now })).code
      },
      /** The cosignings with this notification to the fellow, each once. */
      update: async (kind: string, now: number): Promise<string[]> => {
        const notified = await getUpdates(store, now)
        await settleReceipts(store, now + LIFE)
        return notified.flatMap(({ userId, code, update }) =>
          userId === fellow.id && update === kind ? [code] : [],
        )
      },
    }
  }

  function provenAccount() {
    return provenSafe(safe)
  }

  function completeFor(code: string) {
    const evidence = { kind: 'signature', hash: `0x${'ab'.repeat(32)}`, signature: '0x' } as const
    const links = [{ userId: starter.id, evidence, proof: sampleProof() }]
    return store.completeCosigning({ code, proven: provenAccount(), links, walletLimit: 9 }, NOON)
  }

  function opening(userId: string, attemptId: string) {
    const sought = { method: 'signatures', multisig: safe, message: 'A text' } as const
    return {
      attemptId,
      userId,
      attemptState: 'awaiting-signature',
      expiresAt: NOON + LIFE,
      ...sought,
    } as const
  }
})

function leaseFrom(at: number, limit: number) {
  return { until: at + MINUTE, limit }
}

/** The members' notifications of cosignings, in order; leased, so that each appears here once. */
async function getUpdates(store: Store, now = NOON) {
  const receipts = await store.leaseReceipts(now, now + LIFE, 999)
  return receipts.flatMap(({ event }) =>
    event.type === 'cosigning.updated'
      ? [{ userId: event.userId, code: event.code, update: event.update }]
      : [],
  )
}
