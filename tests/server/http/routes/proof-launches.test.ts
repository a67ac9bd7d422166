import { createTelegramSigner } from '#demo/telegram/launch-url.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type ProofDocument, ProofDocumentSchema } from '#proof/document.ts'
import { proofStartParam } from '#proof/proof-digest.ts'
import { TELEGRAM_PRODUCTION } from '#proof/telegram.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { getCard } from '#shared/api/get-card.ts'
import { getLaunchedProof } from '#shared/api/get-launched-proof.ts'
import { getProofLaunch } from '#shared/api/get-proof-launch.ts'
import { requestProofLaunch } from '#shared/api/request-proof-launch.ts'
import { showCardProof } from '#shared/api/show-card-proof.ts'
import { submitProofLaunch } from '#shared/api/submit-proof-launch.ts'
import {
  INIT_DATA_MAX_AGE_MS,
  PROOF_LAUNCH_SHARED_AFTER_MS,
  PROOF_LAUNCH_TTL_MS,
} from '#shared/limits.ts'
import * as v from 'valibot'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { readStartParam, signLaunch, TELEGRAM } from '#tests/support/proof-launch.ts'
import { BOT_TOKEN, openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { getBody, getProblem, getUserId, readCardCode, send } from '../requesting-harness.ts'
import { agree, placeMultisig, start, tonMultisig } from '../multisig-harness.ts'
import { findLinked, getFacts, readProof } from '../../proofs/proof-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const OTHER_BOT = '9876543210:AAotherOTHERotherOTHERotherOTHERot'

let server: TestServer
let ada: string
let walletId: string
beforeEach(async () => {
  server = await openTestServer()
  ada = await server.signIn(ADA)
  walletId = (await linkWallet(server, ada)).id
})

async function ask(token = ada, id = walletId): Promise<string> {
  const response = await send(server, requestProofLaunch, { token, id })
  return readStartParam(await getBody(response, requestProofLaunch))
}

type LaunchInput = Partial<Omit<Parameters<typeof signLaunch>[0], 'startParam'>>

function launch(startParam: string, change: LaunchInput = {}): string {
  const authDate = Math.floor(server.clock.now / 1_000)
  return signLaunch({ botToken: BOT_TOKEN, user: ADA, authDate, startParam, ...change })
}

/** Whose proof the app reads that a launch signs. */
const see = (startParam: string, token = ada) =>
  send(server, getLaunchedProof, { token, id: startParam })

const submit = (initData: string, token = ada) =>
  send(server, submitProofLaunch, { token, body: { initData } })

async function read(id = walletId): Promise<ProofDocument> {
  return v.parse(ProofDocumentSchema, await (await readProof(server, id)).json())
}

/** What the member sees of it. */
async function getLaunch(token = ada, id = walletId) {
  const response = await send(server, getProofLaunch, { token, id })
  return (await getBody(response, getProofLaunch)).launch
}

/** Nothing is stored, now and later. */
async function expectNone(token = ada, id = walletId): Promise<void> {
  expect(await getLaunch(token, id)).toBeNull()
  server.clock.now += PROOF_LAUNCH_SHARED_AFTER_MS
  expect(await read(id)).not.toHaveProperty('telegram')
}

const KEYS = [TELEGRAM_PRODUCTION, { name: 'simulated', publicKey: TELEGRAM.publicKey }]

describe('a proof that Telegram has signed', () => {
  test('shows both ends to a stranger, and names the key', async () => {
    const signedAt = server.clock.now
    const stored = await getBody(await submit(launch(await ask())), submitProofLaunch)
    const includedFrom = new Date(signedAt + PROOF_LAUNCH_SHARED_AFTER_MS).toISOString()
    const expected = { signedAt: new Date(signedAt).toISOString(), includedFrom }
    expect(stored).toEqual({ walletId, launch: expected })
    expect(await getLaunch()).toEqual(expected)

    server.clock.now += PROOF_LAUNCH_SHARED_AFTER_MS
    const text = await (await readProof(server, walletId)).text()
    const { now } = server.clock
    const verdict = await verifyProof(text, { now, telegramKeys: KEYS })
    expect(getFacts(verdict)?.telegram).toEqual({
      type: 'launch',
      botId: BOT_TOKEN.split(':')[0],
      signedAt: signedAt / 1_000,
      key: 'simulated',
    })
    expect((await verifyProof(text, { now })).verdict).toBe('refused')
  })

  test('is what the bot sends, and what a card shows', async () => {
    await submit(launch(await ask()))
    server.clock.now += PROOF_LAUNCH_SHARED_AFTER_MS
    ada = await server.signIn(ADA)
    await server.call('POST', `/api/wallets/${walletId}/proof`, { token: ada })
    expect(server.files.proofs.at(-1)?.document.telegram).toEqual((await read()).telegram)
    const code = await readCardCode(server, ada, walletId)
    await send(server, showCardProof, { token: ada, id: code, body: { isShown: true } })
    const card = await getBody(await send(server, getCard, { token: ada, id: code }), getCard)
    expect(JSON.parse(card.proof ?? '')).toHaveProperty('telegram')
    expect(card.telegramKey).toBe(TELEGRAM.publicKey)
  })

  test('a launch with names that need encoding verifies', async () => {
    const user = { ...ADA, first_name: 'Алиса + "& Co"=%41', last_name: '🦊' }
    await submit(launch(await ask(), { user }))
    server.clock.now += PROOF_LAUNCH_SHARED_AFTER_MS
    const verdict = await verifyProof(JSON.stringify(await read()), {
      now: server.clock.now,
      telegramKeys: KEYS,
    })
    expect(getFacts(verdict)?.telegram?.key).toBe('simulated')
  })

  test('attack: launch data that may still open a session is not handed out', async () => {
    await submit(launch(await ask()))
    server.clock.now += PROOF_LAUNCH_SHARED_AFTER_MS - 1
    expect(await read()).not.toHaveProperty('telegram')
    server.clock.now += 1
    expect(await read()).toHaveProperty('telegram')
    expect(PROOF_LAUNCH_SHARED_AFTER_MS).toBeGreaterThan(INIT_DATA_MAX_AGE_MS)
  })

  test('attack: what is handed out opens no session, because the hash is neither stored nor sent', async () => {
    const initData = launch(await ask())
    const hash = new URLSearchParams(initData).get('hash') ?? ''
    await submit(initData)
    expect(JSON.stringify((await server.store.findProof(walletId))?.telegram)).not.toContain(hash)
    server.clock.now += PROOF_LAUNCH_SHARED_AFTER_MS
    const document = await read()
    const { telegram } = document
    expect(JSON.stringify(document)).not.toContain(hash)
    const opened = await server.app.request('/api/session', {
      method: 'POST',
      headers: { authorization: `tma ${telegram && 'launch' in telegram && telegram.launch}` },
    })
    expect(await getProblem(opened)).toBe('init-data-malformed')
  })

  test('the launch is sealed in the database, and in no log line', async () => {
    const user = { ...ADA, photo_url: 'https://t.me/i/userpic/320/xyzzy.svg' }
    await submit(launch(await ask(), { user }))
    expect(server.logLines.join('')).not.toContain('xyzzy')
    expect(JSON.stringify((await server.store.findProof(walletId))?.telegram)).toContain('xyzzy')
  })
})

describe('the member sees whose proof a launch signs', () => {
  test('before it is used, and what is stored after it', async () => {
    const startParam = await ask()
    expect(await getBody(await see(startParam), getLaunchedProof)).toEqual({
      walletId,
      launch: null,
    })
    expect(await getLaunch()).toBeNull()
    const stored = await getBody(await submit(launch(startParam)), submitProofLaunch)
    expect(await getBody(await see(startParam), getLaunchedProof)).toEqual(stored)
  })

  test('attack: a link that the member did not ask for, or of another member, shows no wallet', async () => {
    const ofNobody = proofStartParam(await read())
    expect(await getProblem(await see(ofNobody))).toBe('proof-launch-unexpected')
    const startParam = await ask()
    const ilya = await server.signIn(ILYA)
    expect(await getProblem(await see(startParam, ilya))).toBe('proof-launch-unexpected')
    server.clock.now += PROOF_LAUNCH_TTL_MS
    expect(await getProblem(await see(startParam))).toBe('proof-launch-unexpected')
  })
})

describe('a launch that nobody awaits stores nothing', () => {
  test('attack: the launch of another member', async () => {
    const ilya = await server.signIn(ILYA)
    const startParam = await ask()
    const ofIlya = launch(startParam, { user: ILYA })
    expect(await getProblem(await submit(ofIlya, ilya))).toBe('proof-launch-unexpected')
    expect(await getProblem(await submit(ofIlya))).toBe('proof-launch-unexpected')
    expect(await getProblem(await submit(launch(startParam), ilya))).toBe('proof-launch-unexpected')
    await expectNone()
  })

  test('attack: the launch of another bot, or one that Telegram did not make', async () => {
    const startParam = await ask()
    const ofOther = launch(startParam, { botToken: OTHER_BOT })
    expect(await getProblem(await submit(ofOther))).toBe('init-data-invalid')
    const changed = launch(startParam).replace('Ada', 'Malice')
    expect(await getProblem(await submit(changed))).toBe('init-data-invalid')
    expect(await getProblem(await submit(''))).toBe('init-data-missing')
    await expectNone()
  })

  test('attack: the digest of another proof', async () => {
    await ask()
    const other = await linkWallet(server, ada, 2)
    const startParam = proofStartParam(await read(other.id))
    expect(await getProblem(await submit(launch(startParam)))).toBe('proof-launch-unexpected')
    await expectNone()
  })

  test.each(['', 'r1_0123456789abcdefABCDEF', `p1_${'A'.repeat(43)}`])(
    'the start parameter "%s"',
    async (startParam) => {
      await ask()
      expect(await getProblem(await submit(launch(startParam)))).toBe('proof-launch-unexpected')
      await expectNone()
    },
  )

  test('attack: a launch that the member did not ask for, although the digest is right', async () => {
    const startParam = proofStartParam(await read())
    expect(await getProblem(await submit(launch(startParam)))).toBe('proof-launch-unexpected')
    await expectNone()
  })

  test('attack: a launch from before the member asked', async () => {
    const early = launch(proofStartParam(await read()))
    server.clock.now += 5 * 60_000
    await ask()
    expect(await getProblem(await submit(early))).toBe('proof-launch-unexpected')
    await expectNone()
  })

  test('a launch that comes too late', async () => {
    const startParam = await ask()
    server.clock.now += PROOF_LAUNCH_TTL_MS
    expect(await getProblem(await submit(launch(startParam)))).toBe('proof-launch-unexpected')
    await expectNone()
  })

  test('attack: launch data that is too old to open a session', async () => {
    const initData = launch(await ask())
    server.clock.now += INIT_DATA_MAX_AGE_MS + 1_000
    expect(await getProblem(await submit(initData))).toBe('init-data-expired')
    await expectNone()
  })

  test('a launch without Telegram’s signature for third parties', async () => {
    const initData = launch(await ask(), { signer: null })
    expect(await getProblem(await submit(initData))).toBe('proof-launch-unsigned')
    await expectNone()
  })

  test.each([
    ['that another key than Telegram’s has signed', { signer: createTelegramSigner() }],
    [
      'that is longer than a document takes',
      { user: { ...ADA, photo_url: `https://t.me/${'x'.repeat(8_192)}` } },
    ],
  ])('a launch %s, which no verifier would take', async (_, change) => {
    expect(await getProblem(await submit(launch(await ask(), change)))).toBe(
      'proof-launch-unsigned',
    )
    await expectNone()
  })

  test('a launch for a proof that was replaced meanwhile', async () => {
    const startParam = await ask()
    const wallet = await linkWallet(server, ada)
    expect(wallet.id).toBe(walletId)
    expect(await getProblem(await submit(launch(startParam)))).toBe('proof-launch-unexpected')
    await expectNone()
  })

  test('a launch for a wallet that was unlinked meanwhile', async () => {
    const startParam = await ask()
    await server.call('DELETE', `/api/wallets/${walletId}`, { token: ada })
    expect(await getProblem(await submit(launch(startParam)))).toBe('proof-launch-unexpected')
  })

  test('attack: the wallet of another member', async () => {
    const ilya = await server.signIn(ILYA)
    for (const endpoint of [requestProofLaunch, getProofLaunch]) {
      const response = await send(server, endpoint, { token: ilya, id: walletId })
      expect(await getProblem(response)).toBe('not-found')
    }
    const wallet = { id: walletId, userId: await getUserId(server, ILYA) }
    expect(await server.store.awaitProofLaunch(wallet, server.clock.now)).toBe(false)
  })
})

describe('a launch that is stored', () => {
  test('attack: the same launch again, or a later one, changes nothing', async () => {
    const startParam = await ask()
    const initData = launch(startParam)
    const first = await getBody(await submit(initData), submitProofLaunch)
    expect(await getBody(await submit(initData), submitProofLaunch)).toEqual(first)
    server.clock.now += 60_000
    expect(await getBody(await submit(launch(startParam)), submitProofLaunch)).toEqual(first)
  })

  test('is deleted with the proof that it signed', async () => {
    await submit(launch(await ask()))
    await linkWallet(server, ada)
    await expectNone()
  })

  test('is deleted with the link', async () => {
    await submit(launch(await ask()))
    await server.call('DELETE', `/api/wallets/${walletId}`, { token: ada })
    expect(await server.store.findProof(walletId)).toBeUndefined()
    const again = await linkWallet(server, ada)
    expect(await getLaunch(ada, again.id)).toBeNull()
  })

  test('is deleted when another owner’s agreement is withheld from the proof', async () => {
    const ilya = await server.signIn(ILYA)
    const multisig = await placeMultisig(server, tonMultisig([1, 2, 3]))
    const { code } = await start(server, ada, multisig)
    await agree(server, ada, { code, seed: 1, showsName: true })
    await agree(server, ilya, { code, seed: 2, showsName: true })
    const { id } = await findLinked(server, ada)
    await submit(launch(await ask(ada, id)))
    expect(await getLaunch(ada, id)).not.toBeNull()
    await server.call('DELETE', '/api/me', { token: ilya })
    expect(await getLaunch(ada, id)).toBeNull()
  })

  test('a link without evidence cannot be signed', async () => {
    const ilya = await server.signIn(ILYA)
    const multisig = await placeMultisig(server, tonMultisig([1, 2, 3]))
    const { code } = await start(server, ada, multisig)
    await agree(server, ada, { code, seed: 1, showsName: true })
    await agree(server, ilya, { code, seed: 2, showsName: false })
    const { id } = await findLinked(server, ada)
    const response = await send(server, requestProofLaunch, { token: ada, id })
    expect(await getProblem(response)).toBe('proof-missing')
  })
})
