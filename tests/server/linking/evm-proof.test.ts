import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from 'viem'
import { deploySafeContracts } from '#demo/evm/safe.ts'
import { signAsSafe } from '#demo/evm/sign-as-safe.ts'
import { shareAmongTests } from '#tests/support/share-among-tests.ts'
import { DOMAIN, type TestServer } from '#tests/support/test-server.ts'
import { proofFor } from '#tests/support/link-wallet.ts'
import {
  ALWAYS_REVERTS,
  ALWAYS_YES,
  BASE,
  getCode,
  ETHEREUM,
  evmCalls,
  getKey,
  getMessage,
  getSecret,
  startEvmWorld,
} from '../http/evm-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const TEN_MINUTES_MS = 10 * 60_000
/** A signature of a key's length that no key made. */
const NONSENSE = `0x${'11'.repeat(64)}1b`

const world = shareAmongTests(startEvmWorld)
let server: TestServer
let calls: ReturnType<typeof evmCalls>
let ada: string

beforeEach(async () => {
  server = await world().startServer()
  calls = evmCalls(server)
  ada = await server.signIn(ADA)
})

const key = getKey(1)
const other = getKey(2)
const contract = '0x00000000000000000000000000000000C0FFEE01'

describe('an EVM attempt', () => {
  test('an attempt starts without a message, for ten minutes', async () => {
    const attempt = await server.newEvmAttempt(ada)
    expect(attempt).toMatchObject({
      family: 'evm',
      state: 'created',
      account: null,
      message: null,
      wallet: null,
    })
    expect(Date.parse(attempt.expiresAt)).toBe(server.clock.now + TEN_MINUTES_MS)
    expect(attempt).not.toHaveProperty('payload')
  })

  test('is refused where the operator offers no EVM wallets', async () => {
    const off = await world().startServer('off')
    const token = await off.signIn()
    const made = await off.call('POST', '/api/attempts', { token, body: { family: 'evm' } })
    expect(made.status).toBe(403)
    expect(getCode({ json: await made.json() })).toBe('evm-off')
    await off.close()
  })
})

const offered = (address: string) => ({ address, chainId: ETHEREUM, otherChainIds: [BASE, 10] })

describe('an account that a wallet offers on several chains', () => {
  const onBase = '0x00000000000000000000000000000000C0ffee02'
  const onBoth = '0x00000000000000000000000000000000C0FfEE03'

  beforeAll(async () => {
    await world().setCodeOn(BASE, onBase, ALWAYS_YES)
    await world().setCodeOn(ETHEREUM, onBoth, ALWAYS_YES)
    await world().setCodeOn(BASE, onBoth, ALWAYS_YES)
  })

  test('is fixed on the one on which it is a contract, and is linked there', async () => {
    const { id } = await server.newEvmAttempt(ada)
    const fixed = await calls.fix(ada, id, offered(onBase))
    expect(fixed.json).toMatchObject({ account: { address: onBase, chainId: BASE } })
    expect(getMessage(fixed.json)).toContain(`\nChain ID: ${BASE}\n`)
    expect((await calls.fix(ada, id, offered(onBase))).json).toEqual(fixed.json)
    const { status, json } = await calls.prove(ada, id, '0x')
    expect(status).toBe(201)
    expect(json).toMatchObject({ wallet: { chainId: BASE } })
  })

  test('is fixed on the preferred one where it is no contract', async () => {
    const { id } = await server.newEvmAttempt(ada)
    const { json } = await calls.fix(ada, id, offered(key.address))
    expect(json).toMatchObject({ account: { address: key.address, chainId: ETHEREUM } })
  })

  test('is not fixed where it is a contract on two: the member chooses', async () => {
    const { id } = await server.newEvmAttempt(ada)
    const { status, json } = await calls.fix(ada, id, offered(onBoth))
    expect(status).toBe(200)
    expect(json).toMatchObject({ state: 'created', account: null, contractOn: [ETHEREUM, BASE] })
    const chosen = await calls.fix(ada, id, { address: onBoth, chainId: BASE })
    expect(chosen.json).toMatchObject({ account: { address: onBoth, chainId: BASE } })
    expect(chosen.json).not.toHaveProperty('contractOn')
  })

  test('costs one query a chain, and none where the wallet offers one chain only', async () => {
    const { id } = await server.newEvmAttempt(ada)
    world().rpc.asked = 0
    await calls.fix(ada, id, { address: key.address, chainId: ETHEREUM })
    const alone = world().rpc.asked
    world().rpc.asked = 0
    const next = await server.newEvmAttempt(ada)
    await calls.fix(ada, next.id, offered(other.address))
    expect(world().rpc.asked).toBe(alone + 2)
  })
})

describe('the account of an EVM attempt', () => {
  test('an account gets a message that names domain, account, chain, member, attempt and times', async () => {
    const { id } = await server.newEvmAttempt(ada)
    const { status, json } = await calls.fix(ada, id, { address: key.address, chainId: BASE })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      state: 'awaiting-signature',
      account: { address: key.address, chainId: BASE },
    })
    const message = getMessage(json)
    const until = new Date(server.clock.now + TEN_MINUTES_MS).toISOString()
    for (const line of [
      `${DOMAIN} wants you to sign in with your Ethereum account:`,
      key.address,
      `Chain ID: ${BASE}`,
      `Issued At: ${new Date(server.clock.now).toISOString()}`,
      `Expiration Time: ${until}`,
      `Request ID: ${id}`,
      `- tg://user?id=${ADA.id}`,
    ]) {
      expect(message.split('\n')).toContain(line)
    }
    expect(message).toContain('@ada')
    expect((await calls.look(ada, id)).message).toBe(message)
  })

  test.each([
    ['in lower case', key.address.toLowerCase()],
    ['in upper case', `0x${key.address.slice(2).toUpperCase()}`],
    ['with its checksum', key.address],
  ])('may be written %s', async (_, address) => {
    const { id } = await server.newEvmAttempt(ada)
    const { json } = await calls.fix(ada, id, { address })
    expect(json).toMatchObject({ account: { address: key.address } })
  })

  test('is refused with a wrong checksum', async () => {
    const { id } = await server.newEvmAttempt(ada)
    const address = `0x${key.address.slice(2, -1)}${key.address.endsWith('F') ? 'f' : 'F'}`
    const refused = await calls.fix(ada, id, { address })
    expect(refused.status).toBe(422)
    expect(getCode(refused)).toBe('evm-address-malformed')
    expect((await calls.look(ada, id)).state).toBe('created')
  })

  test('is refused on a chain that the operator does not offer', async () => {
    const { id } = await server.newEvmAttempt(ada)
    const refused = await calls.fix(ada, id, { address: key.address, chainId: 5 })
    expect(getCode(refused)).toBe('evm-chain-unsupported')
  })

  test('is refused for a TON attempt, and for somebody else’s', async () => {
    const ton = await server.newAttempt(ada)
    expect(getCode(await calls.fix(ada, ton.id, key))).toBe('bad-request')
    const ilya = await server.signIn(ILYA)
    const { id } = await server.newEvmAttempt(ada)
    expect(getCode(await calls.fix(ilya, id, key))).toBe('not-found')
  })
})

describe('the call for an EVM proof', () => {
  test('a key proves its account, which is linked on every chain', async () => {
    const { status, attempt } = await calls.link(ada, key)
    expect(status).toBe(201)
    expect(attempt).toMatchObject({
      state: 'linked',
      wallet: {
        family: 'evm',
        address: key.address,
        chainId: null,
        kind: 'eoa',
        level: 'key',
        binding: 'text',
        keySource: 'signature',
        primary: true,
      },
    })
    expect(await calls.getWallets(ada)).toEqual([attempt.wallet])
    expect(server.events.count).toBe(1)
  })

  test('counts a proof by its family, without the time that the chain took', async () => {
    world().rpc.delayMs = 300
    expect((await calls.link(ada, key)).status).toBe(201)
    const { text } = await server.metrics.expose({ deliveryQueueAgeS: 0, missing: [] })
    expect(text).toContain('clasp_proof_seconds_count{family="evm"} 1')
    const [, seconds] = /clasp_proof_seconds_sum\{family="evm"\} (\S+)/.exec(text) ?? []
    expect(Number(seconds)).toBeLessThan(0.3)
    expect(Number(seconds)).toBeGreaterThan(0)
  })

  test.each<[string, (message: string) => string]>([
    ['another domain', (text) => text.replaceAll(DOMAIN, 'evil.example.com')],
    ['another chain', (text) => text.replace('Chain ID: 1', 'Chain ID: 8453')],
    ['another nonce', (text) => text.replace(/Nonce: \w+/, `Nonce: ${'0'.repeat(64)}`)],
    ['another user', (text) => text.replaceAll(String(ADA.id), String(ILYA.id))],
    ['another name', (text) => text.replace('@ada', '@ilya')],
    ['another time', (text) => text.replace('Issued At: 2026', 'Issued At: 2025')],
    ['a later end', (text) => text.replace('Expiration Time: 2026', 'Expiration Time: 2027')],
    ['another attempt', (text) => text.replace('Request ID: ', 'Request ID: x')],
    ['one character more', (text) => `${text} `],
    ['one character altered', (text) => text.replace('wallet', 'wollet')],
  ])('refuses the signature of a message for %s', async (_, alter) => {
    const { id, message } = await calls.fixed(ada, key)
    const altered = alter(message)
    expect(altered).not.toBe(message)
    const refused = await calls.prove(ada, id, await key.signMessage({ message: altered }))
    expect(refused.status).toBe(422)
    expect(getCode(refused)).toBe('evm-signature-invalid')
    expect(await calls.look(ada, id)).toMatchObject({
      state: 'failed',
      errorCode: 'evm-signature-invalid',
    })
    expect(await calls.getWallets(ada)).toEqual([])
  })

  test('refuses the signature of another key under the right message, and ends the attempt', async () => {
    const { id, message } = await calls.fixed(ada, key)
    const refused = await calls.prove(ada, id, await other.signMessage({ message }))
    expect(getCode(refused)).toBe('evm-signature-invalid')
    const late = await calls.prove(ada, id, await key.signMessage({ message }))
    expect(getCode(late)).toBe('attempt-settled')
  })

  test('refuses a signature of one attempt in another of the same member and account', async () => {
    const first = await calls.fixed(ada, key)
    const second = await calls.fixed(ada, key)
    const signature = await key.signMessage({ message: first.message })
    expect(getCode(await calls.prove(ada, second.id, signature))).toBe('evm-signature-invalid')
  })

  test("Ilya can neither use Ada's attempt nor her signature in his", async () => {
    const ilya = await server.signIn(ILYA)
    const hers = await calls.fixed(ada, key)
    const his = await calls.fixed(ilya, key)
    const signature = await key.signMessage({ message: hers.message })
    expect(getCode(await calls.prove(ilya, hers.id, signature))).toBe('not-found')
    expect(getCode(await calls.prove(ilya, his.id, signature))).toBe('evm-signature-invalid')
    expect(await calls.getWallets(ilya)).toEqual([])
  })

  test('replay: links once when the same signature comes twenty times at the same time', async () => {
    const { id, message } = await calls.fixed(ada, key)
    const signature = await key.signMessage({ message })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => calls.prove(ada, id, signature)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    // The others found the member's one query under way, or the attempt settled.
    for (const { status } of answers) expect([201, 409, 429]).toContain(status)
    expect(getCode(await calls.prove(ada, id, signature))).toBe('attempt-settled')
    expect(await calls.getWallets(ada)).toHaveLength(1)
  })

  test('accepts no old signature when the account is swapped after the text was signed', async () => {
    const { id, message } = await calls.fixed(ada, key)
    const signature = await key.signMessage({ message })
    await calls.fix(ada, id, other)
    expect(getCode(await calls.prove(ada, id, signature))).toBe('evm-signature-invalid')
  })

  test('links nothing when the account is swapped while the proof is checked', async () => {
    const { id, message } = await calls.fixed(ada, key)
    const release = world().hold()
    const proving = calls.prove(ada, id, await key.signMessage({ message }))
    await expect.poll(() => world().rpc.asked, { interval: 5 }).toBeGreaterThan(0)
    await calls.fix(ada, id, other)
    release()
    expect(getCode(await proving)).toBe('attempt-settled')
    expect(await calls.getWallets(ada)).toEqual([])
    expect((await calls.look(ada, id)).account).toEqual({
      address: other.address,
      chainId: ETHEREUM,
    })
  })

  test('refuses a proof before the account is fixed', async () => {
    const { id } = await server.newEvmAttempt(ada)
    const refused = await calls.prove(ada, id, NONSENSE)
    expect(refused.status).toBe(409)
    expect(getCode(refused)).toBe('evm-account-missing')
    expect((await calls.look(ada, id)).state).toBe('created')
  })

  test('refuses a proof of the other family, which changes nothing', async () => {
    const evm = await calls.fixed(ada, key)
    const ton = await server.newAttempt(ada)
    const tonProof = proofFor(server, { payload: ton.payload, seed: 1 })
    const path = `/api/attempts/${evm.id}/proof`
    expect(getCode(await calls.send('POST', path, { token: ada, body: tonProof }))).toBe(
      'bad-request',
    )
    expect(getCode(await calls.prove(ada, ton.id, NONSENSE))).toBe('bad-request')
    expect((await calls.look(ada, evm.id)).state).toBe('awaiting-signature')
  })

  test.each([
    ['a byte too many', `${NONSENSE}00`, 'evm-contract-not-deployed'],
    ['a byte too few', NONSENSE.slice(0, -4), 'evm-signature-malformed'],
    ['none', '0x', 'evm-signature-malformed'],
    ['half a byte', '0x1', 'bad-request'],
    ['no hex', '0xzz', 'bad-request'],
    ['17 KiB', `0x${'11'.repeat(17 * 1024)}`, 'bad-request'],
    ['more than a body may have', `0x${'11'.repeat(33 * 1024)}`, 'body-too-large'],
  ])('refuses a signature of %s', async (_, signature, code) => {
    const { id } = await calls.fixed(ada, key)
    expect(getCode(await calls.prove(ada, id, signature))).toBe(code)
  })

  test('answers 503 with Retry-After while the chain is unreachable, and the same signature links later', async () => {
    const { id, message } = await calls.fixed(ada, key)
    const signature = await key.signMessage({ message })
    world().rpc.isUp = false
    const refused = await calls.prove(ada, id, signature)
    expect(refused.status).toBe(503)
    expect(getCode(refused)).toBe('evm-chain-unreachable')
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await calls.look(ada, id)).toMatchObject({ state: 'awaiting-signature', message })
    world().rpc.isUp = true
    expect((await calls.prove(ada, id, signature)).status).toBe(201)
  })

  test('gives no verdict on a wrong signature while the chain is unreachable', async () => {
    const { id } = await calls.fixed(ada, key)
    world().rpc.isUp = false
    expect(getCode(await calls.prove(ada, id, NONSENSE))).toBe('evm-chain-unreachable')
    expect((await calls.look(ada, id)).state).toBe('awaiting-signature')
  })

  test('attack: a flood of proofs by one member asks the chain one query; the others have to wait, and no outage is logged', async () => {
    const { id, message } = await calls.fixed(ada, key)
    const signature = await key.signMessage({ message })
    const release = world().hold()
    const askedBefore = world().rpc.asked
    const logged = server.logLines.length
    const answers: Awaited<ReturnType<typeof calls.prove>>[] = []
    const flood = Array.from({ length: 20 }, async () => {
      answers.push(await calls.prove(ada, id, signature))
    })
    await expect.poll(() => answers.length, { interval: 5, timeout: 20_000 }).toBe(19)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
    expect(new Set(answers.map(getCode))).toEqual(new Set(['busy']))
    expect(new Set(answers.map(({ headers }) => headers.get('retry-after')))).toEqual(
      new Set(['1']),
    )
    expect(world().rpc.asked - askedBefore).toBe(1)
    const lines = server.logLines.slice(logged).join('')
    expect(lines).toContain('not linked yet: another query of this member to a chain')
    expect(lines).not.toContain('no RPC endpoint')
    release()
    await Promise.all(flood)
    expect(answers.at(-1)?.status).toBe(201)
  })
})

describe('a contract account', () => {
  test('is linked at account level when it always says yes, as a contract on its chain', async () => {
    await world().setCode(contract, ALWAYS_YES)
    const { id } = await calls.fixed(ada, { address: contract })
    const { status, json } = await calls.prove(ada, id, NONSENSE)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      wallet: {
        chainId: ETHEREUM,
        kind: 'contract',
        level: 'account',
        binding: 'hash',
        keySource: 'contract',
      },
    })
  })

  test('is refused when it reverts', async () => {
    await world().setCode(contract, ALWAYS_REVERTS)
    const { id } = await calls.fixed(ada, { address: contract })
    expect(getCode(await calls.prove(ada, id, NONSENSE))).toBe('evm-contract-refused')
    expect((await calls.look(ada, id)).state).toBe('failed')
  })

  test('is refused when it stands on another chain only, whatever it would say there', async () => {
    await world().setCode(contract, ALWAYS_YES)
    const { id } = await calls.fixed(ada, { address: contract, chainId: BASE })
    const long = `0x${'11'.repeat(130)}`
    expect(getCode(await calls.prove(ada, id, long))).toBe('evm-contract-not-deployed')
  })

  test('as many owners as a contract demands prove it, and no former one', async () => {
    const [one, two, heir] = [getKey(11), getKey(12), getKey(13)]
    const [first, second, third] = [getSecret(11), getSecret(12), getSecret(13)]
    const safes = await deploySafeContracts(world().anvil)
    const safe = await safes.create({ owners: [one.address, two.address], threshold: 2 })
    const proveWith = async (keys: readonly Hex[]) => {
      const { id, message } = await calls.fixed(ada, safe)
      return calls.prove(ada, id, await signAsSafe(safe, message, keys))
    }
    expect((await proveWith([first, second])).status).toBe(201)
    expect(getCode(await proveWith([first]))).toBe('evm-contract-refused')
    await safes.swapOwner(safe, { from: two.address, to: heir.address }, [first, second])
    expect(getCode(await proveWith([first, second]))).toBe('evm-contract-refused')
    expect((await proveWith([first, third])).status).toBe(201)
    expect(await calls.getWallets(ada)).toMatchObject([{ address: safe.address }])
  }, 20_000)

  test('is neither accepted nor refused while its chain is unreachable', async () => {
    await world().setCode(contract, ALWAYS_YES)
    const { id } = await calls.fixed(ada, { address: contract })
    world().rpc.isUp = false
    expect(getCode(await calls.prove(ada, id, NONSENSE))).toBe('evm-chain-unreachable')
    world().rpc.isUp = true
    expect((await calls.prove(ada, id, NONSENSE)).status).toBe(201)
  })
})
