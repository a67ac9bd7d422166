import { beforeEach, describe, expect, test } from 'vitest'
import type { LinkOutcome } from '#server/store/linking/link-wallet.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import {
  getAccount,
  linkedWallet,
  linkSample,
  MINUTE,
  NOON,
  proveByText,
  proveWallet,
  sampleApiKey,
  sampleAttempt,
  sampleContract,
  sampleEvmWallet,
  sampleLink,
  sampleMember,
  sampleRequest,
  sampleSigning,
  sampleWallet,
  atOnce,
  dispute,
  handOver,
} from '#tests/support/store-samples.ts'
import { describeStore, type StoreStage } from '#tests/support/store-suite.ts'

const SETTLED = { outcome: 'attempt-settled' }

describeStore('proofs that show a text', (stage) => {
  let store: Store
  let member: StoredUser
  let userId: string
  beforeEach(async () => {
    store = stage.store
    member = await sampleMember(store)
    userId = member.id
  })

  describe('a nonce spent by a text', () => {
    test.each([
      ['TON wallet', tonText()],
      ['EVM key', sampleEvmWallet()],
      ['EVM contract', sampleContract(10)],
    ] as const)('the text of its fixed account links a %s', async (_, proven) => {
      const { attemptId, outcome } = await proveByText(store, userId, proven)
      const wallet = linkedWallet(outcome)
      expect(outcome).toMatchObject({ relinked: false, first: true, formerUserId: null })
      expect(wallet).toEqual({
        ...proven,
        id: wallet.id,
        userId,
        label: null,
        primary: true,
        verifiedAt: NOON,
        staleAt: null,
        multisig: null,
      })
      expect(await store.listWallets(userId)).toEqual([wallet])
      expect(await store.findAttempt(attemptId, userId, NOON)).toMatchObject({
        state: 'linked',
        walletId: wallet.id,
        account: getAccount(proven),
      })
      expect(await getEvents(store)).toMatchObject([{ type: 'wallet.linked', userId, wallet }])
    })

    test('replay: 100 concurrent proofs with one text give exactly one winner', async () => {
      const proven = sampleEvmWallet()
      const attemptId = await sampleSigning(store, userId, { account: getAccount(proven) })
      const outcomes = await atOnce(100, () =>
        store.linkWallet(sampleLink({ attemptId, userId }, proven)),
      )
      expect(outcomes.filter(({ outcome }) => outcome === 'linked')).toHaveLength(1)
      expect(outcomes.filter(({ outcome }) => outcome === 'attempt-settled')).toHaveLength(99)
      expect(await getEvents(store)).toHaveLength(1)
    })

    test('attack: a text without a fixed account, or of another account, spends no nonce', async () => {
      const proven = sampleEvmWallet()
      const bare = await sampleAttempt(store, userId, { family: 'evm' })
      const other = await sampleSigning(store, userId, { account: getAccount(sampleEvmWallet()) })
      for (const attemptId of [bare, other]) {
        const link = sampleLink({ attemptId, userId }, proven)
        expect(await store.linkWallet(link)).toEqual(SETTLED)
      }
      expect(await store.findAttempt(bare, userId, NOON)).toMatchObject({ state: 'created' })
      expect(await store.findAttempt(other, userId, NOON)).toMatchObject({
        state: 'awaiting-signature',
      })
      expect(await store.listWallets(userId)).toEqual([])
    })

    test('attack: the text of a contract counts on its own chain only, that of a key on each', async () => {
      const contract = sampleContract(1)
      const account = { ...getAccount(contract), chainId: 137 }
      const attemptId = await sampleSigning(store, userId, { account })
      expect(await store.linkWallet(sampleLink({ attemptId, userId }, contract))).toEqual(SETTLED)
      for (const chainId of [1, 137]) {
        const key = sampleEvmWallet()
        const id = await sampleSigning(store, userId, { account: getAccount(key, chainId) })
        const outcome = await store.linkWallet(sampleLink({ attemptId: id, userId }, key))
        expect(outcome).toMatchObject({ outcome: 'linked' })
      }
    })

    test('attack: a TON account of one network does not sign for the other', async () => {
      const mainnet = tonText()
      const attemptId = await sampleSigning(store, userId, { account: getAccount(mainnet) })
      const link = sampleLink({ attemptId, userId }, { ...mainnet, network: '-3' })
      expect(await store.linkWallet(link)).toEqual(SETTLED)
    })

    test('attack: a domain proof spends no nonce of an attempt whose account is fixed, not even its own', async () => {
      const proven = sampleWallet()
      const attemptId = await sampleSigning(store, userId, { account: getAccount(proven) })
      expect(await store.linkWallet(sampleLink({ attemptId, userId }, proven))).toEqual(SETTLED)
      expect(await store.listWallets(userId)).toEqual([])
    })

    test('attack: a proof of one family spends no nonce of the other', async () => {
      const attemptId = await sampleAttempt(store, userId, { family: 'evm' })
      expect(await store.linkWallet(sampleLink({ attemptId, userId }))).toEqual(SETTLED)
    })

    test('a text after its time is refused and changes nothing', async () => {
      const proven = sampleEvmWallet()
      const attemptId = await sampleSigning(store, userId, { account: getAccount(proven) })
      const late = { ...sampleLink({ attemptId, userId }, proven), now: NOON + 5 * MINUTE }
      expect(await store.linkWallet(late)).toEqual({ outcome: 'attempt-expired' })
      expect(await store.listWallets(userId)).toEqual([])
    })
  })

  describe('identity', () => {
    test('one key is one wallet, whichever chain its texts name', async () => {
      const proven = sampleEvmWallet()
      const first = await proveByText(store, userId, proven)
      const account = getAccount(proven, 137)
      const attemptId = await sampleSigning(store, userId, { account })
      const lent = { ...proven, kind: 'eip7702' } as const
      const again = await store.linkWallet(sampleLink({ attemptId, userId }, lent))
      expect(again).toMatchObject({ relinked: true, wallet: { kind: 'eip7702' } })
      expect(linkedWallet(again).id).toBe(linkedWallet(first.outcome).id)
      expect(await store.listWallets(userId)).toHaveLength(1)
    })

    test('a contract is another wallet on every chain, and another than a key at its address', async () => {
      const { address } = sampleEvmWallet()
      const wallets = [sampleContract(1, address), sampleContract(10, address)]
      for (const proven of [...wallets, sampleEvmWallet(address)]) {
        expect((await proveByText(store, userId, proven)).outcome).toMatchObject({
          relinked: false,
        })
      }
      expect(await store.listWallets(userId)).toHaveLength(3)
    })

    test('several members link one contract account, each once, without a consent or a move', async () => {
      const { id: otherId } = await sampleMember(store)
      const proven = sampleContract(1)
      const outcomes: LinkOutcome[] = []
      for (const id of [userId, otherId, userId]) {
        outcomes.push((await proveByText(store, id, proven)).outcome)
      }
      expect(outcomes).toMatchObject([
        { relinked: false, formerUserId: null },
        { relinked: false, formerUserId: null },
        { relinked: true, formerUserId: null },
      ])
      expect(await store.listWallets(userId)).toMatchObject([proven])
      expect(await store.listWallets(otherId)).toMatchObject([proven])
    })

    test('race: 20 texts of one contract account, of one member, are one wallet', async () => {
      const proven = sampleContract(1)
      const outcomes = await atOnce(
        20,
        async () => (await proveByText(store, userId, proven)).outcome,
      )
      expect(outcomes.filter((outcome) => isFresh(outcome))).toHaveLength(1)
      expect(await store.listWallets(userId)).toHaveLength(1)
    })
  })

  describe('moving', () => {
    test.each([
      ['TON wallet', tonText()],
      ['EVM key', sampleEvmWallet()],
    ] as const)(
      'a text moves a %s that another account holds, and notifies both',
      async (_, proven) => {
        const holder = await sampleMember(store)
        const before = linkedWallet((await proveByText(store, holder.id, proven)).outcome)
        await store.setLabel(before.id, holder.id, 'Private')
        const { outcome, attemptId } = await proveByText(store, userId, proven)
        const wallet = linkedWallet(outcome)
        expect(outcome).toEqual({
          outcome: 'linked',
          wallet,
          relinked: false,
          first: true,
          formerUserId: holder.id,
        })
        expect(wallet).toMatchObject({ ...proven, userId, primary: true, label: null })
        expect(await store.listWallets(holder.id)).toEqual([])
        expect(await store.listWallets(userId)).toEqual([wallet])
        expect(await store.findAttempt(attemptId, userId, NOON)).toMatchObject({
          state: 'linked',
          walletId: wallet.id,
        })
        const moved = { type: 'wallet.moved', userId, formerUserId: holder.id, wallet }
        const receipts = await store.leaseReceipts(NOON, NOON + MINUTE, 9)
        expect(receipts[1]?.event).toMatchObject(moved)
        const [, event] = await store.listHostEvents({ after: 0, limit: 9 })
        expect(event?.event).toMatchObject(moved)
        expect(new Set(event?.telegramIds.keys())).toEqual(new Set([userId, holder.id]))
      },
    )

    test.each(['chain', 'anchor'] as const)(
      'attack: a text whose key one API alone reports (%s) moves nothing',
      async (keySource) => {
        const holder = await sampleMember(store)
        const held = linkedWallet((await proveByText(store, holder.id, tonText())).outcome)
        const proven = sampleWallet({ address: held.address, binding: 'text', keySource })
        const { outcome, attemptId } = await proveByText(store, userId, proven)
        expect(outcome).toEqual({ outcome: 'key-unconfirmed' })
        expect(await store.listWallets(holder.id)).toEqual([held])
        const attempt = await store.findAttempt(attemptId, userId, NOON)
        expect(attempt?.state).toBe('awaiting-signature')
      },
    )

    test('attack: the text of a cancelled attempt takes nothing from the holder', async () => {
      const holder = await sampleMember(store)
      const { proven, outcome } = await proveByText(store, holder.id)
      const id = await sampleSigning(store, userId, { account: getAccount(proven) })
      await store.advanceAttempt({ id, userId }, { state: 'cancelled' }, NOON)
      const link = sampleLink({ attemptId: id, userId }, proven)
      expect(await store.linkWallet(link)).toEqual(SETTLED)
      expect(await store.listWallets(holder.id)).toEqual([linkedWallet(outcome)])
      expect(await getEvents(store)).toHaveLength(1)
    })

    test.each([
      ['chain', null],
      ['state-init', 'Sign this'],
    ] as const)(
      'a key from %s, while the holder has a consent, leaves the text %s',
      async (keySource, message) => {
        const holder = await sampleMember(store)
        const { proven } = await proveWallet(store, holder.id)
        const attemptId = await sampleAttempt(store, userId, { message: 'Sign this' })
        const bystander = await sampleAttempt(store, userId, { message: 'Sign this' })
        await store.linkWallet(sampleLink({ attemptId, userId }, { ...proven, keySource }))
        const attempt = await store.findAttempt(attemptId, userId, NOON)
        expect(attempt).toMatchObject({ state: 'awaiting-consent', message })
        const other = await store.findAttempt(bystander, userId, NOON)
        expect(other?.message).toBe('Sign this')
      },
    )

    test('a move keeps exactly one primary wallet on both sides', async () => {
      const { id: holderId } = await sampleMember(store)
      const { proven } = await proveByText(store, holderId)
      await linkSample(store, holderId)
      await linkSample(store, userId)
      await proveByText(store, userId, proven)
      expect(await primaries(store, holderId)).toEqual([true])
      const own = await primaries(store, userId)
      expect(own).toHaveLength(2)
      expect(own.filter(Boolean)).toHaveLength(1)
    })

    test('a move answers the connect request of its attempt, and the former answer loses its wallet', async () => {
      const { id: holderId } = await sampleMember(store)
      const { proven, outcome } = await proveByText(store, holderId)
      const { id: keyId } = await sampleApiKey(store)
      const requestCode = await sampleRequest(store, keyId, ['evm'])
      const given = { code: requestCode, userId: holderId, walletId: linkedWallet(outcome).id }
      await store.answerRequest(given, NOON)
      const account = getAccount(proven)
      const attemptId = await sampleSigning(store, userId, { account, requestCode })
      const moved = await store.linkWallet(sampleLink({ attemptId, userId }, proven))
      expect(await store.findAnswer(requestCode, userId)).toMatchObject({
        walletId: linkedWallet(moved).id,
      })
      expect(await store.findAnswer(requestCode, holderId)).toMatchObject({ walletId: null })
    })

    test('a wallet does not move to a member who has no room for it', async () => {
      const { id: holderId } = await sampleMember(store)
      const { proven } = await proveByText(store, holderId)
      await linkSample(store, userId)
      const attemptId = await sampleSigning(store, userId, { account: getAccount(proven) })
      const full = { ...sampleLink({ attemptId, userId }, proven), walletLimit: 1 }
      expect(await store.linkWallet(full)).toEqual({ outcome: 'wallet-limit' })
      expect(await store.listWallets(holderId)).toHaveLength(1)
      expect(await store.findAttempt(attemptId, userId, NOON)).toMatchObject({
        state: 'failed',
        errorCode: 'wallet-limit',
      })
    })

    test('race: one of 20 members who sign for one wallet has it, and every move is notified once', async () => {
      const proven = sampleEvmWallet()
      const members = await atOnce(20, () => sampleMember(store))
      const proofs = await Promise.all(members.map(({ id }) => proveByText(store, id, proven)))
      expect(proofs.every(({ outcome }) => outcome.outcome === 'linked')).toBe(true)
      await expectOneChain(stage, members)
    })

    test('race: two members take a wallet from each other at the same moment', async () => {
      const members = [await sampleMember(store), await sampleMember(store)] as const
      const [one, other] = members
      for (let round = 0; round < 5; round += 1) {
        const ofOne = (await proveByText(store, one.id)).proven
        const ofOther = (await proveByText(store, other.id)).proven
        const swapped = await Promise.all([
          proveByText(store, one.id, ofOther),
          proveByText(store, other.id, ofOne),
        ])
        expect(swapped.map(({ outcome }) => outcome)).toMatchObject([
          { formerUserId: other.id },
          { formerUserId: one.id },
        ])
      }
      expect(await store.listWallets(one.id)).toHaveLength(5)
      expect(await store.listWallets(other.id)).toHaveLength(5)
      expect(await primaries(store, one.id)).toContain(true)
    })

    test('race: a wallet is taken while its holder unlinks it or deletes everything', async () => {
      for (const leave of [
        (holder: StoredUser, id: string) => store.unlinkWallet(id, holder.id, NOON),
        (holder: StoredUser) => store.deleteUser(holder.id, NOON),
      ]) {
        const holder = await sampleMember(store)
        const { proven, outcome } = await proveByText(store, holder.id)
        const [taken] = await Promise.all([
          proveByText(store, userId, proven),
          leave(holder, linkedWallet(outcome).id),
        ])
        expect(taken.outcome).toMatchObject({ outcome: 'linked' })
        expect(await store.listWallets(holder.id)).toEqual([])
      }
      expect(await store.listWallets(userId)).toHaveLength(2)
    })
  })

  describe('while a holder is asked', () => {
    test('the text of the very wallet moves it, and the consent is gone', async () => {
      const { holder, attemptId, proven } = await dispute(store, member)
      const byText = { ...proven, binding: 'text' } as const
      const outcome = await store.linkWallet(sampleLink({ attemptId, userId }, byText))
      expect(outcome).toMatchObject({
        outcome: 'linked',
        formerUserId: holder.id,
        wallet: { ...byText, userId },
      })
      expect(await store.listConsents(holder.id, NOON)).toEqual([])
      expect((await stage.dump())['consents']).toEqual([])
      const answer = { attemptId, holderId: holder.id, answer: 'keep', walletLimit: 10 } as const
      expect(await store.answerConsent(answer, NOON)).toBe('not-found')
      expect(await store.listWallets(userId)).toMatchObject([byText])
    })

    test('attack: the text of another wallet, or a domain proof, spends no nonce', async () => {
      const { holder, attemptId, proven } = await dispute(store, member)
      const others = [tonText(), { ...proven, network: '-3', binding: 'text' } as const, proven]
      for (const other of others) {
        const link = sampleLink({ attemptId, userId }, other)
        expect(await store.linkWallet(link)).toEqual(SETTLED)
      }
      expect(await store.listConsents(holder.id, NOON)).toHaveLength(1)
      expect(await store.listWallets(userId)).toEqual([])
    })

    test('all attempts of the member about the wallet are linked with it', async () => {
      const { attemptId, proven } = await dispute(store, member)
      const { outcome } = await proveByText(store, userId, { ...proven, binding: 'text' })
      expect(await store.findAttempt(attemptId, userId, NOON)).toMatchObject({
        state: 'linked',
        walletId: linkedWallet(outcome).id,
      })
      expect((await stage.dump())['consents']).toEqual([])
    })

    test('the former holder takes it back by a text', async () => {
      const { holder, attemptId, proven } = await dispute(store, member)
      await handOver(store, { attemptId, holder })
      const back = await proveByText(store, holder.id, { ...proven, binding: 'text' })
      expect(back.outcome).toMatchObject({ outcome: 'linked', formerUserId: userId })
      expect(await store.listWallets(userId)).toEqual([])
    })

    test('a member without room fails, and asks nothing further', async () => {
      const { holder, attemptId, proven } = await dispute(store, member)
      await linkSample(store, userId)
      const link = sampleLink({ attemptId, userId }, { ...proven, binding: 'text' })
      expect(await store.linkWallet({ ...link, walletLimit: 1 })).toEqual({
        outcome: 'wallet-limit',
      })
      expect(await store.listConsents(holder.id, NOON)).toEqual([])
      expect((await stage.dump())['consents']).toEqual([])
    })

    test('race: the holder answers while the requester signs: the wallet has one holder', async () => {
      for (const choice of ['keep', 'move'] as const) {
        const { holder, attemptId, proven } = await dispute(store, member)
        const answer = { attemptId, holderId: holder.id, answer: choice, walletLimit: 10 }
        const link = sampleLink({ attemptId, userId }, { ...proven, binding: 'text' })
        await Promise.all([store.linkWallet(link), store.answerConsent(answer, NOON)])
        const held = [...(await store.listWallets(holder.id)), ...(await store.listWallets(userId))]
        expect(held.filter(({ address }) => address === proven.address)).toHaveLength(1)
        expect((await stage.dump())['consents']).toEqual([])
      }
    })
  })

  describe('raising the binding', () => {
    test('a linked wallet gets the text as its proof, and the operator is notified once', async () => {
      const { attemptId, proven } = await proveWallet(store, userId)
      const raise = getRaise({ attemptId, userId }, proven)
      const wallet = await store.raiseBinding(raise)
      expect(wallet).toMatchObject({ ...proven, binding: 'text', verifiedAt: NOON + MINUTE })
      expect(await store.listWallets(userId)).toEqual([wallet])
      expect(await store.raiseBinding({ ...raise, now: NOON + 2 * MINUTE })).toEqual(wallet)
      const events = await store.listHostEvents({ after: 0, limit: 9 })
      expect(events.map(({ event }) => event)).toMatchObject([
        { type: 'wallet.linked', wallet: { binding: 'domain' } },
        { type: 'wallet.linked', userId, wallet },
      ])
      expect(await store.leaseReceipts(NOON + 9 * MINUTE, NOON + 10 * MINUTE, 9)).toHaveLength(1)
    })

    test('race: 20 concurrent texts raise it once', async () => {
      const { attemptId, proven } = await proveWallet(store, userId)
      const raised = await atOnce(20, () =>
        store.raiseBinding(getRaise({ attemptId, userId }, proven)),
      )
      expect(raised.every((wallet) => wallet?.binding === 'text')).toBe(true)
      expect(await store.listHostEvents({ after: 0, limit: 99 })).toHaveLength(2)
    })

    test('a wallet that is gone, or moved, is not raised', async () => {
      const gone = await proveWallet(store, userId)
      await store.unlinkWallet(linkedWallet(gone.outcome).id, userId, NOON)
      const moved = await proveWallet(store, userId)
      const { id: otherId } = await sampleMember(store)
      await proveByText(store, otherId, { ...moved.proven, binding: 'text' })
      for (const { attemptId, proven } of [gone, moved]) {
        expect(await store.raiseBinding(getRaise({ attemptId, userId }, proven))).toBeUndefined()
      }
    })

    test("attack: the text of another wallet raises nothing, nor does another member's attempt", async () => {
      const { attemptId, proven } = await proveWallet(store, userId)
      const { id: strangerId } = await sampleMember(store)
      const raises = [
        getRaise({ attemptId, userId }, sampleWallet()),
        getRaise({ attemptId, userId }, { ...proven, network: '-3' }),
        getRaise({ attemptId, userId: strangerId }, proven),
        getRaise({ attemptId: await sampleAttempt(store, userId), userId }, proven),
      ]
      for (const raise of raises) expect(await store.raiseBinding(raise)).toBeUndefined()
      expect(await store.listWallets(userId)).toMatchObject([{ binding: 'domain' }])
    })
  })
})

function tonText() {
  return sampleWallet({ binding: 'text' })
}

function isFresh(outcome: LinkOutcome): boolean {
  return outcome.outcome === 'linked' && !outcome.relinked
}

function getRaise(
  attempt: { attemptId: string; userId: string },
  proven: ReturnType<typeof sampleWallet>,
) {
  const { proof } = sampleLink(attempt)
  const byText = { ...proven, binding: 'text' } as const
  return { ...attempt, proven: byText, proof, now: NOON + MINUTE }
}

async function primaries(store: Store, userId: string): Promise<boolean[]> {
  return (await store.listWallets(userId)).map(({ primary }) => primary)
}

async function getEvents(store: Store) {
  const receipts = await store.leaseReceipts(NOON, NOON + MINUTE, 99)
  return receipts.map(({ event }) => event)
}

/** The wallet went from each to the next: one link, then moves, each from the one before. */
async function expectOneChain({ store }: StoreStage, members: readonly StoredUser[]) {
  const events = (await store.listHostEvents({ after: 0, limit: 99 })).map(({ event }) => event)
  expect(events).toHaveLength(members.length)
  let holderId: string | null = null
  for (const event of events) {
    const formerId: string | null = event.type === 'wallet.moved' ? event.formerUserId : null
    expect(formerId).toBe(holderId)
    holderId = event.userId
  }
  const held = await Promise.all(members.map(({ id }) => store.listWallets(id)))
  expect(held.flat().map((wallet) => wallet.userId)).toEqual([holderId])
}
