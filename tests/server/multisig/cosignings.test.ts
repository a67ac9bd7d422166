import { describe, expect, test } from 'vitest'
import type { StoredUser } from '#server/store/database/stored.ts'
import { COSIGNING_TTL_MS, WALLETS_PER_USER } from '#shared/limits.ts'
import { listCalls } from '#tests/support/function-calls.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { newRequest, proveByText, sampleApiKey, sampleChat } from '#tests/support/store-samples.ts'
import { setCosigning, setStage, type MultisigStage, taken } from './multisig-stage.ts'
import { getOwner, startMultisigWorld } from './multisig-world.ts'

const [ann, ben, cem] = [getOwner(51), getOwner(52), getOwner(53)]

const world = shareAmongTests(startMultisigWorld)

async function countRecoveries(work: () => Promise<unknown>): Promise<number> {
  const calls = await listCalls(work)
  return calls.find(({ name }) => name === 'recoverSafeSigner')?.count ?? 0
}

const getUpdates = async (stage: MultisigStage, user: StoredUser) =>
  (await stage.update()).flatMap((event) =>
    event.type === 'cosigning.updated' && event.userId === user.id ? [event.update] : [],
  )

/** Starts a cosigning of a Safe of one for this request, and confirms it: the link answers the request. */
async function expectAnswered(stage: MultisigStage, starter: StoredUser, code: string) {
  const multisig = await stage.recognise(await world().createSafe([ann], 1))
  const asked = { multisigId: multisig.id, requestCode: code }
  const started = await stage.cosignings.start(starter, asked)
  if (!started.ok) throw new Error(started.code)
  taken(await stage.sign(starter, started.cosigning, ann))
  const linked = (await stage.getWallets(starter)).find(({ level }) => level === 'account')
  expect(await stage.store.findAnswer(code, starter.id)).toMatchObject({ walletId: linked?.id })
}

describe('a cosigning in which owners of a Safe sign its text', () => {
  test('links a Safe by two of three, on two Telegram accounts, to the starter, who is named', async () => {
    const stage = await setStage(world())
    const safe = await world().createSafe([ann, ben, cem], 2)
    const [starter, fellow] = [await stage.owner('Ann', ann), await stage.owner('Ben', ben)]
    const cosigning = await stage.started(starter, await stage.recognise(safe))
    expect(cosigning).toMatchObject({
      method: 'signatures',
      state: 'open',
      confirmations: [],
      expiresAt: stage.clock.now + COSIGNING_TTL_MS,
    })
    expect(await getUpdates(stage, fellow)).toEqual(['asked'])
    const first = taken(await stage.sign(starter, cosigning, ann))
    expect(first).toMatchObject({
      state: 'open',
      confirmations: [{ owner: ann.address, binding: 'hash' }],
    })
    const done = taken(await stage.sign(fellow, cosigning, ben))
    expect(done.state).toBe('complete')
    const linked = (await stage.getWallets(starter)).filter(({ level }) => level !== 'key')
    expect(linked).toMatchObject([
      {
        family: 'evm',
        kind: 'safe',
        chainId: 1,
        address: safe.address,
        level: 'account',
        binding: 'hash',
        keySource: 'contract',
        staleAt: null,
        multisig: { threshold: 2 },
      },
    ])
    expect(await stage.getWallets(fellow)).toHaveLength(1)
    expect(await stage.hostEvents()).toContain('multisig.completed')
  })

  test('links a Safe of one by the starter’s own confirmation', async () => {
    const { stage, starter, cosigning } = await setCosigning(world(), [ann], { threshold: 1 })
    const done = taken(await stage.sign(starter, cosigning, ann))
    expect(done.state).toBe('complete')
    expect(await stage.getWallets(starter)).toHaveLength(2)
  })

  test('the signature of a member whose wallet is not linked counts without a name', async () => {
    const { stage, starter, cosigning } = await setCosigning(world(), [ann, ben], { threshold: 2 })
    const fellow = await stage.member('Ben')
    taken(await stage.sign(fellow, cosigning, ben))
    expect(taken(await stage.sign(starter, cosigning, ann)).state).toBe('complete')
    expect(await getUpdates(stage, fellow)).toEqual(['completed'])
  })

  test('a Safe that refuses what its owners signed says why nothing is linked, until it accepts', async () => {
    const { stage, safe, starter, cosigning } = await setCosigning(world(), [ann, ben], {
      threshold: 1,
    })
    stage.reach.afterOwners(() => world().safes.changeThreshold(safe, 2, [ann.secret]))
    const refused = taken(await stage.sign(starter, cosigning, ann))
    expect(refused).toMatchObject({ state: 'open', problem: 'evm-contract-refused' })
    expect((await stage.found(cosigning.code)).problem).toBe('evm-contract-refused')
    // The server knows now that it needs two, and one has confirmed, so nothing is wrong.
    expect(await stage.cosignings.settle(cosigning)).toMatchObject({ problem: null })
    const done = taken(await stage.sign(await stage.member('Ben'), cosigning, ben))
    expect(done).toMatchObject({ state: 'complete' })
  })

  test('recovers a signature once when it is submitted, and for the link once when it is read back and once as evidence', async () => {
    const stage = await setStage(world())
    const starter = await stage.owner('Ann', ann)
    const fellow = await stage.owner('Ben', ben)
    const multisig = await stage.recognise(await world().createSafe([ann, ben, cem], 2))
    const cosigning = await stage.started(starter, multisig)
    expect(await countRecoveries(() => stage.sign(starter, cosigning, ann))).toBe(1)
    expect(await countRecoveries(() => stage.sign(fellow, cosigning, ben))).toBe(4)
    expect((await stage.found(cosigning.code)).state).toBe('complete')
  })

  test('answers the request that the cosigning was started for, by everybody who may', async () => {
    const stage = await setStage(world())
    const starter = await stage.owner('Ann', ann)
    const { id: keyId } = await sampleApiKey(stage.store)
    const wanted = newRequest({ keyId }, { families: ['evm'] })
    const { code } = await stage.store.createRequest(wanted)
    await expectAnswered(stage, starter, code)
  })

  test('answers a request for members of a chat, once Telegram says that the starter is one', async () => {
    const stage = await setStage(world())
    const starter = await stage.owner('Ann', ann)
    const { id: keyId } = await sampleApiKey(stage.store)
    const chat = await sampleChat(stage.store)
    const wanted = newRequest({ keyId }, { families: ['evm'], chat, membersOnly: true })
    const { code } = await stage.store.createRequest(wanted)
    stage.chats.addGroup({
      id: chat.telegramId,
      title: chat.title,
      members: [Number(starter.telegramId)],
    })
    await expectAnswered(stage, starter, code)
    expect(stage.chats.queries).toEqual([{ method: 'isMember', chat: chat.telegramId }])
  })
})

describe('quorum: owners of a Safe that cannot sign agree', () => {
  test('a Safe without handler goes to quorum, and links each who agreed', async () => {
    const stage = await setStage(world())
    const safe = await world().createSafe([ann, ben, cem], 2, { handler: 'none' })
    const [starter, fellow] = [await stage.owner('Ann', ann), await stage.owner('Ben', ben)]
    const cosigning = await stage.started(starter, await stage.recognise(safe))
    expect(cosigning.method).toBe('agreements')
    taken(await stage.agree(starter, cosigning, { owner: ann.address }))
    const done = taken(await stage.agree(fellow, cosigning, { owner: ben.address }))
    expect(done.state).toBe('complete')
    expect(stage.reach.verdicts()).toBe(0)
    for (const user of [starter, fellow]) {
      const linked = (await stage.getWallets(user)).filter(({ level }) => level !== 'key')
      expect(linked).toMatchObject([
        { kind: 'safe', chainId: 1, level: 'quorum', binding: 'text', keySource: 'owners' },
      ])
    }
  })
})

describe('the start of a cosigning', () => {
  test('is limited to a burst of five and ten a day', async () => {
    const stage = await setStage(world())
    const starter = await stage.owner('Ann', ann)
    const outcomes: string[] = []
    for (let round = 0; round < 7; round += 1) {
      const multisig = await stage.recognise(await world().createSafe([ann, ben], 2))
      const asked = { multisigId: multisig.id, requestCode: null }
      const started = await stage.cosignings.start(starter, asked)
      outcomes.push(started.ok ? 'started' : started.code)
      if (!started.ok) expect(started.retryAfterMs).toBeGreaterThan(60 * 60_000)
    }
    expect(outcomes.filter((outcome) => outcome === 'started')).toHaveLength(5)
    expect(outcomes.slice(5)).toEqual(['rate-limited', 'rate-limited'])
  })

  test('refuses a former owner, a Safe that is not known, and a starter without room', async () => {
    const stage = await setStage(world())
    const starter = await stage.owner('Ann', ann)
    const safe = await world().createSafe([ann, ben], 1)
    const multisig = await stage.recognise(safe)
    const start = (multisigId: string) =>
      stage.cosignings.start(starter, { multisigId, requestCode: null })
    expect(await start('AAAAAAAAAAAAAAAAAAAAAA')).toEqual({ ok: false, code: 'multisig-not-found' })
    for (let count = 1; count < WALLETS_PER_USER; count += 1)
      await proveByText(stage.store, starter.id)
    expect(await start(multisig.id)).toEqual({ ok: false, code: 'wallet-limit' })
    await world().safes.swapOwner(safe, { from: ann.address, to: cem.address }, [ben.secret])
    expect(await start(multisig.id)).toEqual({ ok: false, code: 'multisig-not-signer' })
  })

  test('opens no cosigning for a Safe where EVM is off by now', async () => {
    const stage = await setStage(world())
    const starter = await stage.owner('Ann', ann)
    const multisig = await stage.recognise(await world().createSafe([ann], 1))
    const off = await setStage(world(), { store: stage.store, isEvmOff: true })
    const asked = { multisigId: multisig.id, requestCode: null }
    expect(await off.cosignings.start(starter, asked)).toEqual({ ok: false, code: 'evm-off' })
  })
})

describe('the check of a confirming owner', () => {
  test('says who may confirm before any wallet signs', async () => {
    const { stage, starter, cosigning } = await setCosigning(world(), [ann, ben], { threshold: 2 })
    const checkOwner = (seen: typeof cosigning, address: string) =>
      stage.cosignings.checkOwner(seen, address)
    expect(await checkOwner(cosigning, ben.address)).toBeNull()
    expect(await checkOwner(cosigning, cem.address)).toBe('cosign-not-owner')
    await stage.store.cancelCosigning(cosigning.code, starter.id, stage.clock.now)
    expect(await checkOwner(await stage.found(cosigning.code), ben.address)).toBe('cosign-closed')
  })
})

test('a cosigning logs no address, no code and no text', async () => {
  const { stage, safe, starter, cosigning } = await setCosigning(world(), [ann, ben], {
    threshold: 2,
  })
  taken(await stage.sign(starter, cosigning, ann))
  taken(await stage.sign(await stage.member('Ben'), cosigning, ben))
  const logged = stage.logLines.join('')
  expect(logged).toContain('a multisig is linked')
  for (const secret of [safe.address, ann.address, cosigning.code, starter.telegramId])
    expect(logged.toLowerCase()).not.toContain(secret.toLowerCase())
})
