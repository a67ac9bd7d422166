import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import type { TonText } from '#shared/api/submit-text.ts'
import { getMe } from '#shared/api/get-me.ts'
import { listEvents } from '#shared/api/host/host-event.ts'
import { type TonAttempt, TonAttemptSchema } from '#shared/attempt.ts'
import type { TonTextBinding } from '#shared/boot.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { proofFor, textFor } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createTonSigner } from '#tests/support/ton-signer.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const MINUTE_MS = 60_000

let server: TestServer
let ada: string
let ilya: string

async function start(tonText: TonTextBinding): Promise<void> {
  server = await openTestServer({ tonText })
  ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
}

async function post(token: string, path: string, body: unknown) {
  const response = await server.call('POST', path, { token, body })
  const json: unknown = await response.json()
  return { status: response.status, json, headers: response.headers }
}

const prove = (token: string, { id, payload }: TonAttempt, seed = 1) =>
  post(token, `/api/attempts/${id}/proof`, proofFor(server, { payload, seed }))

const sendText = (token: string, { id }: { id: string }, text: TonText) =>
  post(token, `/api/attempts/${id}/text`, text)

/** The attempt's own text, signed by the wallet that it names. */
const signed = ({ message }: TonAttempt, seed = 1) => textFor(server, { text: message ?? '', seed })

/** An attempt, and its good ton_proof given. */
async function proven(token: string, seed = 1): Promise<TonAttempt> {
  const attempt = await server.newAttempt(token)
  const { json } = await prove(token, attempt, seed)
  return v.parse(TonAttemptSchema, json)
}

async function look(token: string, id: string): Promise<TonAttempt> {
  const response = await server.call('GET', `/api/attempts/${id}`, { token })
  return v.parse(TonAttemptSchema, await response.json())
}

async function getWallets(token: string) {
  const response = await server.call('GET', '/api/me', { token })
  return v.parse(getMe.response, await response.json()).wallets
}

async function events() {
  const response = await server.call('GET', '/v1/events', { token: await server.newKey() })
  return v.parse(listEvents.response, await response.json()).data
}

const getCode = ({ json }: { json: unknown }) => v.parse(ProblemSchema, json).code

/** Ways in which a text differs from the one that the attempt demands. */
const WRONG: [string, (attempt: TonAttempt) => TonText | Promise<TonText>, string][] = [
  [
    'altered by one character',
    ({ message }) => textFor(server, { text: `${message}.`, seed: 1 }),
    'ton-text-mismatch',
  ],
  [
    'of another member',
    ({ message }) =>
      textFor(server, { text: message?.replace(/id \d+/, 'id 100009') ?? '', seed: 1 }),
    'ton-text-mismatch',
  ],
  ['of another attempt', async () => signed(await server.newAttempt(ada)), 'ton-text-mismatch'],
  ['of another wallet', (attempt) => signed(attempt, 9), 'ton-text-mismatch'],
  [
    'signed by another key',
    ({ message }) =>
      createTonSigner({
        kind: 'v5r1',
        seed: new Uint8Array(32).fill(1),
        signingSeed: new Uint8Array(32).fill(2),
        network: '-239',
      }).signText({
        domain: 'app.example.com',
        text: message ?? '',
        timestamp: Math.floor(server.clock.now / 1_000),
      }),
    'ton-key-mismatch',
  ],
  [
    'for another domain',
    (attempt) => ({ ...signed(attempt), domain: 'evil.example.com' }),
    'ton-domain-mismatch',
  ],
  [
    'for another network',
    (attempt) => ({ ...signed(attempt), network: '-3' }),
    'ton-network-mismatch',
  ],
  [
    'signed too long ago',
    (attempt) => {
      const text = signed(attempt)
      server.clock.now += 5 * MINUTE_MS + 1_000
      return text
    },
    'ton-proof-expired',
  ],
  [
    'signed in the future',
    (attempt) => {
      server.clock.now += MINUTE_MS
      const text = signed(attempt)
      server.clock.now -= MINUTE_MS
      return text
    },
    'ton-proof-from-future',
  ],
]

describe('where a text is offered', () => {
  beforeEach(() => start('offer'))

  test('an attempt has its text from the start, for this member', async () => {
    const { message } = await server.newAttempt(ada)
    expect(message).toContain(`@ada (id ${ADA.id})`)
  })

  test('a text raises the binding of the wallet that the attempt linked', async () => {
    const attempt = await proven(ada)
    expect(attempt).toMatchObject({ state: 'linked', wallet: { binding: 'domain' } })
    const raised = await sendText(ada, attempt, signed(attempt))
    expect(raised.status).toBe(201)
    expect(raised.json).toMatchObject({
      state: 'linked',
      wallet: { id: attempt.wallet?.id, level: 'key', binding: 'text' },
    })
    expect(await getWallets(ada)).toMatchObject([{ binding: 'text' }])
    expect((await events()).map(({ type }) => type)).toEqual(['wallet.linked', 'wallet.linked'])
  })

  test.each(WRONG)('a text %s is refused, and what is linked stays', async (_, make, code) => {
    const attempt = await proven(ada)
    expect(getCode(await sendText(ada, attempt, await make(attempt)))).toBe(code)
    expect(await look(ada, attempt.id)).toMatchObject({ state: 'linked', errorCode: null })
    expect(await getWallets(ada)).toMatchObject([{ binding: 'domain' }])
  })

  test('a member may sign a text for five minutes after the attempt’s own time', async () => {
    const attempt = await proven(ada)
    server.clock.now += 10 * MINUTE_MS - 1
    expect((await sendText(ada, attempt, signed(attempt))).status).toBe(201)
    server.clock.now += 1
    expect(getCode(await sendText(ada, attempt, signed(attempt)))).toBe('attempt-expired')
  })

  test('a text before the ton_proof strengthens nothing', async () => {
    const attempt = await server.newAttempt(ada)
    expect(getCode(await sendText(ada, attempt, signed(attempt)))).toBe('bad-request')
    expect((await look(ada, attempt.id)).state).toBe('created')
  })

  test('a text is refused after the attempt failed, or of another member’s attempt', async () => {
    const failed = await server.newAttempt(ada)
    await server.call('DELETE', `/api/attempts/${failed.id}`, { token: ada })
    expect(getCode(await sendText(ada, failed, signed(failed)))).toBe('attempt-settled')
    const hers = await proven(ada)
    expect(getCode(await sendText(ilya, hers, signed(hers)))).toBe('not-found')
  })

  test('a text gets 503 with Retry-After while the chain is unreachable, and is accepted later', async () => {
    const signer = createTonSigner({
      kind: 'WalletTg',
      seed: new Uint8Array(32).fill(4),
      network: '-239',
    })
    const domain = 'app.example.com'
    const timestamp = Math.floor(server.clock.now / 1_000)
    const attempt = await server.newAttempt(ada)
    const proof = signer.sign({ domain, payload: attempt.payload, timestamp })
    await post(ada, `/api/attempts/${attempt.id}/proof`, proof)
    const text = signer.signText({ domain, text: attempt.message ?? '', timestamp })
    server.tonChain.setReachable(false)
    const refused = await sendText(ada, attempt, text)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    server.tonChain.setReachable(true)
    expect((await sendText(ada, attempt, text)).status).toBe(201)
  })
})

/** Ada has the wallet; Ilya proved it too, and her consent is asked for. */
async function waiting(): Promise<TonAttempt> {
  await start('offer')
  await proven(ada)
  const attempt = await proven(ilya)
  expect(attempt.state).toBe('awaiting-consent')
  return attempt
}

describe('a wallet that waits for its holder’s consent', () => {
  test('a wallet moves immediately by the text that names who asks, both are notified, and the consent is gone', async () => {
    const attempt = await waiting()
    const moved = await sendText(ilya, attempt, signed(attempt))
    expect(moved.status).toBe(201)
    expect(moved.json).toMatchObject({ state: 'linked', wallet: { binding: 'text' } })
    expect(await getWallets(ada)).toEqual([])
    expect(await getWallets(ilya)).toMatchObject([{ binding: 'text' }])
    expect((await events()).at(-1)).toMatchObject({
      type: 'wallet.moved',
      data: {
        user: { telegramId: String(ILYA.id) },
        formerUser: { telegramId: String(ADA.id) },
      },
    })
    const answer = await server.call('POST', `/api/consents/${attempt.id}`, {
      token: ada,
      body: { answer: 'keep' },
    })
    expect(answer.status).toBe(404)
  })

  test.each(WRONG)(
    'a wallet stays where it is by a text %s, and the consent stays',
    async (_, make) => {
      const attempt = await waiting()
      const refused = await sendText(ilya, attempt, await make(attempt))
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect(refused.status).toBeLessThan(500)
      expect((await look(ilya, attempt.id)).state).toBe('awaiting-consent')
      expect(await getWallets(ada)).toHaveLength(1)
      expect(await getWallets(ilya)).toEqual([])
    },
  )

  test('attack: a stranger waits until the holder, who has proved it by text, unlinks it', async () => {
    await start('offer')
    const hers = await proven(ada)
    await sendText(ada, hers, signed(hers))
    const attempt = await proven(ilya)
    expect(attempt.state).toBe('awaiting-consent')
    const again = await proven(ada)
    expect((await sendText(ada, again, signed(again))).status).toBe(201)
    expect(await look(ilya, attempt.id)).toMatchObject({
      state: 'failed',
      errorCode: 'wallet-proven-elsewhere',
    })
    await server.call('DELETE', `/api/wallets/${hers.wallet?.id}`, { token: ada })
    expect(await getWallets(ilya)).toEqual([])
  })

  test.each(['/api/wallets', '/v1/wallets', '/api/me'])(
    'attack: a stranger waits until its holder gives it up by DELETE %s',
    async (path) => {
      const attempt = await waiting()
      const [held] = await getWallets(ada)
      const token = path.startsWith('/v1') ? await server.newKey() : ada
      const target = path === '/api/me' ? path : `${path}/${held?.id}`
      const { status } = await server.call('DELETE', target, { token })
      expect(status).toBe(204)
      expect(await look(ilya, attempt.id)).toMatchObject({
        state: 'failed',
        errorCode: 'wallet-unlinked-elsewhere',
      })
      expect(await getWallets(ilya)).toEqual([])
    },
  )

  test('a wallet goes back to a member who was tricked, by one sentence', async () => {
    const attempt = await waiting()
    await sendText(ilya, attempt, signed(attempt))
    const back = await proven(ada)
    expect(back.state).toBe('awaiting-consent')
    expect((await sendText(ada, back, signed(back))).status).toBe(201)
    expect(await getWallets(ada)).toHaveLength(1)
    expect(await getWallets(ilya)).toEqual([])
  })
})

describe('attack: an old text', () => {
  test('after unlinking and linking anew it raises nothing', async () => {
    await start('offer')
    const first = await proven(ada)
    const old = signed(first)
    await server.call('DELETE', `/api/wallets/${first.wallet?.id}`, { token: ada })
    const second = await proven(ada)
    expect(getCode(await sendText(ada, first, old))).toBe('attempt-settled')
    expect(getCode(await sendText(ada, second, old))).toBe('ton-text-mismatch')
    expect(await getWallets(ada)).toMatchObject([{ binding: 'domain' }])
  })

  test('that moved a wallet once does not fetch it back', async () => {
    const attempt = await waiting()
    const old = signed(attempt)
    await sendText(ilya, attempt, old)
    const back = await proven(ada)
    await sendText(ada, back, signed(back))
    expect(getCode(await sendText(ilya, attempt, old))).toBe('attempt-settled')
    const next = await proven(ilya)
    expect(getCode(await sendText(ilya, next, old))).toBe('ton-text-mismatch')
    expect(await getWallets(ada)).toHaveLength(1)
    expect(await getWallets(ilya)).toEqual([])
  })

  test('comes too late once the holder has said no, or the attempt was given up', async () => {
    const refused = await waiting()
    const answer = { token: ada, body: { answer: 'keep' } }
    await server.call('POST', `/api/consents/${refused.id}`, answer)
    expect(getCode(await sendText(ilya, refused, signed(refused)))).toBe('attempt-settled')
    const dropped = await proven(ilya)
    await server.call('DELETE', `/api/attempts/${dropped.id}`, { token: ilya })
    expect(getCode(await sendText(ilya, dropped, signed(dropped)))).toBe('attempt-settled')
    expect(await getWallets(ada)).toHaveLength(1)
  })

  test('of a wallet that its holder unlinked meanwhile links nothing', async () => {
    const attempt = await waiting()
    const [held] = await getWallets(ada)
    await server.call('DELETE', `/api/wallets/${held?.id}`, { token: ada })
    expect(getCode(await sendText(ilya, attempt, signed(attempt)))).toBe('attempt-settled')
    expect(await getWallets(ilya)).toEqual([])
  })
})

describe('where a text is demanded', () => {
  beforeEach(() => start('require'))

  test('a good ton_proof links nothing yet, and fixes the account that has to sign', async () => {
    const attempt = await server.newAttempt(ada)
    server.clock.now += 2 * MINUTE_MS
    const { status, json } = await prove(ada, attempt)
    expect(status).toBe(202)
    expect(json).toMatchObject({
      state: 'awaiting-signature',
      message: attempt.message,
      wallet: null,
      expiresAt: new Date(server.clock.now + 5 * MINUTE_MS).toISOString(),
    })
    expect(await getWallets(ada)).toEqual([])
    expect(server.events.count).toBe(0)
  })

  test('the text completes the attempt', async () => {
    const attempt = await proven(ada)
    const { status, json } = await sendText(ada, attempt, signed(attempt))
    expect(status).toBe(201)
    expect(json).toMatchObject({ state: 'linked', wallet: { binding: 'text', level: 'key' } })
    expect(server.events.count).toBe(1)
    expect(getCode(await prove(ada, attempt))).toBe('attempt-settled')
  })

  test.each(WRONG)('a text %s ends the attempt, unless its time did', async (_, make, code) => {
    const attempt = await proven(ada)
    const refused = getCode(await sendText(ada, attempt, await make(attempt)))
    const { state, errorCode } = await look(ada, attempt.id)
    if (code === 'ton-proof-expired') {
      expect([refused, state]).toEqual(['attempt-expired', 'expired'])
    } else {
      expect([refused, state, errorCode]).toEqual([code, 'failed', code])
    }
    expect(await getWallets(ada)).toEqual([])
  })

  test('the ton_proof that is sent again gets the same answer', async () => {
    const attempt = await server.newAttempt(ada)
    const [first, second] = [await prove(ada, attempt), await prove(ada, attempt)]
    expect(second.status).toBe(202)
    expect(second.json).toEqual(first.json)
  })

  test('a ton_proof without the text in time links nothing', async () => {
    const attempt = await proven(ada)
    server.clock.now += 5 * MINUTE_MS
    expect(getCode(await sendText(ada, attempt, signed(attempt)))).toBe('attempt-expired')
    expect(await getWallets(ada)).toEqual([])
  })
})

describe('where no text is asked for', () => {
  beforeEach(() => start('off'))

  test('an attempt has no text, and the call is not there', async () => {
    const attempt = await proven(ada)
    expect(attempt.message).toBeNull()
    const text = textFor(server, { text: 'anything', seed: 1 })
    const refused = await sendText(ada, attempt, text)
    expect(refused.status).toBe(404)
    expect(getCode(refused)).toBe('not-found')
  })
})
