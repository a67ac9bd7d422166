import { beforeEach, describe, expect, test } from 'vitest'
import { lookalikeCode } from '#demo/ton/multisig-contract.ts'
import { createMultisigs } from '#server/multisig/create-multisigs.ts'
import { createGate } from '#tests/support/gate.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { until } from '#tests/support/until.ts'
import { type MultisigStage, setStage, tonAccount } from './multisig-stage.ts'
import { BASE, ETHEREUM, getOwner, startMultisigWorld } from './multisig-world.ts'

const [ann, ben, cem, dot] = [getOwner(31), getOwner(32), getOwner(33), getOwner(34)]

const world = shareAmongTests(startMultisigWorld)
let stage: MultisigStage

beforeEach(async () => void (stage = await setStage(world())))

const anywhere = ({ address }: { address: string }) =>
  ({ family: 'evm', address, chainId: null }) as const

describe('the search for what is at an address', () => {
  test('recognises a Safe, with owners, threshold, modules and guard, on the chain where it is', async () => {
    const safe = await world().createSafe([ann, ben, cem], 2)
    const module = dot.address
    await world().safes.enableModule(safe, module, [ann.secret, ben.secret])
    await world().safes.setGuard(safe, 'permissive', [ann.secret, ben.secret])
    const seen = await stage.multisigs.at(anywhere(safe))
    expect(seen).toMatchObject({ unreachable: [], hasLookalike: false })
    expect(seen.found).toMatchObject([
      {
        family: 'evm',
        kind: 'safe',
        chainId: ETHEREUM,
        address: safe.address,
        version: '1.4.1',
        threshold: 2,
        owners: [ann.address, ben.address, cem.address],
        modules: [module],
        canSign: true,
        checkedAt: stage.clock.now,
      },
    ])
    const [{ id, ...read } = { id: '' }] = seen.found
    expect('guard' in read && read.guard).toMatch(/^0x[\dA-Fa-f]{40}$/)
    expect(await stage.store.findMultisig(id)).toEqual(seen.found[0])
  })

  test('recognises the same address on two chains as two Safes', async () => {
    const options = { owners: [ann.address], threshold: 1, salt: 77n }
    const safe = await world().safes.create(options)
    await world().safesOn(BASE).create(options)
    const { found } = await stage.multisigs.at(anywhere(safe))
    const chains = found.map((multisig) => multisig.family === 'evm' && multisig.chainId)
    expect(chains).toEqual([ETHEREUM, BASE])
    expect(new Set(found.map(({ id }) => id)).size).toBe(2)
  })

  test('queries all chains at the same time, for the latest block and for what is there', async () => {
    const safe = await world().createSafe([ann], 1)
    await stage.multisigs.at(anywhere(safe))
    stage.reach.asked.length = 0
    const holdAll = () => [ETHEREUM, BASE].map((chainId) => stage.reach.hold(chainId))
    const first = holdAll()
    const seeing = stage.multisigs.at(anywhere(safe))
    expect(stage.reach.asked.map(({ chainId }) => chainId)).toEqual([ETHEREUM, BASE])
    const second = holdAll()
    first.forEach((release) => release())
    await until(() => expect(stage.reach.asked).toHaveLength(4))
    const chainIds = stage.reach.asked.slice(2).map(({ chainId }) => chainId)
    expect(new Set(chainIds)).toEqual(new Set([ETHEREUM, BASE]))
    second.forEach((release) => release())
    await seeing
    expect(stage.reach.asked).toHaveLength(4)
  })

  test('leaves out a slow chain once the time is over, and shows the others', async () => {
    stage = await setStage(world(), { budgetMs: 1_500 })
    const options = { owners: [ann.address], threshold: 1, salt: 78n }
    const safe = await world().safes.create(options)
    await world().safesOn(BASE).create(options)
    // The first query checks that each chain is the right one, which takes its time here.
    await stage.multisigs.at(anywhere({ address: dot.address }))
    const release = stage.reach.hold(BASE)
    const seen = await stage.multisigs.at(anywhere(safe))
    expect(seen.unreachable).toEqual([`eip155:${BASE}`])
    expect(seen.found).toMatchObject([{ chainId: ETHEREUM }])
    release()
    // The next query uses the answer that came too late for this one.
    await stage.idle()
    expect(await stage.store.listOwnerMultisigs(location(ann))).toHaveLength(2)
  })

  test('reports a chain that is down, which says nothing about the address', async () => {
    const safe = await world().createSafe([ann], 1)
    stage.reach.cut()
    const seen = await stage.multisigs.at(anywhere(safe))
    expect(seen).toMatchObject({ found: [], unreachable: ['eip155:1'], hasLookalike: false })
  })

  test('queries no EVM chain where EVM is off', async () => {
    stage = await setStage(world(), { isEvmOff: true })
    const safe = await world().createSafe([ann], 1)
    expect(await stage.multisigs.at(anywhere(safe))).toMatchObject({ found: [], unreachable: [] })
    const listed = await stage.multisigs.findBySigner(location(ann))
    expect(listed).toMatchObject({ found: [], canList: false })
    expect(stage.reach.asked).toEqual([])
  })

  test('recognises a TON multisig, and a lookalike', async () => {
    const terms = {
      signers: [tonAccount(1), tonAccount(2)],
      proposers: [tonAccount(3)],
      threshold: 2,
    }
    const genuine = await stage.ton.deployMultisig(terms)
    const fake = await stage.ton.deployMultisig(terms, lookalikeCode())
    const at = (address: typeof genuine) =>
      stage.multisigs.at({ family: 'ton', address: address.toRawString() })
    expect((await at(genuine)).found).toMatchObject([
      {
        kind: 'multisig-v2',
        threshold: 2,
        owners: [tonAccount(1).toRawString(), tonAccount(2).toRawString()],
        proposers: [tonAccount(3).toRawString()],
      },
    ])
    expect(await at(fake)).toMatchObject({ found: [], hasLookalike: true })
    expect(await at(tonAccount(9))).toMatchObject({ found: [], hasLookalike: false })
    stage.ton.setReachable(false)
    expect(await at(genuine)).toMatchObject({ found: [], unreachable: ['-239'] })
  })
})

function location({ address }: { address: string }) {
  return { family: 'evm', address } as const
}

describe('the search for the multisigs that a key signs for', () => {
  test('lists the multisigs of the Transaction Service, each read from its chain', async () => {
    const signer = getOwner(41)
    const safe = await world().createSafe([signer, ben], 2)
    const { found, canList, unreachable } = await stage.multisigs.findBySigner(location(signer))
    expect({ canList, unreachable }).toEqual({ canList: true, unreachable: [] })
    expect(found).toMatchObject([{ address: safe.address, chainId: ETHEREUM }])
  })

  test('lists the multisigs that we know of without a Transaction Service', async () => {
    stage = await setStage(world(), { hasService: false })
    const signer = getOwner(42)
    const safe = await world().createSafe([signer, ben], 2)
    expect(await stage.multisigs.findBySigner(location(signer))).toMatchObject({
      found: [],
      canList: false,
    })
    await stage.recognise(safe)
    const { found } = await stage.multisigs.findBySigner(location(signer))
    expect(found).toMatchObject([{ address: safe.address }])
  })

  test('attack: Safes that strangers have made with the key as an owner do not hide its own', async () => {
    const signer = getOwner(47)
    const own = await world().createSafe([signer, ben], 2)
    const read = await stage.reach.evmChains.readSafe(ETHEREUM, own.address)
    if (typeof read === 'string') throw new Error('a Safe')
    for (let number = 0; number < 50; number += 1) {
      const { address } = getOwner(4_700 + number)
      await stage.store.saveMultisig({ ...read, address }, stage.clock.now)
    }
    const { found } = await stage.multisigs.findBySigner(location(signer))
    expect(found.map(({ address }) => address)).toContain(own.address)
  })

  test('leaves out a Safe of which the key is no longer an owner', async () => {
    stage = await setStage(world(), { hasService: false })
    const signer = getOwner(43)
    const safe = await world().createSafe([signer, ben], 1)
    await stage.recognise(safe)
    await world().safes.swapOwner(safe, { from: signer.address, to: cem.address }, [ben.secret])
    stage.clock.now += 60_000
    expect((await stage.multisigs.findBySigner(location(signer))).found).toEqual([])
    expect((await stage.multisigs.findBySigner(location(cem))).found).toMatchObject([
      { address: safe.address },
    ])
  })

  test('lists known multisigs while the Transaction Service is down, and says that there may be more', async () => {
    const signer = getOwner(44)
    const safe = await world().createSafe([signer], 1)
    await stage.recognise(safe)
    stage.service.setFault('down')
    const { found, canList, unreachable } = await stage.multisigs.findBySigner(location(signer))
    expect(found).toMatchObject([{ address: safe.address }])
    expect({ canList, unreachable }).toEqual({
      canList: true,
      unreachable: ['eip155:1', 'eip155:8453'],
    })
  })

  test('a store that fails while the Transaction Service is slow fails this one query only', async () => {
    const signer = getOwner(46)
    await stage.recognise(await world().createSafe([signer], 1))
    stage.clock.now += 60_000
    const [failed, gate] = [createGate(), createGate()]
    const multisigs = createMultisigs({
      ...stage.deps,
      store: {
        ...stage.store,
        saveMultisig() {
          failed.open()
          return Promise.reject(new Error('the disk is full'))
        },
      },
      safeService: {
        ...stage.deps.safeService,
        async getSafes() {
          await gate.passed
          return []
        },
        getSignatures: () => Promise.resolve('none'),
      },
    })
    const unhandled: unknown[] = []
    const listener = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', listener)
    const outcome = multisigs.findBySigner(location(signer)).catch((error: unknown) => error)
    await failed.passed
    // Node reports unhandled rejections once all that was ready has run.
    await new Promise(setImmediate)
    gate.open()
    expect(await outcome).toEqual(new Error('the disk is full'))
    process.off('unhandledRejection', listener)
    expect(unhandled).toEqual([])
  })

  test('lists a reading of the last hour while the chain is down, and no older one', async () => {
    const signer = getOwner(45)
    await stage.recognise(await world().createSafe([signer], 1))
    stage.reach.cut()
    stage.clock.now += 30 * 60_000
    const seen = await stage.multisigs.findBySigner(location(signer))
    expect(seen.unreachable).toEqual(['eip155:1'])
    expect(seen.found).toHaveLength(1)
    stage.clock.now += 31 * 60_000
    expect((await stage.multisigs.findBySigner(location(signer))).found).toEqual([])
  })

  test('a proposer is no signer (TON)', async () => {
    const [signer, proposer] = [tonAccount(11), tonAccount(12)]
    const address = await stage.ton.deployMultisig({
      signers: [signer],
      proposers: [proposer],
      threshold: 1,
    })
    const of = async (account: typeof signer) =>
      (await stage.multisigs.findBySigner({ family: 'ton', address: account.toRawString() })).found
    expect(await of(signer)).toMatchObject([{ address: address.toRawString() }])
    expect(await of(proposer)).toEqual([])
  })

  test('reports a lookalike that names the key as its signer as such (TON)', async () => {
    const signer = tonAccount(13)
    await stage.ton.deployMultisig(
      { signers: [signer], proposers: [], threshold: 1 },
      lookalikeCode(),
    )
    const seen = await stage.multisigs.findBySigner({
      family: 'ton',
      address: signer.toRawString(),
    })
    expect(seen).toMatchObject({ found: [], hasLookalike: true, canList: true })
  })
})

describe('reading a multisig again', () => {
  test('repeats a reading of a clock that ran ahead', async () => {
    const multisig = await stage.recognise(await world().createSafe([ann], 1))
    stage.reach.asked.length = 0
    stage.clock.now -= 1
    await stage.multisigs.refresh(multisig, 10_000)
    expect(stage.reach.asked).not.toEqual([])
  })

  test('does not repeat a young reading, and shares one between many queries at the same time', async () => {
    const multisig = await stage.recognise(await world().createSafe([ann], 1))
    stage.reach.asked.length = 0
    const fresh = await stage.multisigs.refresh(multisig, 10_000)
    expect(fresh).toEqual({ multisig, state: 'current' })
    expect(stage.reach.asked).toEqual([])
    stage.clock.now += 10_001
    const both = Array.from({ length: 5 }, () => stage.multisigs.refresh(multisig, 10_000))
    for (const { multisig: read, state } of await Promise.all(both))
      expect({ state, checkedAt: read.checkedAt }).toEqual({
        state: 'current',
        checkedAt: stage.clock.now,
      })
    expect(stage.reach.asked).toHaveLength(2)
  })

  test('reads again for what counts now, because an answer on its way may be from before', async () => {
    const safe = await world().createSafe([ann, ben], 1)
    const known = await stage.recognise(safe)
    const [answered, delivered] = [createGate(), createGate()]
    const evmChains: typeof stage.reach.evmChains = {
      ...stage.reach.evmChains,
      async readSafe(chainId, address) {
        const answer = await stage.reach.evmChains.readSafe(chainId, address)
        answered.open()
        await delivered.passed
        return answer
      },
    }
    const multisigs = createMultisigs({ ...stage.deps, evmChains })
    const early = multisigs.readNow(known)
    await answered.passed
    await world().safes.swapOwner(safe, { from: ann.address, to: dot.address }, [ben.secret])
    const late = [multisigs.readNow(known), multisigs.readNow(known)]
    delivered.open()
    expect((await early).multisig.owners).toContain(ann.address)
    for (const { multisig } of await Promise.all(late))
      expect(multisig.owners).toEqual([dot.address, ben.address])
    await multisigs.idle()
  })

  test('shows the old reading in time, marked as such, while a chain is slow', async () => {
    const multisig = await stage.recognise(await world().createSafe([ann], 1))
    stage = await setStage(world(), { store: stage.store, budgetMs: 50 })
    stage.clock.now += 60_000
    const release = stage.reach.hold()
    const seen = await stage.multisigs.refresh(multisig, 10_000)
    expect(seen).toEqual({ multisig, state: 'unreachable' })
    release()
    await stage.idle()
    const saved = await stage.store.findMultisig(multisig.id)
    expect(saved?.checkedAt).toBe(stage.clock.now)
  })

  test('leaves a multisig as it is of another network than the operator’s', async () => {
    const terms = { signers: [tonAccount(21)], proposers: [], threshold: 1 }
    const multisig = await stage.recogniseTon(await stage.ton.deployMultisig(terms))
    if (multisig.family !== 'ton') throw new Error('of TON')
    const { id: _id, checkedAt: _at, ...read } = multisig
    const elsewhere = await stage.store.saveMultisig({ ...read, network: '-3' }, stage.clock.now)
    expect(await stage.multisigs.readNow(elsewhere)).toMatchObject({ state: 'unreachable' })
  })
})
