import { beforeEach, describe, expect, test } from 'vitest'
import { ATTEMPTS_PER_WINDOW } from '#shared/limits.ts'
import { cancelCosigning } from '#shared/api/cancel-cosigning.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { exportMe } from '#shared/api/export-me.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { getMe } from '#shared/api/get-me.ts'
import { withdrawConfirmation } from '#shared/api/withdraw-confirmation.ts'
import type { TonAttempt } from '#shared/attempt.ts'
import type { TonTextBinding } from '#shared/boot.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import { linkWallet, proofFor, textFor, getTonAddress } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { getBody, getProblem, send } from '../requesting-harness.ts'
import {
  agree,
  readAttempt,
  newConfirmation,
  placeMultisig,
  proveTon,
  see,
  start,
  tonMultisig,
  TREASURY,
} from '../multisig-harness.ts'
import { ADA, ILYA, NEGAR, ZEBULON } from '#tests/support/people.ts'

const MINUTE_MS = 60_000
const NOBODYS = `m1_${'n'.repeat(22)}`

let server: TestServer
let ada: string
let ilya: string
let negar: string
let code: string

/** Ada's cosigning for a multisig of seeds 1, 2 and 3, two of whom must agree. Her wallet is that of seed 1. */
async function startAll(tonText?: TonTextBinding): Promise<void> {
  server = await openTestServer({ ...(tonText && { tonText }) })
  ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
  negar = await server.signIn(NEGAR)
  await (tonText === 'require' ? linkByText(1) : linkWallet(server, ada))
  ;({ code } = await start(server, ada, await placeMultisig(server, tonMultisig([1, 2, 3]))))
}

async function linkByText(seed: number): Promise<void> {
  const attempt = await server.newAttempt(ada)
  await proveTon(server, ada, { attempt, seed })
  const body = textFor(server, { text: attempt.message ?? '', seed })
  const path = `/api/attempts/${attempt.id}/text`
  expect((await server.call('POST', path, { token: ada, body })).status).toBe(201)
}

beforeEach(() => startAll())

const getWallets = async (token: string) =>
  (await getBody(await send(server, getMe, { token }), getMe)).wallets
const pending = async (token: string) =>
  (await getBody(await send(server, getMe, { token }), getMe)).cosignings
const cancel = (token: string, id = code) => send(server, cancelCosigning, { token, id })
const withdraw = (token: string) => send(server, withdrawConfirmation, { token, id: code })
const tryConfirmation = (token: string, body: unknown) =>
  send(server, createAttempt, { token, body })

async function tonConfirmation(token: string): Promise<TonAttempt> {
  const attempt = await newConfirmation(server, token, { family: 'ton', code })
  if (attempt.family !== 'ton') throw new Error('a TON attempt was asked for')
  return attempt
}

describe('a fellow signer’s confirmation', () => {
  test('a confirmation is an attempt of its own, which ends as such and links nothing', async () => {
    const attempt = await tonConfirmation(ilya)
    expect(attempt).toMatchObject({ confirmsCode: code, cosigningCode: null, message: null })
    const given = await proveTon(server, ilya, { attempt, seed: 2 })
    expect(given.status).toBe(201)
    expect(await given.json()).toMatchObject({
      state: 'cosigned',
      wallet: null,
      confirmsCode: code,
    })
    expect(await getWallets(ilya)).toEqual([])
    expect(await see(server, ilya, code)).toMatchObject({
      signed: 1,
      signedAs: getTonAddress(2),
      mine: false,
      state: 'open',
    })
    expect((await see(server, ada, code)).owners.map(({ signed }) => signed)).toEqual([
      false,
      true,
      false,
    ])
  })

  test('the last confirmation links the multisig to those who agreed, at quorum', async () => {
    await agree(server, ada, { code, seed: 1 })
    await agree(server, ilya, { code, seed: 2 })
    expect((await see(server, ada, code)).state).toBe('complete')
    for (const token of [ada, ilya]) {
      const multisig = (await getWallets(token)).find(({ kind }) => kind === 'multisig-v2')
      expect(multisig).toMatchObject({
        address: TREASURY,
        level: 'quorum',
        binding: 'domain',
        keySource: 'owners',
        staleAt: null,
        multisig: { threshold: 2, ownerCount: 3, version: null, modules: 0, guard: false },
      })
    }
    expect(await getWallets(negar)).toEqual([])
  })

  test('is refused from a wallet that is no signer, and the attempt stays for the right one', async () => {
    const attempt = await tonConfirmation(ilya)
    const refused = await proveTon(server, ilya, { attempt, seed: 9 })
    expect(await getProblem(refused)).toBe('cosign-not-owner')
    expect((await readAttempt(server, ilya, attempt.id)).state).toBe('created')
    expect((await proveTon(server, ilya, { attempt, seed: 2 })).status).toBe(201)
  })

  test('attack: a proposer poses as a signer', async () => {
    server.clock.now += MINUTE_MS
    server.tonChain.setMultisig(TREASURY, tonMultisig([1, 3], { proposers: [getTonAddress(2)] }))
    expect(await getProblem(await agree(server, ilya, { code, seed: 2 }))).toBe('cosign-proposer')
    expect((await see(server, ada, code)).signed).toBe(0)
  })

  test('attack: a signer who was removed since confirms', async () => {
    const attempt = await tonConfirmation(ilya)
    server.tonChain.setMultisig(TREASURY, tonMultisig([1, 3, 4]))
    expect(await getProblem(await proveTon(server, ilya, { attempt, seed: 2 }))).toBe(
      'cosign-not-owner',
    )
  })

  test('attack: one signer confirms from two Telegram accounts', async () => {
    await agree(server, ilya, { code, seed: 2 })
    const again = await agree(server, negar, { code, seed: 2 })
    expect(await getProblem(again)).toBe('cosign-owner-taken')
    expect(await see(server, ada, code)).toMatchObject({ signed: 1, state: 'open' })
  })

  test('attack: a signer is led to prove the wallet in an attempt of somebody else, who has none', async () => {
    await linkWallet(server, ilya, 2)
    expect(await getProblem(await agree(server, negar, { code, seed: 2 }))).toBe(
      'cosign-owner-taken',
    )
    expect(await see(server, ada, code)).toMatchObject({ signed: 0, state: 'open' })
    expect((await agree(server, ilya, { code, seed: 2 })).status).toBe(201)
  })

  test('attack: a stranger sends good proofs without end, each a query to the chain', async () => {
    const attempt = await tonConfirmation(ilya)
    const asked = server.tonChain.asked.length
    const codes: string[] = []
    for (let round = 0; round < 30; round += 1)
      codes.push(await getProblem(await proveTon(server, ilya, { attempt, seed: 9 })))
    expect(codes[0]).toBe('cosign-not-owner')
    expect(codes.at(-1)).toBe('rate-limited')
    expect(server.tonChain.asked.length - asked).toBeLessThanOrEqual(20)
  })

  test('attack: a proof that was given for another attempt confirms', async () => {
    const { payload } = await server.newAttempt(ilya)
    const attempt = await tonConfirmation(ilya)
    const body = proofFor(server, { payload, seed: 2 })
    const path = `/api/attempts/${attempt.id}/proof`
    expect(await getProblem(await server.call('POST', path, { token: ilya, body }))).toBe(
      'ton-payload-mismatch',
    )
    expect((await readAttempt(server, ilya, attempt.id)).state).toBe('failed')
    expect(await see(server, ada, code)).toMatchObject({ signed: 0, state: 'open' })
  })

  test('attack: the proof of a confirmation is sent once more, and for an attempt that would link', async () => {
    const attempt = await tonConfirmation(ilya)
    const body = proofFor(server, { payload: attempt.payload, seed: 2 })
    const path = `/api/attempts/${attempt.id}/proof`
    expect((await server.call('POST', path, { token: ilya, body })).status).toBe(201)
    expect(await getProblem(await server.call('POST', path, { token: ilya, body }))).toBe(
      'attempt-settled',
    )
    const { id } = await server.newAttempt(ilya)
    const other = await server.call('POST', `/api/attempts/${id}/proof`, { token: ilya, body })
    expect(await getProblem(other)).toBe('ton-payload-mismatch')
    expect(await getWallets(ilya)).toEqual([])
  })

  test('attack: a member confirms by the attempt of another member', async () => {
    const attempt = await tonConfirmation(ilya)
    expect(await getProblem(await proveTon(server, negar, { attempt, seed: 2 }))).toBe('not-found')
  })

  test('changes nothing while the chain is silent and the signer is not known, and counts later', async () => {
    const attempt = await tonConfirmation(ilya)
    server.clock.now += 2 * MINUTE_MS
    server.tonChain.setMultisig(TREASURY, 'unreachable')
    const stranger = await proveTon(server, ilya, { attempt, seed: 9 })
    expect(stranger.headers.get('retry-after')).toBe('2')
    expect(await getProblem(stranger)).toBe('ton-chain-unreachable')
    expect((await readAttempt(server, ilya, attempt.id)).state).toBe('created')
    server.tonChain.setMultisig(TREASURY, tonMultisig([1, 2, 3]))
    expect((await proveTon(server, ilya, { attempt, seed: 2 })).status).toBe(201)
  })

  test('is refused once the cosigning is over', async () => {
    const attempt = await tonConfirmation(ilya)
    await cancel(ada)
    expect(await getProblem(await proveTon(server, ilya, { attempt, seed: 2 }))).toBe(
      'cosign-closed',
    )
    expect(
      await getProblem(await tryConfirmation(ilya, { family: 'ton', cosign: confirmation() })),
    ).toBe('cosign-closed')
  })

  test('a confirmation is no wallet that answers a request', async () => {
    const requestCode = `r1_${'r'.repeat(22)}`
    const both = { family: 'ton', cosign: confirmation(), requestCode }
    expect(await getProblem(await tryConfirmation(ilya, both))).toBe('bad-request')
  })
})

const confirmation = (change: object = {}) => ({ code, showsName: false, ...change })

describe('an attempt for a confirmation', () => {
  test.each([
    [
      'of no collection',
      () => ({ family: 'ton', cosign: confirmation({ code: NOBODYS }) }),
      'not-found',
    ],
    [
      'with a code of a card',
      () => ({ family: 'ton', cosign: confirmation({ code: `c1_${'n'.repeat(22)}` }) }),
      'bad-request',
    ],
    [
      'with a code that is cut off',
      () => ({ family: 'ton', cosign: confirmation({ code: 'm1_' }) }),
      'bad-request',
    ],
    [
      'that does not say whether its name shows',
      () => ({ family: 'ton', cosign: { code } }),
      'bad-request',
    ],
    [
      'with more fields',
      () => ({ family: 'ton', cosign: confirmation({ owner: 'me' }) }),
      'bad-request',
    ],
    ['of a family that is off', () => ({ family: 'evm', cosign: confirmation() }), 'evm-off'],
  ])('is refused %s', async (_, body, problem) => {
    expect(await getProblem(await tryConfirmation(ilya, body()))).toBe(problem)
  })

  test('is refused in the other family', async () => {
    server = await openTestServer({ evm: 'in-app' })
    ada = await server.signIn(ADA)
    await linkWallet(server, ada)
    ;({ code } = await start(server, ada, await placeMultisig(server, tonMultisig([1, 2]))))
    expect(
      await getProblem(await tryConfirmation(ada, { family: 'evm', cosign: confirmation() })),
    ).toBe('bad-request')
  })

  test('counts with all others', async () => {
    for (let index = 0; index < ATTEMPTS_PER_WINDOW; index += 1)
      await newConfirmation(server, ilya, { family: 'ton', code })
    const one = await tryConfirmation(ilya, { family: 'ton', cosign: confirmation() })
    expect(await getProblem(one)).toBe('too-many-attempts')
  })
})

describe('where the owner demands a text', () => {
  beforeEach(async () => {
    await startAll('require')
  })

  test('the text names the multisig, and the confirmation is bound to it', async () => {
    const attempt = await tonConfirmation(ilya)
    expect(attempt.message).toContain(formatTonAddress(TREASURY, { network: '-239' }))
    expect(attempt.message).toContain('@ilya')
    expect(attempt.message).not.toContain('Link this wallet')
    const proven = await proveTon(server, ilya, { attempt, seed: 2 })
    expect(proven.status).toBe(202)
    expect(await proven.json()).toMatchObject({ state: 'awaiting-signature' })
    expect((await see(server, ada, code)).signed).toBe(0)
    const path = `/api/attempts/${attempt.id}/text`
    const body = textFor(server, { text: attempt.message ?? '', seed: 2 })
    const given = await server.call('POST', path, { token: ilya, body })
    expect(given.status).toBe(201)
    expect(await given.json()).toMatchObject({ state: 'cosigned', wallet: null })
    expect((await see(server, ilya, code)).signedAs).toBe(getTonAddress(2))
  })

  test('nobody is asked to sign who is no signer', async () => {
    const attempt = await tonConfirmation(ilya)
    expect(await getProblem(await proveTon(server, ilya, { attempt, seed: 9 }))).toBe(
      'cosign-not-owner',
    )
    expect((await readAttempt(server, ilya, attempt.id)).state).toBe('created')
  })

  test('attack: somebody confirms by the text of another attempt', async () => {
    const attempt = await tonConfirmation(ilya)
    await proveTon(server, ilya, { attempt, seed: 2 })
    const { message } = await server.newAttempt(ilya)
    const body = textFor(server, { text: message ?? '', seed: 2 })
    const path = `/api/attempts/${attempt.id}/text`
    expect(await getProblem(await server.call('POST', path, { token: ilya, body }))).toBe(
      'ton-text-mismatch',
    )
    expect((await see(server, ada, code)).signed).toBe(0)
  })
})

describe('a cosigning, to anyone who opened its link', () => {
  test('names the starter and the multisig, and nobody else', async () => {
    await agree(server, ilya, { code, seed: 2 })
    const seen = await see(server, negar, code)
    expect(seen).toMatchObject({
      starter: { firstName: 'Ada', username: 'ada' },
      multisig: { address: TREASURY, threshold: 2, ownerCount: 3 },
      mine: false,
      signedAs: null,
      signed: 1,
    })
    // Three letters alone may stand in a random code.
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`"Ilya"|"ilya"|${ADA.id}|${ILYA.id}`))
  })

  test.each([
    ['to the starter', () => ada, 'Ilya'],
    ['to who has spoken', () => ilya, 'Ilya'],
    ['to nobody else', () => negar, undefined],
  ])('shows the name of an owner who agreed to that %s', async (_, viewer, name) => {
    await agree(server, ilya, { code, seed: 2, showsName: true })
    const { owners } = await see(server, viewer(), code)
    expect(owners.map(({ person }) => person?.firstName)).toEqual([undefined, name, undefined])
  })

  test('shows the names to a member whose linked wallet is an owner', async () => {
    await agree(server, ilya, { code, seed: 2, showsName: true })
    await linkWallet(server, negar, 3)
    const { owners } = await see(server, negar, code)
    expect(owners[1]?.person).toEqual({ firstName: 'Ilya', username: 'ilya' })
    expect(owners[2]).toMatchObject({ mine: true, signed: false })
  })

  test('attack: who was an owner, and had confirmed, reads no names of those who are owners now', async () => {
    await agree(server, ilya, { code, seed: 2 })
    server.clock.now += MINUTE_MS + 1
    server.tonChain.setMultisig(TREASURY, tonMultisig([1, 3, 4]))
    await agree(server, negar, { code, seed: 3, showsName: true })
    const named = async (token: string) =>
      (await see(server, token, code)).owners.map(({ person }) => person?.firstName)
    expect(await named(negar)).toEqual([undefined, 'Negar', undefined])
    expect(await named(ilya)).toEqual([undefined, undefined, undefined])
  })

  test('hides the name of an owner who did not agree to show it, from everybody', async () => {
    await agree(server, ilya, { code, seed: 2, showsName: false })
    for (const token of [ada, ilya, negar])
      expect((await see(server, token, code)).owners[1]?.person).toBeNull()
  })

  test('counts only those who are owners now', async () => {
    await agree(server, ilya, { code, seed: 2 })
    server.clock.now += MINUTE_MS + 1
    server.tonChain.setMultisig(TREASURY, tonMultisig([1, 3, 4]))
    expect(await see(server, ada, code)).toMatchObject({ signed: 0, state: 'open' })
  })

  test('Home shows a cosigning to those who have a part in it', async () => {
    expect(await pending(ilya)).toEqual([])
    await see(server, ilya, code)
    expect(await pending(ilya)).toMatchObject([{ code, mine: false, signed: 0 }])
    expect(await pending(ada)).toMatchObject([{ code, mine: true }])
    expect(await pending(negar)).toEqual([])
  })

  test('attack: codes are guessed until one hits', async () => {
    const look = (id: string) => send(server, getCosigning, { token: negar, id })
    for (let index = 0; index < 20; index += 1)
      expect(await getProblem(await look(NOBODYS))).toBe('not-found')
    expect(await getProblem(await look(code))).toBe('rate-limited')
    expect(await getProblem(await cancel(negar))).toBe('rate-limited')
    const attempt = await tryConfirmation(negar, { family: 'ton', cosign: confirmation() })
    expect(await getProblem(attempt)).toBe('rate-limited')
    expect((await see(server, ilya, code)).state).toBe('open')
  })

  test.each(['r1_', 'c1_', 'a1_', 'm2_', ''])(
    'is not shown by a code of another kind, %s',
    async (kind) => {
      const id = `${kind}${code.slice('m1_'.length)}`
      const other = await send(server, getCosigning, { token: ada, id })
      expect(await getProblem(other)).toBe('not-found')
    },
  )
})

describe('a cosigning that is given up', () => {
  test('a cosigning that its starter gives up is over, once and for all', async () => {
    await agree(server, ilya, { code, seed: 2 })
    expect((await cancel(ada)).status).toBe(204)
    expect((await cancel(ada)).status).toBe(204)
    expect((await see(server, ilya, code)).state).toBe('cancelled')
    expect(await pending(ilya)).toEqual([])
    const fresh = await start(server, ada, (await see(server, ada, code)).multisig)
    expect(fresh.code).not.toBe(code)
    expect(fresh.signed).toBe(0)
  })

  test('attack: somebody who did not start a cosigning gives it up', async () => {
    await agree(server, ilya, { code, seed: 2 })
    expect(await getProblem(await cancel(ilya))).toBe('not-found')
    expect(await getProblem(await cancel(negar))).toBe('not-found')
    expect(await see(server, ada, code)).toMatchObject({ state: 'open', signed: 1 })
  })
})

describe('a confirmation that is taken back', () => {
  test('a confirmation that is taken back no longer counts, and can be given anew', async () => {
    await agree(server, ilya, { code, seed: 2 })
    expect((await withdraw(ilya)).status).toBe(204)
    expect(await see(server, ilya, code)).toMatchObject({ signed: 0, signedAs: null })
    expect(await getProblem(await withdraw(ilya))).toBe('not-found')
    expect((await agree(server, ilya, { code, seed: 2 })).status).toBe(201)
  })

  test('attack: somebody takes back the confirmation of another member', async () => {
    await agree(server, ilya, { code, seed: 2 })
    expect(await getProblem(await withdraw(negar))).toBe('not-found')
    expect(await getProblem(await withdraw(ada))).toBe('not-found')
    expect((await see(server, ada, code)).signed).toBe(1)
  })

  test('cannot be taken back after the cosigning is over', async () => {
    await agree(server, ilya, { code, seed: 2 })
    await cancel(ada)
    expect(await getProblem(await withdraw(ilya))).toBe('cosign-closed')
  })
})

test('the export holds the member’s own cosignings and confirmations, and no other’s', async () => {
  await agree(server, ilya, { code, seed: 2, showsName: true })
  const getExport = async (token: string) =>
    getBody(await send(server, exportMe, { token }), exportMe)
  const [ofAda, ofIlya, ofNegar] = [
    await getExport(ada),
    await getExport(ilya),
    await getExport(negar),
  ]
  const multisig = formatTonAddress(TREASURY, { network: '-239' })
  expect(ofAda.cosignings).toMatchObject([
    { code, multisig, mine: true, state: 'open', confirmation: null },
  ])
  expect(ofIlya.cosignings).toMatchObject([
    {
      code,
      mine: false,
      confirmation: { owner: getTonAddress(2), binding: 'domain', showsName: true },
    },
  ])
  expect(ofIlya.attempts).toMatchObject([{ state: 'cosigned', confirmsCode: code }])
  expect(ofNegar.cosignings).toEqual([])
  expect(JSON.stringify(ofAda)).not.toContain('"Ilya"')
})

test('the log holds nothing of a cosigning', async () => {
  const names = { ...ZEBULON, id: ADA.id }
  await server.signIn(names)
  await agree(server, ilya, { code, seed: 2 })
  await agree(server, ada, { code, seed: 1 })
  const log = server.logLines.join('')
  for (const secret of [TREASURY, getTonAddress(1), getTonAddress(2), 'Ilya', names.username])
    expect(log).not.toContain(secret)
})
