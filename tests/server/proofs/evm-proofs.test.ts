import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { type SafeAccount, signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { openChains } from '#server/chains/open-chains.ts'
import { lookUpMultisig } from '#shared/api/look-up-multisig.ts'
import { EvmAttemptSchema } from '#shared/attempt.ts'
import { safeTypedData } from '#shared/safe-message.ts'
import { mineBlock, readLatestBlock } from '#tests/support/evm-contracts.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import {
  ALWAYS_REVERTS,
  ALWAYS_YES,
  ETHEREUM,
  evmCalls,
  getKey,
  getSecret,
  startSafeWorld,
} from '../http/evm-harness.ts'
import { newConfirmation, start } from '../http/multisig-harness.ts'
import { getBody, send } from '../http/requesting-harness.ts'
import { getFacts, getResults, findLinked, readProof, verifyLink } from './proof-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const world = shareAmongTests(startSafeWorld)
let server: TestServer
let calls: ReturnType<typeof evmCalls>
let ada: string
let ilya: string

beforeEach(async () => {
  server = await world().startServer()
  calls = evmCalls(server)
  ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
})

const [one, two, three] = [getKey(1), getKey(2), getKey(3)]
const CONTRACT = '0x00000000000000000000000000000000C0FFEE01'

/** Ada's cosigning for the Safe; her linked wallet is the first owner. */
async function startCosigning(safe: SafeAccount): Promise<string> {
  await calls.link(ada, one)
  const body = { family: 'evm', address: safe.address }
  const found = await getBody(
    await send(server, lookUpMultisig, { token: ada, body }),
    lookUpMultisig,
  )
  const [multisig] = found.multisigs
  if (!multisig) throw new Error('the Safe was not recognised')
  return (await start(server, ada, multisig)).code
}

async function confirm(token: string, code: string, key: typeof one): Promise<void> {
  const { id } = await newConfirmation(server, token, { family: 'evm', code, showsName: true })
  const { json } = await calls.fix(token, id, key)
  const { message, signsFor } = v.parse(EvmAttemptSchema, json)
  const signature =
    signsFor === null
      ? await key.signMessage({ message: message ?? '' })
      : await key.signTypedData(safeTypedData(signsFor, message ?? ''))
  expect((await calls.prove(token, id, signature)).status).toBe(201)
}

const name = (address: string) => `eip155:${ETHEREUM}:${address}`
const read = async (walletId: string): Promise<unknown> =>
  (await readProof(server, walletId)).json()

describe('the proof of an EVM account', () => {
  test('a key’s signature verifies for anyone, and for this account alone', async () => {
    const { attempt } = await calls.link(ada, one)
    const text = await (await readProof(server, attempt.wallet?.id ?? '')).text()
    const verdict = await verifyProof(text, { now: server.clock.now })
    expect(getResults(verdict)).toEqual({ message: 'passed', signature: 'passed', time: 'passed' })
    expect(getFacts(verdict)).toMatchObject({
      claim: {
        type: 'evm-message',
        wallet: name(one.address),
        telegramId: String(ADA.id),
        word: 'key',
      },
    })
    const forged = text.replace(`"${ADA.id}"`, `"${ILYA.id}"`)
    expect(getFacts(await verifyProof(forged, { now: server.clock.now }))).toBeNull()
  })

  test('attack: a signature in another spelling has the proof of the usual one', async () => {
    const { id, message } = await calls.fixed(ada, one)
    const signature = await one.signMessage({ message })
    const last = Number.parseInt(signature.slice(-2), 16) - 27
    const rebased = `${signature.slice(0, -2)}0${last}`
    expect((await calls.prove(ada, id, rebased)).status).toBe(201)
    const { id: walletId } = await findLinked(server, ada)
    expect(await read(walletId)).toMatchObject({ evidence: { signature } })
    expect(getFacts(await verifyLink(server, walletId))).not.toBeNull()
  })

  test('what a contract accepted is in its proof, with the block', async () => {
    await world().setCode(CONTRACT, ALWAYS_YES)
    const { id } = await calls.fixed(ada, { address: CONTRACT })
    expect((await calls.prove(ada, id, '0x1234')).status).toBe(201)
    const { id: walletId } = await findLinked(server, ada)
    const proof = await read(walletId)
    const evidence = { type: 'evm-contract', signature: '0x1234' }
    expect(proof).toMatchObject({ wallet: name(CONTRACT), evidence })
    expect(proof).toHaveProperty('evidence.block.hash', expect.stringMatching(/^0x[0-9a-f]{64}$/))
    const verdict = await verifyLink(server, walletId)
    expect(getResults(verdict)).toEqual({
      message: 'passed',
      acceptance: 'open',
      'acceptance-now': 'open',
      time: 'passed',
    })
    expect(verdict.verdict).toBe('open')
  })
})

describe('the proof of a Safe', () => {
  const SIGNED = {
    message: 'passed',
    signatures: 'passed',
    owners: 'open',
    'owners-now': 'open',
    time: 'passed',
  }

  test('a Safe whose whole signature came in one answer is proven by its owners’ signatures', async () => {
    const safe = await world().createSafe()
    const { id, message } = await calls.fixed(ada, safe)
    const signature = await signAsSafe(safe, message, [getSecret(3), getSecret(1)])
    expect((await calls.prove(ada, id, signature)).status).toBe(201)
    const verdict = await verifyLink(server, (await findLinked(server, ada)).id)
    expect(getResults(verdict)).toEqual(SIGNED)
    expect(getFacts(verdict)).toMatchObject({
      claim: {
        type: 'safe',
        wallet: name(safe.address),
        telegramId: String(ADA.id),
        owners: { signed: 2, of: 3, needed: 2 },
      },
    })
  })

  test('a Safe whose owners signed one by one is proven by the same', async () => {
    const safe = await world().createSafe()
    const code = await startCosigning(safe)
    await confirm(ilya, code, two)
    await confirm(ada, code, one)
    const { id } = await findLinked(server, ada)
    const verdict = await verifyLink(server, id)
    expect(getResults(verdict)).toEqual(SIGNED)
    expect(getFacts(verdict)).toMatchObject({
      claim: { type: 'safe', telegramId: String(ADA.id) },
    })
    const owners = [one, two, three].map(({ address }) => address)
    expect(await read(id)).toMatchObject({ evidence: { owners, threshold: 2 } })
  })

  test('a Safe whose owners signed on the chain is proven as a contract, with an empty signature', async () => {
    const safe = await world().createSafe()
    const { id, message } = await calls.fixed(ada, safe)
    await world().safes.signOnChain(safe, message, [getSecret(1), getSecret(2)])
    expect((await calls.prove(ada, id, '0x')).status).toBe(201)
    const { id: walletId } = await findLinked(server, ada)
    expect(await read(walletId)).toMatchObject({
      evidence: { type: 'evm-contract', signature: '0x' },
    })
    expect((await verifyLink(server, walletId)).verdict).toBe('open')
  })

  test('a Safe that cannot check signatures is proven by what its owners agreed to', async () => {
    const safe = await world().createSafe({ handler: 'none' })
    const code = await startCosigning(safe)
    await confirm(ilya, code, two)
    await confirm(ada, code, one)
    const verdict = await verifyLink(server, (await findLinked(server, ilya)).id)
    expect(getResults(verdict)).toEqual({
      agreements: 'passed',
      owners: 'open',
      'owners-now': 'open',
      time: 'passed',
    })
    expect(getFacts(verdict)).toMatchObject({
      claim: {
        type: 'quorum',
        wallet: name(safe.address),
        telegramId: String(ILYA.id),
        owners: { signed: 2, of: 3, needed: 2 },
      },
    })
  })
})

/** Verifies with the chain of the world(). */
const verifyOnChain = (text: string) =>
  verifyProof(text, {
    now: server.clock.now,
    openChains: (wallet) =>
      openChains(wallet, { evmRpcUrl: world().anvil.url, tonApiUrl: null, fetch }),
  })
const readText = async () => (await readProof(server, (await findLinked(server, ada)).id)).text()

async function linkContract(): Promise<string> {
  await world().setCode(CONTRACT, ALWAYS_YES)
  const { id } = await calls.fixed(ada, { address: CONTRACT })
  expect((await calls.prove(ada, id, '0x1234')).status).toBe(201)
  return readText()
}

async function linkSafe(): Promise<{ safe: SafeAccount; text: string }> {
  const safe = await world().createSafe()
  const { id, message } = await calls.fixed(ada, safe)
  const signature = await signAsSafe(safe, message, [getSecret(3), getSecret(1)])
  expect((await calls.prove(ada, id, signature)).status).toBe(201)
  return { safe, text: await readText() }
}

describe('the proof of a contract account, verified with its chain', () => {
  test('what a contract accepted then is true when it refuses now, and both are said', async () => {
    const text = await linkContract()
    const whole = await verifyOnChain(text)
    expect(getResults(whole)).toEqual({
      message: 'passed',
      acceptance: 'passed',
      'acceptance-now': 'passed',
      time: 'passed',
    })
    expect(whole.verdict).toBe('proven')
    await mineBlock(world().anvil)
    await world().setCode(CONTRACT, ALWAYS_REVERTS)
    const later = await verifyOnChain(text)
    expect(getResults(later)).toMatchObject({ acceptance: 'passed', 'acceptance-now': 'failed' })
    expect(later.verdict).toBe('outdated')
  })

  test('a Safe whose owners have changed since was theirs then, and is not now', async () => {
    const { safe, text } = await linkSafe()
    const whole = await verifyOnChain(text)
    expect(getResults(whole)).toMatchObject({ owners: 'passed', 'owners-now': 'passed' })
    const stranger = getKey(9).address
    await world().safes.swapOwner(safe, { from: three.address, to: stranger }, [
      getSecret(1),
      getSecret(2),
    ])
    const later = await verifyOnChain(text)
    expect(getResults(later)).toMatchObject({ owners: 'passed', 'owners-now': 'failed' })
    expect(later.verdict).toBe('outdated')
  })

  test('attack: a block at which the Safe had other owners does not hold', async () => {
    const { safe, text } = await linkSafe()
    const stranger = getKey(9).address
    await world().safes.swapOwner(safe, { from: three.address, to: stranger }, [
      getSecret(1),
      getSecret(2),
    ])
    const { number, hash } = await readLatestBlock(world().anvil)
    const moved = changeBlock(text, { number, hash })
    expect(getResults(await verifyOnChain(moved))).toMatchObject({
      owners: 'failed',
    })
  })

  test('attack: a block whose number is not that of its hash shows nothing', async () => {
    const text = await linkContract()
    const { number, hash } = await readLatestBlock(world().anvil)
    const moved = changeBlock(text, { number: number + 1, hash })
    expect(getFacts(await verifyOnChain(moved))).toBeNull()
  })

  test('a block that the endpoint does not know leaves the answer open', async () => {
    const text = await linkContract()
    const moved = changeBlock(text, { number: 1, hash: `0x${'ab'.repeat(32)}` })
    const verdict = await verifyOnChain(moved)
    expect(getResults(verdict)).toMatchObject({ acceptance: 'open' })
    expect(verdict.verdict).toBe('open')
  })
})

function changeBlock(text: string, block: { number: number; hash: string }): string {
  const changed = text.replace(/"block":\{[^}]*\}/, `"block":${JSON.stringify(block)}`)
  expect(changed).not.toBe(text)
  return changed
}
