import { beforeEach, describe, expect, test } from 'vitest'
import { getMultisig } from '#shared/api/get-multisig.ts'
import { listMultisigs } from '#shared/api/list-multisigs.ts'
import { lookUpMultisig } from '#shared/api/look-up-multisig.ts'
import { startCosigning } from '#shared/api/start-cosigning.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import { linkWallet, proofFor, getTonAddress } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { getBody, getProblem, send } from '../requesting-harness.ts'
import { agree, placeMultisig, see, start, tonMultisig, TREASURY } from '../multisig-harness.ts'
import { ADA, ILYA, NEGAR } from '#tests/support/people.ts'

const NOBODYS = 'nobodysnobodysnobodysn'
const MINUTE_MS = 60_000

let server: TestServer
let ada: string
let ilya: string
beforeEach(async () => {
  server = await openTestServer()
  ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
})

const lookUp = (token: string, body: unknown) => send(server, lookUpMultisig, { token, body })
const look = (token: string, id: string) => send(server, getMultisig, { token, id })
const detail = async (token: string, id: string) => getBody(await look(token, id), getMultisig)

const list = (token: string, id: string) => send(server, listMultisigs, { token, id })
const getAddress = (index: number) => `0:${index.toString(16).padStart(64, '0')}`
const begin = (token: string, id: string, body: unknown = {}) =>
  send(server, startCosigning, { token, id, body })

async function sendConfirmation(code: string): Promise<Response> {
  const body = { family: 'ton', cosign: { code, showsName: true } }
  return server.call('POST', '/api/attempts', { token: ilya, body })
}

describe('the search for a multisig by its address', () => {
  test.each([
    ['raw', TREASURY],
    ['in capitals', TREASURY.toUpperCase()],
    ['friendly', formatTonAddress(TREASURY, { network: '-239' })],
    ['friendly and bounceable', formatTonAddress(TREASURY, { network: '-239', bounceable: true })],
  ])('finds %s', async (_, address) => {
    server.tonChain.setMultisig(TREASURY, tonMultisig([1, 2, 3]))
    const found = await getBody(await lookUp(ada, { family: 'ton', address }), lookUpMultisig)
    expect(found).toMatchObject({
      isComplete: true,
      multisigs: [
        { kind: 'multisig-v2', address: TREASURY, threshold: 2, ownerCount: 3, proposers: 0 },
      ],
    })
    expect(found.multisigs[0]).not.toHaveProperty('owners')
  })

  test('finds nothing at an address where no multisig is', async () => {
    const nothing = await lookUp(ada, { family: 'ton', address: TREASURY })
    expect(await getProblem(nothing)).toBe('multisig-not-found')
  })

  test('refuses a lookalike as such', async () => {
    server.tonChain.setMultisig(TREASURY, 'lookalike')
    const fake = await lookUp(ada, { family: 'ton', address: TREASURY })
    expect(await getProblem(fake)).toBe('multisig-lookalike')
  })

  test('finds a multisig neither there nor missing while its chain is silent', async () => {
    server.tonChain.setReachable(false)
    const silent = await lookUp(ada, { family: 'ton', address: TREASURY })
    expect(silent.headers.get('retry-after')).toBe('2')
    expect(await getProblem(silent)).toBe('ton-chain-unreachable')
  })

  test.each([
    ['of no form', { family: 'ton', address: 'treasury' }, 'ton-address-malformed'],
    [
      'for the test network',
      { family: 'ton', address: formatTonAddress(TREASURY, { network: '-3' }) },
      'ton-network-mismatch',
    ],
    ['of a family that is off', { family: 'evm', address: `0x${'5a'.repeat(20)}` }, 'evm-off'],
    ['missing', { family: 'ton' }, 'bad-request'],
    ['with more fields', { family: 'ton', address: TREASURY, chainId: 1 }, 'bad-request'],
    ['far too long', { family: 'ton', address: 'U'.repeat(129) }, 'bad-request'],
  ])('refuses %s', async (_, body, code) => {
    expect(await getProblem(await lookUp(ada, body))).toBe(code)
    expect(server.tonChain.asked).toEqual([])
  })

  test('many searches have to wait, whatever the addresses', async () => {
    for (let index = 0; index < 20; index += 1)
      await lookUp(ada, { family: 'ton', address: getAddress(index) })
    const limited = await lookUp(ada, { family: 'ton', address: TREASURY })
    expect(await getProblem(limited)).toBe('rate-limited')
    expect(server.tonChain.asked).toHaveLength(20)
    server.clock.now += 5_000
    const later = await lookUp(ada, { family: 'ton', address: TREASURY })
    expect(await getProblem(later)).toBe('multisig-not-found')
    expect(await getProblem(await lookUp(ilya, { family: 'ton', address: TREASURY }))).toBe(
      'multisig-not-found',
    )
  })
})

describe('the call for the multisigs that a linked wallet signs for', () => {
  test('lists the multisigs, without those that its key may only propose to', async () => {
    const { id } = await linkWallet(server, ada)
    const proposing = `0:${'9b'.repeat(32)}`
    server.tonChain.setMultisig(TREASURY, tonMultisig([1, 2]))
    server.tonChain.setMultisig(
      proposing,
      tonMultisig([2, 3], { address: proposing, proposers: [getTonAddress(1)] }),
    )
    const listed = await getBody(await list(ada, id), listMultisigs)
    expect(listed.multisigs.map(({ address }) => address)).toEqual([TREASURY])
    expect(listed).toMatchObject({ isComplete: true, canList: true })
  })

  test('lists the known multisigs while no upstream can answer', async () => {
    const { id } = await linkWallet(server, ada)
    await placeMultisig(server, tonMultisig([1, 2]))
    server.tonChain.setReachable(false)
    const listed = await getBody(await list(ada, id), listMultisigs)
    expect(listed.multisigs.map(({ address }) => address)).toEqual([TREASURY])
    expect(listed.isComplete).toBe(false)
  })

  test('shows no multisigs of somebody else’s wallet', async () => {
    const { id } = await linkWallet(server, ada)
    server.tonChain.setMultisig(TREASURY, tonMultisig([1, 2]))
    expect(await getProblem(await list(ilya, id))).toBe('not-found')
    expect(await getProblem(await list(ada, NOBODYS))).toBe('not-found')
  })
})

describe('a multisig that a member looks at', () => {
  test('shows owners without names, and says that the member is one of them', async () => {
    const { id: walletId, address } = await linkWallet(server, ada)
    const { id } = await placeMultisig(server, tonMultisig([1, 2, 3]))
    expect(await detail(ada, id)).toMatchObject({
      level: 'signer',
      attainable: 'quorum',
      walletId: null,
      cosigning: null,
      signers: [{ walletId, address }],
      owners: [
        { address, person: null, mine: true },
        { person: null, mine: false },
        { person: null, mine: false },
      ],
    })
  })

  test('shows no level where no linked wallet is an owner of it', async () => {
    await linkWallet(server, ilya, 9)
    const { id } = await placeMultisig(server, tonMultisig([1, 2, 3]))
    expect(await detail(ilya, id)).toMatchObject({ level: null, signers: [] })
  })

  test('is read again after ten seconds, and not before', async () => {
    const { id } = await placeMultisig(server, tonMultisig([1, 2, 3]))
    server.tonChain.setMultisig(TREASURY, tonMultisig([1, 2, 4], { threshold: 3 }))
    expect((await detail(ada, id)).threshold).toBe(2)
    server.clock.now += 10_001
    const now = await detail(ada, id)
    expect(now.threshold).toBe(3)
    expect(now.owners.map(({ address }) => address)).toContain(getTonAddress(4))
    expect(now.checkedAt).toBe(new Date(server.clock.now).toISOString())
  })

  test('is shown as it was while its chain is silent, with the time of that', async () => {
    const { id, checkedAt } = await placeMultisig(server, tonMultisig([1, 2, 3]))
    server.clock.now += 5 * MINUTE_MS
    server.tonChain.setReachable(false)
    expect((await detail(ada, id)).checkedAt).toBe(new Date(checkedAt).toISOString())
  })

  test('attack: many that are known are looked at in turn, each a query to the chain', async () => {
    const ids: string[] = []
    for (let index = 0; index < 25; index += 1) {
      const multisig = tonMultisig([1, 2, 3], { address: getAddress(index) })
      ids.push((await placeMultisig(server, multisig)).id)
    }
    server.clock.now += MINUTE_MS
    for (const id of ids) expect((await look(ilya, id)).status).toBe(200)
    expect(server.tonChain.asked).toHaveLength(20)
  })

  test('is not found where there is none now', async () => {
    const { id } = await placeMultisig(server, tonMultisig([1, 2, 3]))
    server.clock.now += MINUTE_MS
    server.tonChain.setMultisig(TREASURY, 'none')
    expect(await getProblem(await look(ada, id))).toBe('multisig-not-found')
  })

  test('attack: ids are guessed until one hits', async () => {
    const { id } = await placeMultisig(server, tonMultisig([1, 2, 3]))
    for (let index = 0; index < 20; index += 1)
      expect(await getProblem(await look(ilya, NOBODYS))).toBe('not-found')
    expect(await getProblem(await look(ilya, id))).toBe('rate-limited')
    expect(await getProblem(await look(ilya, NOBODYS))).toBe('rate-limited')
    expect((await look(ada, id)).status).toBe(200)
  })
})

describe('a cosigning that a member starts', () => {
  test('a cosigning is the member’s own, open for three days, and shown on Home', async () => {
    await linkWallet(server, ada)
    const multisig = await placeMultisig(server, tonMultisig([1, 2, 3]))
    const cosigning = await start(server, ada, multisig)
    expect(cosigning).toMatchObject({
      method: 'agreements',
      state: 'open',
      mine: true,
      signed: 0,
      signedAs: null,
      problem: null,
      starter: { firstName: 'Ada', username: 'ada' },
      url: `https://t.me/clasp_test_bot?startapp=${cosigning.code}`,
    })
    expect(Date.parse(cosigning.expiresAt) - server.clock.now).toBe(72 * 60 * MINUTE_MS)
    expect((await detail(ada, multisig.id)).cosigning?.code).toBe(cosigning.code)
    const me: unknown = await (await server.call('GET', '/api/me', { token: ada })).json()
    expect(me).toMatchObject({ cosignings: [{ code: cosigning.code, signed: 0 }] })
  })

  test('is the same when it is started again', async () => {
    await linkWallet(server, ada)
    const multisig = await placeMultisig(server, tonMultisig([1, 2, 3]))
    const { code } = await start(server, ada, multisig)
    expect((await start(server, ada, multisig)).code).toBe(code)
  })

  test('is refused to a member whom no linked wallet makes an owner now', async () => {
    const { id } = await placeMultisig(server, tonMultisig([1, 2, 3]))
    expect(await getProblem(await begin(ada, id))).toBe('multisig-not-signer')
    await linkWallet(server, ada)
    server.tonChain.setMultisig(TREASURY, tonMultisig([2, 3, 4]))
    expect(await getProblem(await begin(ada, id))).toBe('multisig-not-signer')
  })

  test('is refused to a member who may only propose', async () => {
    await linkWallet(server, ada)
    const { id } = await placeMultisig(
      server,
      tonMultisig([2, 3], { proposers: [getTonAddress(1)] }),
    )
    expect(await getProblem(await begin(ada, id))).toBe('multisig-not-signer')
  })

  test('is not started while the chain is silent', async () => {
    await linkWallet(server, ada)
    const { id } = await placeMultisig(server, tonMultisig([1, 2, 3]))
    server.tonChain.setReachable(false)
    const silent = await begin(ada, id)
    expect(silent.headers.get('retry-after')).toBe('2')
    expect(await getProblem(silent)).toBe('ton-chain-unreachable')
  })

  test('is refused for an unknown multisig, and with a body of another form', async () => {
    await linkWallet(server, ada)
    const { id } = await placeMultisig(server, tonMultisig([1, 2, 3]))
    expect(await getProblem(await begin(ada, NOBODYS))).toBe('not-found')
    expect(await getProblem(await begin(ada, id, { starter: 'ilya' }))).toBe('bad-request')
    expect(await getProblem(await begin(ada, id, { requestCode: 'r1_' }))).toBe('bad-request')
  })

  test('a cosigning’s attempt takes no proof of a wallet', async () => {
    await linkWallet(server, ada)
    const multisig = await placeMultisig(server, tonMultisig([1, 2, 3]))
    const { code } = await start(server, ada, multisig)
    const attempts = await server.store.listAttempts(
      (await server.store.findUserByTelegramId(String(ADA.id)))?.id ?? '',
      server.clock.now,
    )
    const attempt = attempts.find(({ cosigningCode }) => cosigningCode === code)
    expect(attempt?.state).toBe('awaiting-cosigners')
    const path = `/api/attempts/${attempt?.id}`
    const body = proofFor(server, { payload: attempt?.nonce ?? '', seed: 1 })
    const proof = await server.call('POST', `${path}/proof`, { token: ada, body })
    expect(await getProblem(proof)).toBe('bad-request')
    const shown = await server.call('GET', path, { token: ada })
    expect(await shown.json()).toMatchObject({ cosigningCode: code, confirmsCode: null })
    const gone = await server.call('DELETE', path, { token: ada })
    expect(gone.status).toBe(204)
    expect((await see(server, ada, code)).state).toBe('cancelled')
    expect(await getProblem(await sendConfirmation(code))).toBe('cosign-closed')
  })
})

test('only those who have a part in a multisig see its owners’ names', async () => {
  await linkWallet(server, ada, 1)
  const multisig = await placeMultisig(server, tonMultisig([1, 2, 3]))
  const { code } = await start(server, ada, multisig)
  await agree(server, ada, { code, seed: 1 })
  await agree(server, ilya, { code, seed: 2, showsName: true })
  const ofAda = await detail(ada, multisig.id)
  expect(ofAda.level).toBe('quorum')
  expect(ofAda.owners.map(({ person }) => person?.firstName ?? null)).toEqual([null, 'Ilya', null])
  const negar = await server.signIn(NEGAR)
  expect((await detail(negar, multisig.id)).owners.map(({ person }) => person)).toEqual([
    null,
    null,
    null,
  ])
})
