import { randomBytes } from 'node:crypto'
import { sampleProof } from '#tests/support/proof-samples.ts'
import type { Hex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { NODE_LAG_MS } from '#shared/limits.ts'
import { ReadMultisigSchema } from '#server/chains/read-multisig.ts'
import type { StoredMultisig } from '#server/store/database/stored.ts'
import type { Store } from '#server/store/store.ts'
import {
  HOUR,
  LIFE,
  provenSafe,
  sampleCosigning,
  sampleSafe,
  sampleTonMultisig,
  confirmSample,
} from '#tests/support/multisig-samples.ts'
import {
  getAccount,
  linkedWallet,
  MINUTE,
  NOON,
  proveByText,
  proveWallet,
  sampleContract,
  sampleEvmWallet,
  sampleLink,
  sampleMember,
  sampleSigning,
  sampleWallet,
  atOnce,
  sampleTwo,
  settleReceipts,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const HASH = `0x${'ab'.repeat(32)}` as const

describeStore('multisigs', (stage) => {
  let store: Store
  beforeEach(() => void (store = stage.store))

  describe('readings', () => {
    test.each([
      ['Safe', sampleSafe({ modules: [sampleEvmWallet().address], guard: HASH })],
      ['TON multisig', sampleTonMultisig({ proposers: ['0:ab'] })],
    ])('a %s is stored as its chain showed it, and found by its id', async (_, read) => {
      const saved = await store.saveMultisig(read, NOON)
      expect(saved).toEqual({ ...read, id: saved.id, checkedAt: NOON, isBypassed: false })
      expect(await store.findMultisig(saved.id)).toEqual(saved)
      expect(await store.findMultisig('another')).toBeUndefined()
    })

    test('a newer reading takes the place of the one before, under the same id; an older one does not', async () => {
      const read = sampleSafe()
      const { id } = await store.saveMultisig(read, NOON)
      const [, second = '', third = ''] = read.owners
      const newer = { ...read, threshold: 1, owners: [third, second, 'new'] }
      expect(await store.saveMultisig(newer, NOON + 2)).toEqual({
        ...newer,
        id,
        checkedAt: NOON + 2,
        isBypassed: false,
      })
      expect(await store.saveMultisig(read, NOON + 1)).toEqual({
        ...newer,
        id,
        checkedAt: NOON + 2,
        isBypassed: false,
      })
      expect(await ownedIds(store, read.owners[0])).toEqual([])
      for (const owner of newer.owners) expect(await ownedIds(store, owner)).toEqual([id])
    })

    test.each([
      ['Safe', sampleSafe({ block: { number: 8, hash: HASH } }), { number: 7, hash: HASH }],
      ['TON multisig', sampleTonMultisig({ block: { seqno: 8 } }), { seqno: 7 }],
    ])(
      'a reading of a %s at an earlier block does not take the place of a later one, for ten minutes',
      async (_, read, block) => {
        const saved = await store.saveMultisig(read, NOON)
        const behind = v.parse(ReadMultisigSchema, { ...read, threshold: 1, block })
        await store.noteMissing(saved.id, NOON + 1)
        expect(await store.saveMultisig(behind, NOON + NODE_LAG_MS - 1)).toEqual(saved)
        expect(await store.noteMissing(saved.id, NOON + 2)).toBe(NOON + 2)
        expect(await store.findMultisig(saved.id)).toEqual(saved)
        expect(await store.saveMultisig(behind, NOON + NODE_LAG_MS)).toMatchObject(behind)
        expect(await store.saveMultisig(read, NOON + NODE_LAG_MS)).toMatchObject(read)
      },
    )

    test('one address on two chains is two multisigs, each found as the Safe that it is', async () => {
      const read = sampleSafe()
      const one = await store.saveMultisig(read, NOON)
      const other = await store.saveMultisig({ ...read, chainId: 10 }, NOON)
      expect(other.id).not.toBe(one.id)
      const { address } = read
      expect(await store.findSafe({ address, chainId: 10 })).toEqual(other)
      expect(await store.findSafe({ address, chainId: 137 })).toBeUndefined()
    })

    test('a Safe that accepts what its owners did not sign makes nobody its signer, until they sign', async () => {
      const read = sampleSafe()
      const [owner] = read.owners
      const { id } = await store.saveMultisig(read, NOON)
      await store.noteAcceptance(id, 'others', NOON)
      expect(await ownedIds(store, owner)).toEqual([])
      expect(await store.saveMultisig(read, NOON + 1)).toMatchObject({ id, isBypassed: true })
      expect(await ownedIds(store, owner)).toEqual([])
      await store.noteAcceptance(id, 'owners', NOON + 2)
      expect(await store.findMultisig(id)).toMatchObject({ isBypassed: false })
      expect(await ownedIds(store, owner)).toEqual([id])
    })

    test('a multisig that its chain no longer shows is missing since then, until it is read again', async () => {
      const read = sampleSafe()
      const { id } = await store.saveMultisig(read, NOON)
      expect(await store.noteMissing(id, NOON + HOUR)).toBe(NOON + HOUR)
      expect(await store.noteMissing(id, NOON + 2 * HOUR)).toBe(NOON + HOUR)
      expect(await store.findMultisig(id)).toMatchObject({ ...read, checkedAt: NOON })
      await store.saveMultisig(read, NOON + 3 * HOUR)
      expect(await store.noteMissing(id, NOON + 3 * HOUR - 1)).toBeNull()
      expect(await store.noteMissing(id, NOON + 4 * HOUR)).toBe(NOON + 4 * HOUR)
      expect(await store.noteMissing('unknown', NOON)).toBeNull()
    })

    test('race: 30 readings at the same time leave one multisig, with the owners of the youngest', async () => {
      const another = await stage.openAnother()
      const read = sampleSafe()
      const readings = Array.from({ length: 30 }, (_, index) => ({
        ...read,
        owners: [`o${index}`],
      }))
      const saved = await Promise.all(
        readings.map((reading, index) =>
          (index % 2 === 0 ? store : another).saveMultisig(reading, NOON + index),
        ),
      )
      const ids = new Set(saved.map(({ id }) => id))
      expect(ids.size).toBe(1)
      expect(await store.findMultisig([...ids][0] ?? '')).toMatchObject({ owners: ['o29'] })
      const dump = await stage.dump()
      expect(dump['multisig_owners']).toMatchObject([{ address: 'o29' }])
    })
  })

  describe('multisigs of an owner', () => {
    test('are listed by the key, in its family alone', async () => {
      const { address } = sampleEvmWallet()
      const safes = await Promise.all(
        [1, 10].map((chainId) =>
          store.saveMultisig(sampleSafe({ chainId, owners: [address] }), NOON),
        ),
      )
      await store.saveMultisig(sampleSafe(), NOON)
      const found = await store.listOwnerMultisigs({ family: 'evm', address })
      expect(getIds(found).toSorted()).toEqual(getIds(safes).toSorted())
      expect(await store.listOwnerMultisigs({ family: 'ton', address })).toEqual([])
    })

    test('are listed for many keys with one query, by address', async () => {
      const safe = await store.saveMultisig(sampleSafe(), NOON)
      const ton = await store.saveMultisig(sampleTonMultisig(), NOON)
      const [first = '', second = ''] = safe.owners
      const [signer = ''] = ton.owners
      const lists = await store.listOwnersMultisigs([
        { family: 'evm', address: first },
        { family: 'evm', address: second },
        { family: 'ton', address: signer },
        { family: 'evm', address: sampleEvmWallet().address },
      ])
      expect(lists).toEqual(
        new Map([
          [first, [safe]],
          [second, [safe]],
          [signer, [ton]],
        ]),
      )
      expect(await store.listOwnersMultisigs([])).toEqual(new Map())
    })

    test('attack: 120 multisigs made with a stranger’s key fill no more than 100 places, and none of another’s', async () => {
      const [victim, other] = [sampleEvmWallet().address, sampleEvmWallet().address]
      const made = Array.from({ length: 120 }, () => sampleSafe({ owners: [victim] }))
      await Promise.all(made.map((read) => store.saveMultisig(read, NOON)))
      const own = await store.saveMultisig(sampleSafe({ owners: [other] }), NOON)
      const lists = await store.listOwnersMultisigs(
        [victim, other].map((address) => ({ family: 'evm', address })),
      )
      expect(lists.get(victim)).toHaveLength(100)
      expect(lists.get(other)).toEqual([own])
    })
  })

  describe('checks', () => {
    test('multisigs with links or open cosignings are due by their age, the oldest first, to one process', async () => {
      const { id: userId } = await sampleMember(store)
      const linked = await linkSafe(store, userId)
      const confirmed = await store.saveMultisig(sampleTonMultisig(), NOON - 1)
      await sampleCosigning(store, userId, confirmed)
      await store.saveMultisig(sampleSafe(), NOON - 2)
      const another = await stage.openAnother()
      const lease = { before: NOON + 1, until: NOON + 2 * MINUTE, limit: 9 }
      const leased = await Promise.all(
        [store, another, store].map((each) => each.leaseMultisigChecks(lease, NOON + 1)),
      )
      expect(getIds(leased.flat()).toSorted()).toEqual([linked.safe.id, confirmed.id].toSorted())
      const [oldest] = await store.leaseMultisigChecks({ ...lease, limit: 1 }, NOON + 2 * MINUTE)
      expect(oldest?.id).toBe(confirmed.id)
    })

    test('a multisig whose chain does not answer keeps no other waiting', async () => {
      const { id: userId } = await sampleMember(store)
      const away = await store.saveMultisig(sampleTonMultisig(), NOON - 1)
      await sampleCosigning(store, userId, away)
      const { safe } = await linkSafe(store, userId)
      const lease = { before: NOON + 1, until: NOON + 2 * MINUTE, limit: 1 }
      expect(getIds(await store.leaseMultisigChecks(lease, NOON + 1))).toEqual([away.id])
      const again = await store.leaseMultisigChecks(lease, NOON + 2 * MINUTE)
      expect(getIds(again)).toEqual([safe.id])
    })

    test('a multisig that was read meanwhile is not due, and neither is one whose cosigning is over', async () => {
      const { id: userId } = await sampleMember(store)
      const confirmed = await store.saveMultisig(sampleTonMultisig(), NOON)
      await sampleCosigning(store, userId, confirmed)
      const lease = { before: NOON + 1, until: NOON + LIFE, limit: 9 }
      expect(await store.leaseMultisigChecks(lease, NOON + LIFE)).toEqual([])
      await store.saveMultisig(confirmed, NOON + HOUR)
      expect(await store.leaseMultisigChecks(lease, NOON + HOUR)).toEqual([])
    })

    test('a key’s wallet at the same address needs no check', async () => {
      const { id: userId } = await sampleMember(store)
      const { proven } = await proveByText(store, userId)
      const { address } = proven
      await store.saveMultisig(sampleSafe({ address }), NOON - 1)
      const lease = { before: NOON, until: NOON + 1, limit: 9 }
      expect(await store.leaseMultisigChecks(lease, NOON)).toEqual([])
      expect(await store.listWallets(userId)).toMatchObject([{ multisig: null, staleAt: null }])
    })
  })

  describe('links', () => {
    test('what the account accepted is stored sealed, and found with the multisig', async () => {
      const { id: userId } = await sampleMember(store)
      const { safe, wallet, signature } = await linkSafe(store, userId)
      expect(wallet).toMatchObject({ kind: 'safe', level: 'account', staleAt: null })
      expect(wallet.multisig).toEqual(safe)
      expect(await store.listWallets(userId)).toEqual([wallet])
      expect(await store.findWallet(wallet.id, userId)).toEqual(wallet)
      expect(await store.listMultisigLinks(safe.id)).toEqual([
        { wallet, evidence: { kind: 'signature', hash: HASH, signature } },
      ])
      const { held } = await store.findWalletsAt(
        { family: 'evm', address: safe.address },
        { after: null, limit: 9 },
      )
      expect(held).toMatchObject([{ wallet }])
      const [event] = await store.listHostEvents({ after: 0, limit: 1 })
      expect(event?.event).toMatchObject({ type: 'wallet.linked', wallet })
      const written = JSON.stringify((await stage.dump())['wallets'])
      expect(written).not.toContain(HASH.slice(2))
    })

    test('a link as a contract has no owners, also once a Safe is read at its address', async () => {
      const { id: userId } = await sampleMember(store)
      const read = sampleSafe()
      const proven = sampleContract(read.chainId, read.address)
      const { outcome } = await proveByText(store, userId, proven)
      expect(linkedWallet(outcome).multisig).toBeNull()
      await store.saveMultisig(read, NOON)
      expect(await store.listWallets(userId)).toMatchObject([{ multisig: null }])
    })

    test('a wallet that a key answers for is none, whatever is read at its address', async () => {
      const { id: userId } = await sampleMember(store)
      const read = sampleTonMultisig()
      await store.saveMultisig(read, NOON)
      const { outcome } = await proveWallet(store, userId, sampleWallet({ address: read.address }))
      expect(linkedWallet(outcome)).toMatchObject({ level: 'key', multisig: null })
    })

    test('a link without evidence is not judged', async () => {
      const { id: userId } = await sampleMember(store)
      const { safe } = await linkSafe(store, userId, null)
      expect(await store.listMultisigLinks(safe.id)).toEqual([])
    })

    test('are marked stale once among many, with an event for the operator and a receipt', async () => {
      const { id: userId } = await sampleMember(store)
      const { safe, wallet } = await linkSafe(store, userId)
      const another = await stage.openAnother()
      const stale = { wallet, reason: 'owners-changed' } as const
      const marked = await atOnce(20, (index) =>
        (index % 2 === 0 ? store : another).markStale(stale, NOON + 5),
      )
      expect(marked.filter(Boolean)).toHaveLength(1)
      const marks = { ...wallet, staleAt: NOON + 5 }
      expect(await store.listWallets(userId)).toEqual([marks])
      expect(await store.listMultisigLinks(safe.id)).toEqual([])
      const events = await store.listHostEvents({ after: 0, limit: 9 })
      expect(events.map(({ event }) => event)).toMatchObject([
        { type: 'wallet.linked' },
        { type: 'wallet.stale', userId, wallet: marks, reason: 'owners-changed' },
      ])
      const receipts = await store.leaseReceipts(NOON + 5, NOON + 6, 9)
      expect(receipts.map(({ event }) => event.type)).toEqual(['wallet.linked', 'wallet.stale'])
      const deliveries = await store.leaseDeliveries(NOON + 5, NOON + 6, 9)
      expect(deliveries.map(({ event }) => event.type)).toEqual(['wallet.linked'])
    })

    test('a proof that was made meanwhile is not marked stale', async () => {
      const { id: userId } = await sampleMember(store)
      const { safe, wallet } = await linkSafe(store, userId)
      await linkSafe(store, userId, HASH, { safe, now: NOON + 1 })
      const stale = { wallet, reason: 'not-accepted' } as const
      expect(await store.markStale(stale, NOON + 2)).toBe(false)
      expect(await store.listWallets(userId)).toMatchObject([{ staleAt: null }])
    })

    test('a link proven anew holds again, and can grow stale again', async () => {
      const { id: userId } = await sampleMember(store)
      const { safe, wallet } = await linkSafe(store, userId)
      await store.markStale({ wallet, reason: 'not-accepted' }, NOON)
      const again = await linkSafe(store, userId, HASH, { safe, now: NOON + 1 })
      expect(again.wallet).toMatchObject({ id: wallet.id, staleAt: null })
      const reason = 'not-recognised'
      expect(await store.markStale({ wallet: again.wallet, reason }, NOON + 2)).toBe(true)
    })

    test('a link signed on the chain rests on the owners of then, too, and one with a signature does not', async () => {
      const { id: userId } = await sampleMember(store)
      const signature = '0x'
      const { safe } = await linkSafe(store, userId, HASH, { signature })
      const [link] = await store.listMultisigLinks(safe.id)
      const empty = { kind: 'signature', hash: HASH, signature: '0x', owners: safe.owners }
      expect(link?.evidence).toEqual(empty)
      await linkSafe(store, userId, HASH, { safe, now: NOON + 1 })
      const [again] = await store.listMultisigLinks(safe.id)
      expect(again?.evidence).not.toHaveProperty('owners')
      await linkSafe(store, userId, HASH, { safe, now: NOON + 2, signature })
      expect(await store.listMultisigLinks(safe.id)).toMatchObject([{ evidence: empty }])
      const read = sampleSafe({ canSign: false })
      const deaf = await store.saveMultisig(read, NOON)
      await linkSafe(store, userId, HASH, { safe: deaf, signature })
      const [other] = await store.listMultisigLinks(deaf.id)
      expect(other?.evidence).toEqual({ ...empty, owners: [] })
    })

    test('are not marked where they are gone, another’s, or of a key', async () => {
      const [{ id: userId }, { id: otherId }] = await sampleTwo(store)
      const { wallet } = await linkSafe(store, userId)
      const reason = 'owners-changed'
      const key = linkedWallet((await proveByText(store, userId)).outcome)
      expect(await store.markStale({ wallet: { ...wallet, userId: otherId }, reason }, NOON)).toBe(
        false,
      )
      expect(await store.markStale({ wallet: key, reason }, NOON)).toBe(false)
      await store.unlinkWallet(wallet.id, userId, NOON)
      expect(await store.markStale({ wallet, reason }, NOON)).toBe(false)
    })

    test('notify those who confirmed, and their member by the event', async () => {
      const [starter, fellow] = await sampleTwo(store)
      const read = sampleSafe()
      const safe = await store.saveMultisig(read, NOON)
      const { code } = await sampleCosigning(store, starter.id, safe)
      const [one = '', two = ''] = safe.owners
      await confirmSample(store, starter.id, { code, owner: one })
      await confirmSample(store, fellow.id, { code, owner: two })
      const evidence = { kind: 'signature', hash: HASH, signature: '0x12' } as const
      const completed = await store.completeCosigning(
        {
          code,
          proven: provenSafe(read),
          links: [{ userId: starter.id, evidence, proof: sampleProof() }],
          walletLimit: 9,
        },
        NOON,
      )
      const wallet = completed.outcome === 'linked' ? completed.wallets[0] : undefined
      if (!wallet) throw new Error('not linked')
      await settleReceipts(store)
      expect(await store.markStale({ wallet, reason: 'owners-changed' }, NOON + 1)).toBe(true)
      const receipts = await store.leaseReceipts(NOON + 1, NOON + 2, 9)
      expect(receipts.map(({ event }) => event)).toMatchObject([
        { type: 'wallet.stale', userId: starter.id },
        { type: 'cosigning.updated', userId: fellow.id, code, update: 'stale' },
      ])
    })
  })

  test('a clock that ran ahead keeps no reading and no lease for as long as it was wrong', async () => {
    const { id: userId } = await sampleMember(store)
    const { safe } = await linkSafe(store, userId)
    const ahead = NOON + 100 * HOUR
    await store.saveMultisig({ ...safe, threshold: 3 }, ahead)
    await store.noteMissing(safe.id, ahead)
    await store.leaseMultisigChecks({ before: ahead + 1, until: ahead + HOUR, limit: 1 }, ahead)
    const retention = { attemptsMs: 9 * LIFE, eventsMs: 9 * LIFE, idleMembersMs: 9 * LIFE }
    await store.sweep(retention, NOON)
    const lease = { before: NOON - HOUR, until: NOON + MINUTE, limit: 9 }
    expect(getIds(await store.leaseMultisigChecks(lease, NOON))).toEqual([safe.id])
    expect(await store.noteMissing(safe.id, NOON)).toBe(NOON)
    expect(await store.saveMultisig(safe, NOON)).toMatchObject({ threshold: 2 })
  })
})

function getIds(multisigs: readonly StoredMultisig[]): string[] {
  return multisigs.map(({ id }) => id)
}

async function ownedIds(store: Store, address = ''): Promise<string[]> {
  return getIds(await store.listOwnerMultisigs({ family: 'evm', address }))
}

/** Links a Safe whose own wallet app has signed. */
async function linkSafe(
  store: Store,
  userId: string,
  hash: Hex | null = HASH,
  {
    safe: known,
    now = NOON,
    signature = `0x${randomBytes(130).toString('hex')}`,
  }: { safe?: StoredMultisig; now?: number; signature?: Hex } = {},
) {
  const safe = known ?? (await store.saveMultisig(sampleSafe(), NOON))
  if (safe.family !== 'evm') throw new Error('a Safe is meant')
  const proven = provenSafe(safe)
  const attemptId = await sampleSigning(store, userId, { account: getAccount(proven), now })
  const link = {
    ...sampleLink({ attemptId, userId }, proven),
    accepted: hash && { hash, signature },
    now,
  }
  return { safe, wallet: linkedWallet(await store.linkWallet(link)), signature }
}
