import { beforeEach, describe, expect, test } from 'vitest'
import { sampleProof } from '#tests/support/proof-samples.ts'
import type { LinkEvidence } from '#server/store/rows/wallet-rows.ts'
import type { CompletionResult } from '#server/store/multisigs/complete-cosigning.ts'
import type { Store } from '#server/store/store.ts'
import type { StoredMultisig, StoredUser, StoredWallet } from '#server/store/database/stored.ts'
import { linkUntilKilled } from '#tests/support/crash-process.ts'
import {
  HOUR,
  LIFE,
  provenSafe,
  provenTonMultisig,
  sampleCosigning,
  sampleSafe,
  sampleTonMultisig,
  sampleConfirmation,
  confirmSample,
} from '#tests/support/multisig-samples.ts'
import {
  getAccount,
  linkSample,
  linkedWallet,
  NOON,
  sampleApiKey,
  sampleLink,
  sampleMember,
  sampleRequest,
  sampleSigning,
  atOnce,
  settleReceipts,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const CRASH_TIMEOUT_MS = 90_000
const SIGNED: LinkEvidence = { kind: 'signature', hash: '0xab', signature: '0xcd' }

describeStore('completing a cosigning', (stage) => {
  let store: Store
  let starter: StoredUser
  let fellow: StoredUser

  beforeEach(async () => {
    store = stage.store
    starter = await sampleMember(store)
    fellow = await sampleMember(store)
  })

  describe('completing a cosigning of signatures', () => {
    let safe: StoredMultisig
    beforeEach(async () => {
      safe = await store.saveMultisig(sampleSafe(), NOON)
    })

    test('completing links the Safe to the starter alone, answers the request and notifies everybody', async () => {
      const key = await sampleApiKey(store)
      const requestCode = await sampleRequest(store, key.id, ['evm'])
      const { code, attemptId } = await gather({ requestCode })
      const [wallet] = getWallets(await complete(code))
      expect(wallet).toMatchObject({
        ...getProvenSafe(),
        userId: starter.id,
        primary: true,
        multisig: safe,
        staleAt: null,
        verifiedAt: NOON,
      })
      expect(await store.listWallets(starter.id)).toEqual([wallet])
      expect(await store.listWallets(fellow.id)).toEqual([])
      expect(await store.findAttempt(attemptId, starter.id, NOON)).toMatchObject({
        state: 'linked',
        walletId: wallet?.id,
      })
      expect(await store.findCosigning(code, NOON)).toMatchObject({ state: 'complete' })
      expect(await store.findAnswer(requestCode, starter.id)).toMatchObject({
        walletId: wallet?.id,
      })
      expect(await store.listMultisigLinks(safe.id)).toEqual([{ wallet, evidence: SIGNED }])
      const events = (await store.listHostEvents({ after: 0, limit: 9 })).map(({ event }) => event)
      expect(events).toMatchObject([
        { type: 'wallet.linked', userId: starter.id, wallet },
        { type: 'multisig.completed', userId: starter.id, wallet },
        { type: 'request.answered', userId: starter.id, requestCode },
      ])
      const owners = events.flatMap((event) => ('owners' in event ? event.owners : []))
      expect(owners.toSorted()).toEqual(safe.owners.slice(0, 2).toSorted())
      expect(await getNotified(store)).toEqual([
        [starter.id, 'wallet.linked'],
        [starter.id, 'request.answered'],
        [fellow.id, 'completed'],
      ])
      expect(await store.leaseDeliveries(NOON, NOON + 1, 9)).toHaveLength(1)
    })

    test('race: exactly one of 20 completions at the same time, in two processes, links', async () => {
      const { code } = await gather()
      const another = await stage.openAnother()
      const results = await atOnce(20, (index) => complete(code, index % 2 === 0 ? store : another))
      expect(results.filter(({ outcome }) => outcome === 'linked')).toHaveLength(1)
      expect(results.filter(({ outcome }) => outcome === 'closed')).toHaveLength(19)
      const events = await store.listHostEvents({ after: 0, limit: 99 })
      expect(events).toHaveLength(2)
    })

    test('race: two owners’ last confirmations at the same time complete it once', async () => {
      const { code } = await gather()
      const others = [await sampleMember(store), await sampleMember(store)]
      const another = await stage.openAnother()
      const results = await Promise.all(
        others.map(async ({ id }, index) => {
          const at = index === 0 ? store : another
          await confirmSample(at, id, { code, owner: safe.owners[2 - index] ?? '' })
          return complete(code, at)
        }),
      )
      expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['closed', 'linked'])
      expect(await store.listWallets(starter.id)).toHaveLength(1)
    })

    test('race: a cosigning is completed or given up, never both', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { code } = await gather()
        const another = await stage.openAnother()
        const [completed, cancelled] = await Promise.all([
          complete(code),
          another.cancelCosigning(code, starter.id, NOON),
        ])
        expect([completed.outcome === 'linked', cancelled].filter(Boolean)).toHaveLength(1)
        const state = cancelled ? 'cancelled' : 'complete'
        expect(await store.findCosigning(code, NOON)).toMatchObject({ state })
      }
    })

    test('attack: after it was given up, after its time, or for another Safe or chain, nothing is linked', async () => {
      const { code } = await gather()
      const other = await store.saveMultisig(sampleSafe(), NOON)
      const closed = { outcome: 'closed' }
      expect(await completeWith(code, { proven: getProven(other) })).toEqual(closed)
      const elsewhere = { ...getProvenSafe(), chainId: 10 }
      expect(await completeWith(code, { proven: elsewhere })).toEqual(closed)
      expect(await completeWith(code, {}, NOON + LIFE)).toEqual(closed)
      expect(await completeWith('m1_unknown', {})).toEqual(closed)
      await store.cancelCosigning(code, starter.id, NOON)
      expect(await complete(code)).toEqual(closed)
      expect(await store.listWallets(starter.id)).toEqual([])
    })

    test('attack: it links nobody who has no part in it', async () => {
      const { code } = await gather()
      const stranger = await sampleMember(store)
      const links = [starter, stranger].map(({ id }) => ({
        userId: id,
        evidence: SIGNED,
        proof: sampleProof(),
      }))
      expect(getWallets(await completeWith(code, { links }))).toMatchObject([
        { userId: starter.id },
      ])
      expect(await store.listWallets(stranger.id)).toEqual([])
    })

    test('changes nothing for a starter without room for a wallet, and can complete later', async () => {
      await linkSample(store, starter.id)
      const { code, attemptId } = await gather()
      expect(await completeWith(code, { walletLimit: 1 })).toEqual({ outcome: 'wallet-limit' })
      expect(await store.findCosigning(code, NOON)).toMatchObject({ state: 'open' })
      expect(await store.findAttempt(attemptId, starter.id, NOON)).toMatchObject({
        state: 'awaiting-cosigners',
      })
      expect(await completeWith(code, { walletLimit: 2 })).toMatchObject({ outcome: 'linked' })
    })

    test('a Safe that was linked and is stale holds again, in its own place', async () => {
      const first = getWallets(await complete((await gather()).code))[0]
      if (!first) throw new Error('not linked')
      await store.markStale({ wallet: first, reason: 'owners-changed' }, NOON)
      const again = getWallets(await completeWith((await gather()).code, {}, NOON + 1))
      expect(again).toMatchObject([{ id: first.id, staleAt: null, verifiedAt: NOON + 1 }])
    })

    test('does not notify of confirmations of owners who are owners no longer', async () => {
      const { code } = await gather()
      const [, second = '', third = ''] = safe.owners
      await store.saveMultisig({ ...safe, threshold: 1, owners: [second, third] }, NOON + 1)
      await completeWith(code, {}, NOON + 1)
      const events = (await store.listHostEvents({ after: 0, limit: 9 })).map(({ event }) => event)
      expect(events).toMatchObject([{}, { type: 'multisig.completed', owners: [second] }])
    })

    /** The starter and the fellow have signed. */
    async function gather(change?: Parameters<typeof sampleCosigning>[3]) {
      const cosigning = await sampleCosigning(store, starter.id, safe, change)
      const [one = '', two = ''] = safe.owners
      await confirmSample(store, starter.id, { code: cosigning.code, owner: one })
      await confirmSample(store, fellow.id, { code: cosigning.code, owner: two })
      await settleReceipts(store)
      return cosigning
    }

    function complete(code: string, at = store) {
      return completeWith(code, {}, NOON, at)
    }

    function completeWith(
      code: string,
      change: Partial<Parameters<Store['completeCosigning']>[0]>,
      now = NOON,
      at = store,
    ) {
      const completed = {
        code,
        proven: getProvenSafe(),
        links: [{ userId: starter.id, evidence: SIGNED, proof: sampleProof() }],
        walletLimit: 9,
        ...change,
      }
      return at.completeCosigning(completed, now)
    }

    const getProvenSafe = () => getProven(safe)
  })

  describe('completing a cosigning of agreements', () => {
    let multisig: StoredMultisig
    let one: string
    let two: string
    let three: string
    beforeEach(async () => {
      multisig = await store.saveMultisig(sampleTonMultisig(), NOON)
      ;[one = '', two = '', three = ''] = multisig.owners
    })

    test('completing links the multisig to each member who agreed, each with whom they agreed', async () => {
      const { code, attemptId } = await gather()
      const wallets = getWallets(await complete(code))
      expect(wallets.map(({ userId }) => userId)).toEqual([starter.id, fellow.id])
      for (const wallet of wallets) {
        expect(wallet).toMatchObject({ ...getProven(multisig), multisig })
        expect(await store.listWallets(wallet.userId)).toEqual([wallet])
      }
      const owners = multisig.owners.slice(0, 2)
      const links = await store.listMultisigLinks(multisig.id)
      expect(links.map(({ evidence }) => evidence)).toEqual(
        expect.arrayContaining(owners.map((own) => ({ kind: 'agreements', owners, own }))),
      )
      expect(await store.findAttempt(attemptId, starter.id, NOON)).toMatchObject({
        state: 'linked',
        walletId: wallets[0]?.id,
      })
      expect(await getNotified(store)).toEqual([
        [starter.id, 'wallet.linked'],
        [fellow.id, 'wallet.linked'],
      ])
    })

    test('leaves out a member without room, who is notified that it is complete', async () => {
      await linkSample(store, fellow.id)
      const { code } = await gather()
      const wallets = getWallets(await complete(code, { walletLimit: 1 }))
      expect(wallets.map(({ userId }) => userId)).toEqual([starter.id])
      expect(await getNotified(store)).toEqual([
        [starter.id, 'wallet.linked'],
        [fellow.id, 'completed'],
      ])
    })

    test('a starter who did not agree gets nothing but the update', async () => {
      const { code, attemptId } = await sampleCosigning(store, starter.id, multisig)
      const other = await sampleMember(store)
      await confirmSample(store, fellow.id, { code, owner: one })
      await confirmSample(store, other.id, { code, owner: two })
      await settleReceipts(store)
      const links = getLinks([
        [fellow.id, one],
        [other.id, two],
      ])
      expect(getWallets(await complete(code, { links }))).toHaveLength(2)
      expect(await store.findAttempt(attemptId, starter.id, NOON)).toMatchObject({
        state: 'cancelled',
        walletId: null,
      })
      expect(await getNotified(store)).toContainEqual([starter.id, 'completed'])
      const events = await store.listHostEvents({ after: 0, limit: 9 })
      expect(events.map(({ event }) => event.type)).toEqual(['wallet.linked', 'wallet.linked'])
    })

    test('attack: an agreement taken back, or of a member who is gone, no longer counts', async () => {
      for (const leave of [
        (code: string) => store.withdrawConfirmation(code, fellow.id, NOON),
        () => store.deleteUser(fellow.id, NOON),
      ]) {
        const { code } = await gather()
        await leave(code)
        const own = { links: getLinks([[starter.id, one]], [one, two]) }
        for (const change of [{}, own]) {
          expect(await complete(code, change)).toEqual({ outcome: 'closed' })
        }
        expect(await store.findCosigning(code, NOON)).toMatchObject({ state: 'open' })
        await store.cancelCosigning(code, starter.id, NOON)
      }
      expect(await store.listWallets(starter.id)).toEqual([])
    })

    test('attack: agreements given in another cosigning, or by somebody else, link nobody', async () => {
      const { code } = await gather()
      const other = await sampleCosigning(store, fellow.id, multisig)
      const closed = { outcome: 'closed' }
      expect(await complete(other.code)).toEqual(closed)
      const swapped = getLinks([
        [starter.id, two],
        [fellow.id, one],
      ])
      expect(await complete(code, { links: swapped })).toEqual(closed)
      expect(await store.listWallets(fellow.id)).toEqual([])
    })

    test('attack: the threshold is raised, or an owner swapped, in the last moment', async () => {
      const { code } = await gather()
      const closed = { outcome: 'closed' }
      await store.saveMultisig({ ...multisig, threshold: 3 }, NOON + 1)
      expect(await complete(code)).toEqual(closed)
      await store.saveMultisig({ ...multisig, owners: [one, three] }, NOON + 2)
      expect(await complete(code)).toEqual(closed)
      await store.saveMultisig(multisig, NOON + 3)
      expect(await complete(code)).toMatchObject({ outcome: 'linked' })
    })

    test('attack: one owner has two places in one quorum', async () => {
      const { code } = await gather()
      const evidence = { kind: 'agreements', owners: [one, one], own: one } as const
      const links = [{ userId: starter.id, evidence, proof: sampleProof() }]
      expect(await complete(code, { links })).toEqual({ outcome: 'closed' })
    })

    test('a stale link notifies only its own member, and a member who confirmed without a link once', async () => {
      await linkSample(store, fellow.id)
      const third = await sampleMember(store)
      const { code } = await gather()
      await confirmSample(store, third.id, { code, owner: three })
      await settleReceipts(store)
      const owners = [one, two, three]
      const links = [starter, fellow, third].map(({ id }, index) => ({
        userId: id,
        evidence: { kind: 'agreements', owners, own: owners[index] ?? '' } as const,
        proof: sampleProof(),
      }))
      const wallets = getWallets(await complete(code, { links, walletLimit: 1 }))
      expect(wallets.map(({ userId }) => userId)).toEqual([starter.id, third.id])
      await settleReceipts(store)
      for (const wallet of wallets) {
        await store.markStale({ wallet, reason: 'threshold-raised' }, NOON)
      }
      expect(await getNotified(store)).toEqual([
        [starter.id, 'wallet.stale'],
        [fellow.id, 'stale'],
        [third.id, 'wallet.stale'],
      ])
    })

    /** The starter and the fellow have agreed. */
    async function gather() {
      const cosigning = await sampleCosigning(store, starter.id, multisig)
      const { code } = cosigning
      await confirmSample(store, starter.id, { code, owner: one, binding: 'domain' })
      await confirmSample(store, fellow.id, { code, owner: two, binding: 'text' })
      await settleReceipts(store)
      return cosigning
    }

    function complete(
      code: string,
      change: Partial<Parameters<Store['completeCosigning']>[0]> = {},
    ) {
      const completed = {
        code,
        proven: getProven(multisig),
        links: getLinks([
          [starter.id, one],
          [fellow.id, two],
        ]),
        walletLimit: 9,
        ...change,
      }
      return store.completeCosigning(completed, NOON)
    }
  })

  describe('a link that the account itself accepted', () => {
    test.each([
      { isStale: false, level: 'account' },
      { isStale: true, level: 'quorum' },
    ])(
      'an account-level link (stale: $isStale) is at level $level after a quorum',
      async ({ isStale, level }) => {
        const read = sampleSafe({ canSign: false })
        const safe = await store.saveMultisig(read, NOON)
        const proven = provenSafe(read)
        const attemptId = await sampleSigning(store, starter.id, { account: getAccount(proven) })
        const link = {
          ...sampleLink({ attemptId, userId: starter.id }, proven),
          accepted: { hash: '0xab', signature: '0xcd' },
        } as const
        const wallet = linkedWallet(await store.linkWallet(link))
        if (isStale) await store.markStale({ wallet, reason: 'not-accepted' }, NOON)
        const { code } = await sampleCosigning(store, starter.id, safe)
        const [one = '', two = ''] = safe.owners
        await confirmSample(store, starter.id, { code, owner: one })
        await confirmSample(store, fellow.id, { code, owner: two })
        const completed = {
          code,
          proven: {
            ...provenSafe(read),
            kind: 'safe',
            level: 'quorum',
            binding: 'text',
            keySource: 'owners',
          } as const,
          links: getLinks([[starter.id, one]], [one, two]),
          walletLimit: 9,
        }
        expect(getWallets(await store.completeCosigning(completed, NOON))).toMatchObject([
          { id: wallet.id, level, staleAt: null },
        ])
        expect(await store.findCosigning(code, NOON)).toMatchObject({ state: 'complete' })
      },
    )
  })

  describe('leaving', () => {
    test('a starter who deletes everything takes the cosigning and its confirmations along', async () => {
      const safe = await store.saveMultisig(sampleSafe(), NOON)
      const { code } = await sampleCosigning(store, starter.id, safe)
      const given = await sampleConfirmation(store, fellow.id, {
        code,
        owner: safe.owners[1] ?? '',
      })
      await confirmSample(store, fellow.id, { code, owner: safe.owners[2] ?? '' })
      await store.noteViewer(code, fellow.id, NOON)
      await store.deleteUser(starter.id, NOON)
      expect(await store.findCosigning(code, NOON)).toBeUndefined()
      expect(await store.addConfirmation(given, NOON)).toEqual({ outcome: 'closed' })
      expect(await stage.dump()).toMatchObject({
        cosignings: [],
        confirmations: [],
        cosigning_viewers: [],
        multisigs: [],
        multisig_owners: [],
      })
      expect(await getNotified(store)).toEqual([[fellow.id, 'cosigning.ended']])
    })

    test('a fellow who deletes everything takes the confirmations along; the others’ quorum keeps the owners’ addresses', async () => {
      const { multisig, owners, quorum } = await confirmByTwo(store, starter.id, fellow.id)
      const [one, two] = owners
      await store.completeCosigning({ ...quorum, walletLimit: 9 }, NOON)
      await store.deleteUser(fellow.id, NOON)
      expect(await store.findCosigning(quorum.code, NOON)).toMatchObject({
        confirmations: [{ owner: one }],
      })
      const evidence = { kind: 'agreements', owners: [one, two], own: one }
      expect(await store.listMultisigLinks(multisig.id)).toMatchObject([{ evidence }])
      expect(JSON.stringify((await stage.dump())['wallets'])).not.toContain(two)
    })

    test('a starter who goes after a quorum leaves the others their links and what they rest on', async () => {
      const { multisig, owners, quorum } = await confirmByTwo(store, starter.id, fellow.id)
      const [, two] = owners
      await store.completeCosigning({ ...quorum, walletLimit: 9 }, NOON)
      await store.deleteUser(starter.id, NOON)
      const [link] = await store.listMultisigLinks(multisig.id)
      expect(link).toMatchObject({ wallet: { userId: fellow.id }, evidence: { own: two } })
      if (!link) throw new Error('the link is gone')
      expect(await store.markStale({ ...link, reason: 'owners-changed' }, NOON)).toBe(true)
    })

    test('race: a fellow goes while the cosigning is completed, and no event names them afterwards', async () => {
      for (let round = 0; round < 4; round += 1) {
        const leaver = await sampleMember(store)
        const { quorum } = await confirmByTwo(store, starter.id, leaver.id)
        const another = await stage.openAnother()
        await Promise.all([
          store.completeCosigning({ ...quorum, walletLimit: 99 }, NOON),
          another.deleteUser(leaver.id, NOON),
        ])
        const events = (await stage.dump())['events'] ?? []
        const own = events.filter((event) => event['user_id'] === leaver.id)
        expect(own.map((event) => event['type'])).toEqual(['user.deleted'])
      }
    })

    test('unlinking ends nobody else’s link, and lets the cosigning be swept', async () => {
      const safe = await store.saveMultisig(sampleSafe(), NOON)
      const { code } = await sampleCosigning(store, starter.id, safe)
      const completed = {
        code,
        proven: getProven(safe),
        links: [{ userId: starter.id, evidence: SIGNED, proof: sampleProof() }],
        walletLimit: 9,
      }
      const [wallet] = getWallets(await store.completeCosigning(completed, NOON))
      const retention = { attemptsMs: HOUR, eventsMs: 2 * HOUR, idleMembersMs: 99 * LIFE }
      const late = NOON + LIFE + 3 * HOUR
      await store.sweep(retention, late)
      expect(await store.findCosigning(code, late)).toMatchObject({ attemptId: null })
      expect(await store.findMultisig(safe.id)).toBeDefined()
      await store.unlinkWallet(wallet?.id ?? '', starter.id, late)
      await store.sweep(retention, late)
      expect(await store.findCosigning(code, late)).toBeUndefined()
      expect(await store.findMultisig(safe.id)).toBeUndefined()
    })

    test('sweeping leaves open and recent cosignings, and a multisig that a member has just opened', async () => {
      const safe = await store.saveMultisig(sampleSafe(), NOON)
      const { code } = await sampleCosigning(store, starter.id, safe)
      const lookup = await store.saveMultisig(sampleSafe(), NOON + LIFE)
      const old = await store.saveMultisig(sampleSafe(), NOON)
      const retention = { attemptsMs: HOUR, eventsMs: 2 * HOUR, idleMembersMs: 99 * LIFE }
      await store.sweep(retention, NOON + LIFE + HOUR)
      expect(await store.findCosigning(code, NOON)).toBeDefined()
      expect(await store.findMultisig(safe.id)).toBeDefined()
      expect(await store.findMultisig(lookup.id)).toBeDefined()
      expect(await store.findMultisig(old.id)).toBeUndefined()
    })
  })

  test(
    'SIGKILL in the middle of completing: every cosigning is complete with all its links, or open without any',
    { tags: ['full'], timeout: CRASH_TIMEOUT_MS },
    async () => {
      const target = { databaseUrl: stage.databaseUrl, dataKey: stage.dataKey, links: 12 }
      const notified = await linkUntilKilled({ ...target, kind: 'agreed' })
      const dump = await stage.dump()
      const cosignings = dump['cosignings'] ?? []
      const complete = cosignings.filter(({ state }) => state === 'complete')
      expect(complete.length).toBeGreaterThanOrEqual(12)
      for (const { code, attempt_id, state } of cosignings) {
        const isComplete = state === 'complete'
        const wallets = (dump['wallets'] ?? []).filter((row) => row['cosigning_code'] === code)
        expect(wallets).toHaveLength(isComplete ? 2 : 0)
        const attempt = (dump['attempts'] ?? []).find(({ id }) => id === attempt_id)
        expect(attempt).toMatchObject({ state: isComplete ? 'linked' : 'awaiting-cosigners' })
      }
      expect(complete.map((row) => row['attempt_id'])).toEqual(expect.arrayContaining(notified))
      const events = dump['events'] ?? []
      const ofType = (type: string) => events.filter((event) => event['type'] === type)
      expect(ofType('multisig.completed')).toHaveLength(complete.length)
      expect(ofType('wallet.linked')).toHaveLength(2 * complete.length)
    },
  )
})

function getProven(multisig: StoredMultisig) {
  return multisig.family === 'evm' ? provenSafe(multisig) : provenTonMultisig(multisig)
}

/** A TON multisig whose cosigning two members have confirmed, each as one owner. */
async function confirmByTwo(store: Store, starterId: string, fellowId: string) {
  const multisig = await store.saveMultisig(sampleTonMultisig(), NOON)
  const { code } = await sampleCosigning(store, starterId, multisig)
  const [one = '', two = ''] = multisig.owners
  await confirmSample(store, starterId, { code, owner: one })
  await confirmSample(store, fellowId, { code, owner: two })
  const links = getLinks([
    [starterId, one],
    [fellowId, two],
  ])
  const quorum = { code, proven: getProven(multisig), links }
  return { multisig, owners: [one, two] as const, quorum }
}

/** Links of members who agreed, each as one owner. */
function getLinks(members: readonly [string, string][], owners = members.map(([, own]) => own)) {
  return members.map(([userId, own]) => ({
    userId,
    evidence: { kind: 'agreements', owners, own } as const,
    proof: sampleProof(),
  }))
}

function getWallets(result: CompletionResult): readonly StoredWallet[] {
  if (result.outcome !== 'linked') throw new Error(`not linked: ${result.outcome}`)
  return result.wallets
}

/** The notifications and their recipients, in order; leased, so that each appears here once. */
async function getNotified(store: Store): Promise<string[][]> {
  const receipts = await store.leaseReceipts(NOON, NOON + LIFE, 999)
  return receipts.map(({ event }) => [
    event.userId,
    event.type === 'cosigning.updated' ? event.update : event.type,
  ])
}
