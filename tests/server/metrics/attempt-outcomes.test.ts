import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { CONSENT_TTL_MS, TON_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { type TonAttempt, TonAttemptSchema } from '#shared/attempt.ts'
import { getTonAddress, proofFor, type SigningSeed } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADA, ILYA, ZEBULON } from '#tests/support/people.ts'

const LineSchema = v.object({
  level: v.number(),
  attempt: v.string(),
  outcome: v.optional(v.string()),
  code: v.optional(v.string()),
  platform: v.optional(v.string()),
  clientVersion: v.optional(v.nullable(v.string())),
  walletApp: v.optional(v.nullable(v.string())),
  ms: v.optional(v.number()),
  msg: v.string(),
})

const EVM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const INFO = 30
const WARN = 40

let server: TestServer
let token: string
beforeEach(async () => {
  server = await openTestServer()
  token = await server.signIn()
})

/** The log lines about the attempts that have ended since the last call. */
async function notified({ outcomes, logLines } = server) {
  const before = logLines.length
  await outcomes.stop()
  return logLines.slice(before).map((line) => v.parse(LineSchema, JSON.parse(line)))
}

/** The log lines of the routes themselves about an attempt. */
const getText = ({ id }: TonAttempt) =>
  server.logLines
    .map((line) => v.safeParse(LineSchema, JSON.parse(line)))
    .flatMap(({ success, output }) => (success && output.attempt === id ? [output] : []))

async function prove(token: string, attempt: TonAttempt, by: SigningSeed): Promise<number> {
  const body = proofFor(server, { payload: attempt.payload, ...by })
  return (await server.call('POST', `/api/attempts/${attempt.id}/proof`, { token, body })).status
}

const update = ({ id }: TonAttempt, body: object) =>
  server.call('PATCH', `/api/attempts/${id}`, { token, body })

describe('the log, which answers why a wallet was not linked,', () => {
  test('logs one line of a link, with client, wallet and time, and none of the member', async () => {
    token = await server.signIn(ZEBULON)
    const response = await server.call('POST', '/api/attempts', {
      token,
      body: { family: 'ton', client: { platform: 'ios', version: '9.1' } },
    })
    const attempt = v.parse(TonAttemptSchema, await response.json())
    await update(attempt, { state: 'awaiting-wallet', walletApp: 'Tonkeeper' })
    server.clock.now += 12_345
    expect(await prove(token, attempt, { seed: 1 })).toBe(201)
    const lines = await notified()
    expect(lines).toMatchObject([
      {
        level: INFO,
        attempt: attempt.id,
        outcome: 'linked',
        platform: 'ios',
        clientVersion: '9.1',
        walletApp: 'Tonkeeper',
        ms: 12_345,
        msg: 'wallet linked',
      },
    ])
    const text = server.logLines.join('')
    const secrets = [
      String(ZEBULON.id),
      ZEBULON.first_name,
      ZEBULON.username,
      getTonAddress(1),
      token,
    ]
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(await notified()).toEqual([])
  })

  test('logs and counts an EVM attempt whose wallet did not sign as one', async () => {
    server = await openTestServer({ evm: 'in-app' })
    token = await server.signIn()
    const { id, expiresAt } = await server.newEvmAttempt(token)
    const body = { address: EVM_ADDRESS, chainId: 1 }
    await server.call('PUT', `/api/attempts/${id}/account`, { token, body })
    server.clock.now = Date.parse(expiresAt)
    expect(await notified()).toMatchObject([
      { attempt: id, outcome: 'expired', msg: 'not linked: the wallet did not sign in time' },
    ])
    const { text } = await server.metrics.expose({ deliveryQueueAgeS: 0, missing: [] })
    expect(text).toMatch(/clasp_attempts_total\{outcome="expired",family="evm",[^}]*\} 1/)
    const lines = server.logLines.join('')
    expect(lines.toLowerCase()).not.toContain(EVM_ADDRESS.toLowerCase())
  })

  test('logs that the member cancelled', async () => {
    const attempt = await server.newAttempt(token)
    await server.call('DELETE', `/api/attempts/${attempt.id}`, { token })
    expect(await notified()).toMatchObject([{ attempt: attempt.id, outcome: 'cancelled' }])
  })

  test.each([
    'wallet-rejected',
    'wallet-no-proof',
    'wallet-bad-request',
    'wallet-manifest',
    'wallet-unsupported',
    'wallet-failed',
  ] satisfies ProblemCode[])('logs a failure in the wallet: %s', async (errorCode) => {
    const attempt = await server.newAttempt(token)
    await update(attempt, { state: 'failed', errorCode })
    expect(await notified()).toMatchObject([
      { level: WARN, attempt: attempt.id, outcome: errorCode, walletApp: null },
    ])
  })

  test('logs the code of a wrong proof once, and not by the route too', async () => {
    const [former, attempt] = [await server.newAttempt(token), await server.newAttempt(token)]
    const body = proofFor(server, { payload: former.payload, seed: 2 })
    await server.call('POST', `/api/attempts/${attempt.id}/proof`, { token, body })
    expect(await notified()).toMatchObject([
      {
        attempt: attempt.id,
        outcome: 'ton-payload-mismatch',
        msg: 'not linked: ton_proof: payload of another attempt',
      },
    ])
    expect(getText(attempt)).toHaveLength(1)
  })

  test.each([
    ['no wallet was opened', 'opened', 'not linked: no wallet was opened in time'],
    ['the wallet was silent', 'awaiting-wallet', 'not linked: the wallet did not answer in time'],
  ])(
    'logs that an attempt expired while %s, how far it came, and its whole time',
    async (_, state, msg) => {
      const attempt = await server.newAttempt(token)
      await update(attempt, { state })
      expect(await notified()).toEqual([])
      server.clock.now += TON_ATTEMPT_TTL_MS + 86_400_000
      expect(await notified()).toMatchObject([
        { level: WARN, attempt: attempt.id, outcome: 'expired', ms: TON_ATTEMPT_TTL_MS, msg },
      ])
    },
  )

  test('does not repeat a name of a wallet that no list knows', async () => {
    const attempt = await server.newAttempt(token)
    await update(attempt, { state: 'awaiting-wallet', walletApp: 'Zebulon of Main Street' })
    await update(attempt, { state: 'failed', errorCode: 'wallet-failed' })
    expect(await notified()).toMatchObject([{ walletApp: 'other' }])
    expect(server.logLines.join('')).not.toContain('Zebulon')
  })

  test('an unreachable chain ends nothing: the log has each try, and the outcome once', async () => {
    const attempt = await server.newAttempt(token)
    const rotatable = { kind: 'WalletTg', seed: 3 } as const
    server.tonChain.setReachable(false)
    expect(await prove(token, attempt, rotatable)).toBe(503)
    expect(getText(attempt)).toMatchObject([
      { level: WARN, code: 'ton-chain-unreachable', msg: 'not linked yet: TON API did not answer' },
    ])
    expect(await notified()).toEqual([])
    server.tonChain.setReachable(true)
    expect(await prove(token, attempt, rotatable)).toBe(201)
    expect(await notified()).toMatchObject([{ attempt: attempt.id, outcome: 'linked' }])
  })

  test('logs a proof that comes too late as what it is', async () => {
    const attempt = await server.newAttempt(token)
    server.clock.now += TON_ATTEMPT_TTL_MS
    expect(await prove(token, attempt, { seed: 4 })).toBe(410)
    expect(getText(attempt)).toMatchObject([{ code: 'attempt-expired' }])
  })

  test('logs a wallet too many', async () => {
    for (let seed = 10; seed < 20; seed += 1) {
      server.clock.now += TON_ATTEMPT_TTL_MS
      expect(await prove(token, await server.newAttempt(token), { seed })).toBe(201)
    }
    expect(await notified()).toHaveLength(10)
    const attempt = await server.newAttempt(token)
    expect(await prove(token, attempt, { seed: 30 })).toBe(409)
    expect(await notified()).toMatchObject([{ attempt: attempt.id, outcome: 'wallet-limit' }])
  })
})

/** Ilya proves a wallet that Ada holds. */
async function ask() {
  const [ada, ilya] = [await server.signIn(ADA), await server.signIn(ILYA)]
  expect(await prove(ada, await server.newAttempt(ada), { seed: 5 })).toBe(201)
  await notified()
  const attempt = await server.newAttempt(ilya)
  expect(await prove(ilya, attempt, { seed: 5 })).toBe(202)
  return { ada, attempt }
}

const answer = (
  { ada, attempt }: { ada: string; attempt: TonAttempt },
  confirmation: 'move' | 'keep',
) =>
  server.call('POST', `/api/consents/${attempt.id}`, {
    token: ada,
    body: { answer: confirmation },
  })

describe('the log about a wallet that another account holds', () => {
  test('logs immediately that the holder is asked for consent, and no outcome yet', async () => {
    const { attempt } = await ask()
    expect(getText(attempt)).toMatchObject([
      { level: INFO, msg: 'not linked yet: the holder of the wallet is asked' },
    ])
    expect(await notified()).toEqual([])
  })

  test('logs that the holder refused', async () => {
    const asked = await ask()
    await answer(asked, 'keep')
    expect(await notified()).toMatchObject([
      { attempt: asked.attempt.id, outcome: 'wallet-linked-elsewhere' },
    ])
  })

  test('logs that the holder handed the wallet over', async () => {
    const asked = await ask()
    await answer(asked, 'move')
    expect(await notified()).toMatchObject([{ attempt: asked.attempt.id, outcome: 'linked' }])
  })

  test('logs that a wallet was not linked to the requester when its holder unlinked it', async () => {
    const { ada, attempt } = await ask()
    const me = v.parse(
      v.object({ wallets: v.tuple([v.object({ id: v.string() })]) }),
      await (await server.call('GET', '/api/me', { token: ada })).json(),
    )
    await server.call('DELETE', `/api/wallets/${me.wallets[0].id}`, { token: ada })
    const outcome = 'wallet-unlinked-elsewhere'
    expect(await notified()).toMatchObject([{ attempt: attempt.id, outcome }])
  })

  test('logs that the holder did not answer in time', async () => {
    const { attempt } = await ask()
    server.clock.now += CONSENT_TTL_MS
    expect(await notified()).toMatchObject([
      {
        attempt: attempt.id,
        outcome: 'expired',
        msg: 'not linked: the holder of the wallet did not answer in time',
      },
    ])
  })
})

describe('the outcome of an attempt', () => {
  test('one of two processes logs the outcome of an attempt', async () => {
    for (let count = 0; count < 8; count += 1) {
      const { id } = await server.newAttempt(token)
      await server.call('DELETE', `/api/attempts/${id}`, { token })
    }
    const other = await openTestServer({ store: server.store })
    const lines = await Promise.all([notified(), notified(other)])
    const attempts = lines.flat().map(({ attempt }) => attempt)
    expect(attempts).toHaveLength(8)
    expect(new Set(attempts).size).toBe(8)
  })

  test('is logged after the restart when nothing ran at its end', async () => {
    const attempt = await server.newAttempt(token)
    await server.call('DELETE', `/api/attempts/${attempt.id}`, { token })
    server.outcomes.start()
    await expect.poll(() => getText(attempt).length, { interval: 5 }).toBe(1)
    await server.outcomes.stop()
  })

  test('the outcome waits for a database that is away, and the log says so', async () => {
    await server.closeStore()
    await server.outcomes.stop()
    expect(server.logLines.join('')).toContain('the outcomes of attempts were not counted')
  })
})
