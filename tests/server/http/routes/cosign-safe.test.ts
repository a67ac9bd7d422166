import { beforeEach, describe, expect, test } from 'vitest'
import type { PrivateKeyAccount } from 'viem/accounts'
import * as v from 'valibot'
import { type SafeAccount, signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { createTicket } from '#shared/api/create-ticket.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getMultisig } from '#shared/api/get-multisig.ts'
import { lookUpMultisig } from '#shared/api/look-up-multisig.ts'
import { startCosigning as startCosigningCall } from '#shared/api/start-cosigning.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { type EvmAttempt, EvmAttemptSchema } from '#shared/attempt.ts'
import type { Cosigning } from '#shared/multisig.ts'
import { safeTypedData } from '#shared/safe-message.ts'
import { delegationTo, placeHandler } from '#tests/support/evm-contracts.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { getBody, getProblem, send } from '../requesting-harness.ts'
import {
  ALWAYS_YES,
  BASE,
  getCode,
  ETHEREUM,
  evmCalls,
  getKey,
  getSecret,
  startSafeWorld,
} from '../evm-harness.ts'
import { readAttempt, newConfirmation, see, start } from '../multisig-harness.ts'
import { ADA, ILYA, NEGAR } from '#tests/support/people.ts'

const MINUTE_MS = 60_000
const THREE_DAYS_MS = 72 * 60 * MINUTE_MS

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

/** Owners' keys, by number. */
const [one, two, three, stranger] = [getKey(1), getKey(2), getKey(3), getKey(9)]

const lookUp = (token: string, address: string, chainId?: number) =>
  send(server, lookUpMultisig, { token, body: { family: 'evm', address, chainId } })

async function recognised(safe: SafeAccount) {
  const found = await getBody(await lookUp(ada, safe.address), lookUpMultisig)
  const [multisig] = found.multisigs
  if (!multisig) throw new Error('the Safe was not recognised')
  return multisig
}

/** Ada's cosigning: her linked wallet is the first owner. */
async function startCosigning(safe: SafeAccount): Promise<Cosigning> {
  await calls.link(ada, one)
  return start(server, ada, await recognised(safe))
}

async function evmConfirmation(
  token: string,
  code: string,
  showsName = false,
): Promise<EvmAttempt> {
  return v.parse(
    EvmAttemptSchema,
    await newConfirmation(server, token, { family: 'evm', code, showsName }),
  )
}

/** The signature of an owner's wallet for the data that the page requests. */
function signConfirmation(key: PrivateKeyAccount, { message, signsFor }: EvmAttempt) {
  if (message === null || signsFor === null) throw new Error('there is nothing to sign')
  return key.signTypedData(safeTypedData(signsFor, message))
}

async function fixedConfirmation(
  token: string,
  code: string,
  key: { address: string; chainId?: number },
) {
  const { id } = await evmConfirmation(token, code)
  return v.parse(EvmAttemptSchema, (await calls.fix(token, id, key)).json)
}

async function confirmAs(token: string, code: string, key: PrivateKeyAccount) {
  const attempt = await fixedConfirmation(token, code, key)
  return calls.prove(token, attempt.id, await signConfirmation(key, attempt))
}

async function linkedSafe(token: string) {
  const me = await getBody(await send(server, getMe, { token }), getMe)
  return me.wallets.find(({ kind }) => kind === 'safe')
}

/** A 2 of 2 or 2 of 3 whose owners are contracts, or all but one. */
async function createKeylessSafe(isMixed: boolean) {
  const inner = [await world().createSafe(), await world().createSafe()].map(
    ({ address }) => address,
  )
  return world().createSafe({ owners: isMixed ? [one.address, ...inner] : inner })
}

describe('the call for an owner’s confirmation for a Safe', () => {
  test('a confirmation signs the cosigning’s text, for this very Safe', async () => {
    const safe = await world().createSafe()
    const cosigning = await startCosigning(safe)
    if (cosigning.method !== 'signatures') throw new Error('its owners sign')
    const { code, message } = cosigning
    const { id } = await evmConfirmation(ilya, code)
    const { status, json } = await calls.fix(ilya, id, two)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      state: 'awaiting-signature',
      confirmsCode: code,
      cosigningCode: null,
      account: { address: two.address, chainId: ETHEREUM },
      signsFor: { address: safe.address, chainId: ETHEREUM },
      signIn: null,
      multisig: null,
      message,
    })
    expect(message).toContain(safe.address)
    expect(message).toContain('@ada')
    expect(message).not.toContain('@ilya')
  })

  test('links the Safe with the others’ confirmations to its starter alone, at account level, bound to the hash', async () => {
    const safe = await world().createSafe()
    const { code } = await startCosigning(safe)
    const given = await confirmAs(ilya, code, two)
    expect(given.status).toBe(201)
    expect(given.json).toMatchObject({ state: 'cosigned', wallet: null })
    expect(await see(server, ada, code)).toMatchObject({ signed: 1, state: 'open' })
    expect((await confirmAs(ada, code, one)).status).toBe(201)
    expect((await see(server, ilya, code)).state).toBe('complete')
    expect(await linkedSafe(ada)).toMatchObject({
      kind: 'safe',
      address: safe.address,
      chainId: ETHEREUM,
      level: 'account',
      binding: 'hash',
      keySource: 'contract',
      staleAt: null,
      multisig: { threshold: 2, ownerCount: 3, version: '1.4.1', modules: 0, guard: false },
    })
    expect(await linkedSafe(ilya)).toBeUndefined()
    const { id } = await recognised(safe)
    const seen = await getBody(await send(server, getMultisig, { token: ada, id }), getMultisig)
    expect(seen).toMatchObject({ level: 'account', attainable: 'account' })
    const ofIlya = await getBody(await send(server, getMultisig, { token: ilya, id }), getMultisig)
    expect(ofIlya.level).toBeNull()
  })

  test('confirms in the browser, in a session for its one attempt', async () => {
    const { code } = await startCosigning(await world().createSafe())
    const { id } = await evmConfirmation(ilya, code)
    const made = await send(server, createTicket, { token: ilya, id })
    const { ticket } = await getBody(made, createTicket)
    const opened = await send(server, openTicketSession, { token: '', body: { ticket } })
    const { token } = await getBody(opened, openTicketSession)
    const attempt = v.parse(EvmAttemptSchema, (await calls.fix(token, id, two)).json)
    expect(attempt.signsFor).not.toBeNull()
    const given = await calls.prove(token, id, await signConfirmation(two, attempt))
    expect(given.status).toBe(201)
    expect((await see(server, ada, code)).signed).toBe(1)
    const other = await server.call('GET', `/api/cosign/${code}`, { token })
    expect(await getProblem(other)).toBe('session-limited')
  })

  test('refuses an account that is no owner, and the attempt stays for the right one', async () => {
    const { code } = await startCosigning(await world().createSafe())
    const { id } = await evmConfirmation(ilya, code)
    const refused = await calls.fix(ilya, id, stranger)
    expect(refused.status).toBe(422)
    expect(getCode(refused)).toBe('cosign-not-owner')
    expect((await readAttempt(server, ilya, id)).state).toBe('created')
    expect((await calls.fix(ilya, id, two)).status).toBe(200)
  })

  test('attack: a stranger without any key asks which owners are members here, and learns nothing before a proof', async () => {
    const { code } = await startCosigning(await world().createSafe())
    const negar = await server.signIn(NEGAR)
    await calls.link(negar, three)
    const attempt = await fixedConfirmation(ilya, code, three)
    const given = await calls.prove(ilya, attempt.id, await signConfirmation(three, attempt))
    expect(given).toMatchObject({ status: 201, json: { state: 'cosigned' } })
    expect((await confirmAs(negar, code, three)).status).toBe(201)
    expect((await see(server, negar, code)).signedAs).toBe(three.address)
    expect((await see(server, ilya, code)).signedAs).toBeNull()
  })

  test('attack: a stranger with an owner’s published signature blocks no owner, sees no name and takes nothing back', async () => {
    const { code } = await startCosigning(await world().createSafe({ threshold: 3 }))
    const negar = await server.signIn(NEGAR)
    const stranger = await fixedConfirmation(negar, code, two)
    const published = await signConfirmation(two, stranger)
    expect((await calls.prove(negar, stranger.id, published)).status).toBe(201)
    // The owner is not linked yet, so the signature still counts without a name.
    expect((await confirmAs(ilya, code, two)).status).toBe(201)
    expect(await see(server, ilya, code)).toMatchObject({ signed: 1, signedAs: null })
    await calls.link(ilya, two)
    expect((await confirmAs(ilya, code, two)).status).toBe(201)
    expect(await see(server, ilya, code)).toMatchObject({ signed: 1, signedAs: two.address })
    const seen = await see(server, negar, code)
    expect(seen).toMatchObject({ signed: 1, signedAs: null })
    expect(seen.owners.every(({ person, mine }) => person === null && !mine)).toBe(true)
    const path = `/api/cosign/${code}/confirmation`
    expect((await server.call('DELETE', path, { token: negar })).status).toBe(404)
    expect((await server.call('DELETE', path, { token: ilya })).status).toBe(204)
  })

  test('counts an owner without a name whose wallet another account links while it signs', async () => {
    const { code } = await startCosigning(await world().createSafe())
    const attempt = await fixedConfirmation(ilya, code, three)
    await calls.link(await server.signIn(NEGAR), three)
    const given = await calls.prove(ilya, attempt.id, await signConfirmation(three, attempt))
    expect(given.status).toBe(201)
    expect(await see(server, ilya, code)).toMatchObject({ signed: 1, signedAs: null })
  })

  test('refuses an agreement before the signature where another account has agreed for the owner', async () => {
    const { code } = await startCosigning(await world().createSafe({ handler: 'none' }))
    const attempt = await fixedConfirmation(ilya, code, two)
    const signature = await two.signMessage({ message: attempt.message ?? '' })
    expect((await calls.prove(ilya, attempt.id, signature)).status).toBe(201)
    const negar = await server.signIn(NEGAR)
    const { id } = await evmConfirmation(negar, code)
    expect(getCode(await calls.fix(negar, id, two))).toBe('cosign-owner-taken')
    expect((await calls.fix(negar, id, three)).status).toBe(200)
  })

  test('accepts an agreement by a wallet that another account has linked, because its text names who agrees', async () => {
    const { code } = await startCosigning(await world().createSafe({ handler: 'none' }))
    await calls.link(await server.signIn(NEGAR), three)
    const attempt = await fixedConfirmation(ilya, code, three)
    const signature = await three.signMessage({ message: attempt.message ?? '' })
    expect((await calls.prove(ilya, attempt.id, signature)).status).toBe(201)
  })

  test('refuses an owner that is a contract itself', async () => {
    const inner = await world().createSafe()
    const safe = await world().createSafe({ owners: [one.address, inner.address], threshold: 1 })
    const { code } = await startCosigning(safe)
    const { id } = await evmConfirmation(ilya, code)
    expect(getCode(await calls.fix(ilya, id, inner))).toBe('cosign-owner-contract')
    expect((await readAttempt(server, ilya, id)).state).toBe('created')
  })

  describe('a Safe with fewer keys among its owners than its threshold', () => {
    test.each([
      ['every owner is a contract', false],
      ['one of two owners needed is a key', true],
    ])('signs as a whole only, and the answer says so (%s)', async (_, isMixed) => {
      const { address } = await createKeylessSafe(isMixed)
      const { id } = await server.newEvmAttempt(ada)
      const { status, json } = await calls.fix(ada, id, { address })
      expect(status).toBe(200)
      expect(json).toMatchObject({
        state: 'awaiting-signature',
        setback: 'cosign-no-keys',
        cosigningCode: null,
        multisig: { address },
      })
      expect(await readAttempt(server, ada, id)).not.toHaveProperty('setback')
    })

    test('has no cosigning started by the owner who has a key', async () => {
      const safe = await createKeylessSafe(true)
      await calls.link(ada, one)
      const { id } = await recognised(safe)
      const started = await send(server, startCosigningCall, { token: ada, id, body: {} })
      expect(await getProblem(started)).toBe('cosign-no-keys')
    })
  })

  test('counts an owner whose key has lent its address a contract’s code', async () => {
    const owner = getKey(77)
    const safe = await world().createSafe({ owners: [one.address, owner.address], threshold: 1 })
    await world().setCode(owner.address, delegationTo(safe.address))
    const { code } = await startCosigning(safe)
    expect((await confirmAs(ilya, code, owner)).status).toBe(201)
    expect((await see(server, ada, code)).state).toBe('complete')
  })

  test('a confirmation for a Safe without the handler is the owner’s own agreement', async () => {
    const safe = await world().createSafe({ handler: 'none' })
    const { code, method } = await startCosigning(safe)
    expect(method).toBe('agreements')
    for (const [token, key, name] of [
      [ilya, two, '@ilya'],
      [ada, one, '@ada'],
    ] as const) {
      const attempt = await fixedConfirmation(token, code, key)
      expect(attempt.signsFor).toBeNull()
      expect(attempt.message).toContain(safe.address)
      expect(attempt.message).toContain(name)
      const signature = await key.signMessage({ message: attempt.message ?? '' })
      expect((await calls.prove(token, attempt.id, signature)).status).toBe(201)
    }
    for (const token of [ada, ilya])
      expect(await linkedSafe(token)).toMatchObject({ level: 'quorum', binding: 'text' })
  })

  test('attack: a contract on another chain confirms an owner', async () => {
    const { code } = await startCosigning(await world().createSafe({ handler: 'none' }))
    await world().setCodeOn(BASE, two.address, ALWAYS_YES)
    const attempt = await fixedConfirmation(ilya, code, { address: two.address, chainId: BASE })
    const given = await calls.prove(ilya, attempt.id, `0x${'11'.repeat(65)}`)
    expect(getCode(given)).toBe('cosign-owner-contract')
    expect(await see(server, ada, code)).toMatchObject({ signed: 0, state: 'open' })
    await world().setCodeOn(BASE, two.address, '0x')
  })
})

describe('attack: a signature', () => {
  const wrong: [string, (attempt: EvmAttempt) => Promise<string>][] = [
    ['by a key that is no owner', (attempt) => signConfirmation(stranger, attempt)],
    ['by another owner', (attempt) => signConfirmation(three, attempt)],
    ['of the text itself', ({ message }) => two.signMessage({ message: message ?? '' })],
    [
      'for another Safe',
      (attempt) =>
        signConfirmation(two, {
          ...attempt,
          signsFor: { address: one.address, chainId: ETHEREUM },
        }),
    ],
    [
      'for another chain',
      ({ signsFor, ...attempt }) =>
        signConfirmation(two, { ...attempt, signsFor: signsFor && { ...signsFor, chainId: BASE } }),
    ],
    [
      'of a text for another user',
      ({ message, ...attempt }) =>
        signConfirmation(two, { ...attempt, message: message?.replace('@ada', '@ilya') ?? null }),
    ],
  ]

  test.each(wrong)('%s is refused, and ends the attempt alone', async (_, sign) => {
    const { code } = await startCosigning(await world().createSafe())
    const attempt = await fixedConfirmation(ilya, code, two)
    const given = await calls.prove(ilya, attempt.id, await sign(attempt))
    expect(given.status).toBe(422)
    expect(getCode(given)).toBe('evm-signature-invalid')
    expect((await readAttempt(server, ilya, attempt.id)).state).toBe('failed')
    expect(await see(server, ada, code)).toMatchObject({ signed: 0, state: 'open' })
    expect((await confirmAs(ilya, code, two)).status).toBe(201)
  })

  test.each([
    ['empty', '0x'],
    ['of a contract', `0x${'00'.repeat(64)}00${'11'.repeat(32)}`],
    ['an approval on the chain', `0x${'00'.repeat(12)}${two.address.slice(2)}${'00'.repeat(32)}01`],
    ['of a hash by eth_sign', `0x${'11'.repeat(64)}1f`],
  ])('%s is refused', async (_, signature) => {
    const { code } = await startCosigning(await world().createSafe())
    const attempt = await fixedConfirmation(ilya, code, two)
    const given = await calls.prove(ilya, attempt.id, signature)
    expect(given.status).toBe(422)
    expect(getCode(given)).toMatch(/^evm-signature-/)
    expect((await see(server, ada, code)).signed).toBe(0)
  })

  test('of a confirmation is no proof of the owner’s own wallet, nor of a confirmation elsewhere', async () => {
    const [first, second] = [await world().createSafe(), await world().createSafe()]
    const { code } = await startCosigning(first)
    const attempt = await fixedConfirmation(ilya, code, two)
    const signature = await signConfirmation(two, attempt)
    const own = await calls.fixed(ilya, two)
    expect(getCode(await calls.prove(ilya, own.id, signature))).toBe('evm-signature-invalid')
    const other = await start(server, ada, await recognised(second))
    const elsewhere = await fixedConfirmation(ilya, other.code, two)
    expect(getCode(await calls.prove(ilya, elsewhere.id, signature))).toBe('evm-signature-invalid')
    expect(await calls.getWallets(ilya)).toEqual([])
  })

  test('sent twice is taken once', async () => {
    const { code } = await startCosigning(await world().createSafe())
    const attempt = await fixedConfirmation(ilya, code, two)
    const signature = await signConfirmation(two, attempt)
    const both = await Promise.all([1, 2].map(() => calls.prove(ilya, attempt.id, signature)))
    expect(both.map(({ status }) => status)).toContain(201)
    expect(getCode(await calls.prove(ilya, attempt.id, signature))).toBe('attempt-settled')
    expect((await see(server, ada, code)).signed).toBe(1)
  })

  test('of an owner who was swapped since is refused', async () => {
    const safe = await world().createSafe()
    const { code } = await startCosigning(safe)
    const attempt = await fixedConfirmation(ilya, code, two)
    const signature = await signConfirmation(two, attempt)
    await world().safes.swapOwner(safe, { from: two.address, to: getKey(5).address }, [
      getSecret(1),
      getSecret(3),
    ])
    expect(getCode(await calls.prove(ilya, attempt.id, signature))).toBe('cosign-not-owner')
  })

  test('while the chain is down is neither right nor lost', async () => {
    const { code } = await startCosigning(await world().createSafe({ threshold: 1 }))
    const attempt = await fixedConfirmation(ilya, code, two)
    const signature = await signConfirmation(two, attempt)
    world().rpc.isUp = false
    const silent = await calls.prove(ilya, attempt.id, signature)
    expect([201, 503]).toContain(silent.status)
    expect((await see(server, ada, code)).state).toBe('open')
    expect(await linkedSafe(ada)).toBeUndefined()
    world().rpc.isUp = true
    const again = await server.store.findCosigning(code, server.clock.now)
    if (again) await server.cosignings.settle(again)
    expect((await see(server, ada, code)).state).toBe('complete')
  })
})

async function connected(safe: SafeAccount): Promise<EvmAttempt> {
  const { id } = await server.newEvmAttempt(ada)
  return v.parse(EvmAttemptSchema, (await calls.fix(ada, id, safe)).json)
}

describe('a Safe that is connected as a wallet', () => {
  test('is recognised, and its owners have three days to sign one by one', async () => {
    const safe = await world().createSafe()
    const attempt = await connected(safe)
    expect(attempt).toMatchObject({
      state: 'awaiting-signature',
      signsFor: null,
      signIn: null,
      confirmsCode: null,
      multisig: { kind: 'safe', address: safe.address, threshold: 2, ownerCount: 3, canSign: true },
    })
    expect(Date.parse(attempt.expiresAt) - server.clock.now).toBe(THREE_DAYS_MS)
    expect(attempt.message).toContain(attempt.expiresAt)
    const code = attempt.cosigningCode ?? ''
    const seen = await see(server, ilya, code)
    expect(seen).toMatchObject({ message: attempt.message, method: 'signatures', mine: false })
    expect(await readAttempt(server, ada, attempt.id)).toEqual(attempt)
    await confirmAs(ilya, code, two)
    expect((await confirmAs(ada, code, one)).status).toBe(201)
    const linked = await readAttempt(server, ada, attempt.id)
    expect(linked).toMatchObject({ state: 'linked', wallet: { kind: 'safe', binding: 'hash' } })
  })

  test('a Safe may answer for itself as before, which completes its cosigning', async () => {
    const safe = await world().createSafe()
    const { id, message, cosigningCode } = await connected(safe)
    const signature = await signAsSafe(safe, message ?? '', [getSecret(1), getSecret(2)])
    const given = await calls.prove(ada, id, signature)
    expect(given.status).toBe(201)
    expect(given.json).toMatchObject({
      state: 'linked',
      multisig: { address: safe.address },
      wallet: { kind: 'safe', level: 'account', binding: 'hash', multisig: { threshold: 2 } },
    })
    expect((await see(server, ilya, cosigningCode ?? '')).state).toBe('complete')
  })

  test('a wrong answer of a Safe ends no cosigning', async () => {
    const safe = await world().createSafe()
    const { id, message, cosigningCode } = await connected(safe)
    const half = await signAsSafe(safe, message ?? '', [getSecret(1)])
    expect(getCode(await calls.prove(ada, id, half))).toBe('evm-contract-refused')
    expect((await readAttempt(server, ada, id)).state).toBe('awaiting-signature')
    expect((await see(server, ilya, cosigningCode ?? '')).state).toBe('open')
  })

  test('an attempt has minutes again when another account replaces the Safe, and its cosigning is over', async () => {
    const { id, cosigningCode } = await connected(await world().createSafe())
    const plain = v.parse(EvmAttemptSchema, (await calls.fix(ada, id, two)).json)
    expect(plain).toMatchObject({ multisig: null, cosigningCode: null })
    expect(Date.parse(plain.expiresAt) - server.clock.now).toBe(10 * MINUTE_MS)
    expect(plain.message).toContain(plain.expiresAt)
    expect((await see(server, ilya, cosigningCode ?? '')).state).toBe('cancelled')
    const other = await world().createSafe()
    const again = v.parse(EvmAttemptSchema, (await calls.fix(ada, id, other)).json)
    expect(again.multisig?.address).toBe(other.address)
    expect(again.cosigningCode).not.toBe(cosigningCode)
    expect((await see(server, ilya, again.cosigningCode ?? '')).state).toBe('open')
  })

  test('a Safe that is connected twice has one cosigning', async () => {
    const safe = await world().createSafe()
    const first = await connected(safe)
    const second = await connected(safe)
    expect(second).toMatchObject({ cosigningCode: null, multisig: { address: safe.address } })
    expect(Date.parse(second.expiresAt) - server.clock.now).toBe(10 * MINUTE_MS)
    expect((await see(server, ada, first.cosigningCode ?? '')).state).toBe('open')
  })

  test('is recognised without a cosigning when it cannot sign', async () => {
    const safe = await world().createSafe({ handler: 'none' })
    const attempt = await connected(safe)
    expect(attempt).toMatchObject({ cosigningCode: null, multisig: { canSign: false } })
  })

  test('attack: is of well-known owners, and its handler says yes to everyone', async () => {
    const safe = await world().createSafe()
    const handler = { address: stranger.address, code: ALWAYS_YES } as const
    await placeHandler(world().anvil, safe.address, handler)
    const { id } = await connected(safe)
    const given = await calls.prove(ada, id, '0x')
    expect(given.json).toMatchObject({
      state: 'linked',
      multisig: null,
      wallet: { kind: 'contract', level: 'account', multisig: null },
    })
    expect(await linkedSafe(ada)).toBeUndefined()
    expect(await getBody(await send(server, getMe, { token: ada }), getMe)).toMatchObject({
      wallets: [{ kind: 'contract', multisig: null }],
    })
  })

  test('attack: is connected by a stranger, who would learn the names that its owners show to each other', async () => {
    const { cosigningCode } = await connected(await world().createSafe({ threshold: 3 }))
    const code = cosigningCode ?? ''
    const nameOfTwo = async (token: string) =>
      (await see(server, token, code)).owners.find(({ address }) => address === two.address)?.person
    const negar = await server.signIn(NEGAR)
    for (const [token, key] of [
      [ilya, two],
      [negar, three],
    ] as const) {
      await calls.link(token, key)
      const { id } = await evmConfirmation(token, code, true)
      const attempt = v.parse(EvmAttemptSchema, (await calls.fix(token, id, key)).json)
      expect((await calls.prove(token, id, await signConfirmation(key, attempt))).status).toBe(201)
    }
    expect(await nameOfTwo(negar)).toMatchObject({ firstName: 'Ilya' })
    expect(await nameOfTwo(ada)).toBeNull()
  })

  test('attack: Safes of all the world are connected, so that they are all asked about for days', async () => {
    const codes: (string | null)[] = []
    for (let round = 0; round < 6; round += 1) {
      const { id, cosigningCode, multisig } = await connected(await world().createSafe())
      expect(multisig).toMatchObject({ kind: 'safe' })
      codes.push(cosigningCode)
      await server.call('DELETE', `/api/attempts/${id}`, { token: ada })
    }
    expect(codes.slice(0, 5)).not.toContain(null)
    expect(codes[5]).toBeNull()
  })

  test('attack: gives wrong answers without end, each a query to its chain', async () => {
    const { id } = await connected(await world().createSafe())
    const codes: string[] = []
    for (let round = 0; round < 21; round += 1)
      codes.push(getCode(await calls.prove(ada, id, '0x')))
    expect(codes[0]).toBe('evm-contract-refused')
    expect(codes.at(-1)).toBe('rate-limited')
  })

  test('is a contract like any other when it is a lookalike', async () => {
    const owners = [one.address, two.address]
    const fake = await world().safes.createLookalike({ owners, threshold: 1, disguise: 'own-code' })
    const attempt = await connected(fake)
    expect(attempt).toMatchObject({ multisig: null, cosigningCode: null })
    expect(await getProblem(await lookUp(ada, fake.address))).toBe('multisig-lookalike')
  })

  test('is an account like any other, for now, while the chain is down', async () => {
    const safe = await world().createSafe()
    world().rpc.isUp = false
    expect(await connected(safe)).toMatchObject({
      state: 'awaiting-signature',
      multisig: null,
      cosigningCode: null,
    })
  })
})

describe('a Safe looked for by its address', () => {
  test('is found on the chain that it is on', async () => {
    const safe = await world().createSafe()
    const { multisigs } = await getBody(await lookUp(ilya, safe.address), lookUpMultisig)
    expect(multisigs).toMatchObject([{ chainId: ETHEREUM, kind: 'safe', version: '1.4.1' }])
    expect(await getProblem(await lookUp(ilya, safe.address, BASE))).toBe('multisig-not-found')
    expect(await getProblem(await lookUp(ilya, safe.address, 5))).toBe('evm-chain-unsupported')
    expect(await getProblem(await lookUp(ilya, 'treasury'))).toBe('evm-address-malformed')
  })

  test('is not looked for by a member whose first search is under way', async () => {
    const safe = await world().createSafe()
    const release = world().hold()
    const first = lookUp(ilya, safe.address)
    await expect.poll(() => world().rpc.asked).toBeGreaterThan(0)
    const second = await lookUp(ilya, safe.address)
    expect(second.headers.get('retry-after')).toBe('1')
    expect(await getProblem(second)).toBe('busy')
    release()
    expect((await first).status).toBe(200)
  })
})

test('the server says that EVM is off for a Safe’s code and id where the operator has turned EVM off', async () => {
  const safe = await world().createSafe()
  const { code, multisig } = await startCosigning(safe)
  await confirmAs(ilya, code, two)
  const off = await openTestServer({ store: server.store, evm: 'off' })
  const negar = await off.signIn(NEGAR)
  const adaThere = await off.signIn(ADA)
  for (const path of [`/api/cosign/${code}`, `/api/multisigs/${multisig.id}`])
    expect(await getProblem(await off.call('GET', path, { token: negar }))).toBe('evm-off')
  const me = await off.call('GET', '/api/me', { token: adaThere })
  expect(v.parse(getMe.response, await me.json()).cosignings).toEqual([])
  const start = await off.call('POST', `/api/multisigs/${multisig.id}/cosigning`, {
    token: adaThere,
    body: {},
  })
  expect(await getProblem(start)).toBe('evm-off')
  const given = await off.call('DELETE', `/api/cosign/${code}`, { token: adaThere })
  expect(given.status).toBe(204)
})
