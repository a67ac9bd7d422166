import { expect, test, vi } from 'vitest'
import { hashMessage, recoverAddress } from 'viem'
import { safeMessageHash } from '#shared/safe-message.ts'
import { ATTEMPT_ID, MESSAGE, type EvmPage, useWalletConnect } from '#tests/support/evm-page.ts'

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 })

const HOUR = 3_600_000
const SAFE = { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', chainId: 8453 }

const evm = useWalletConnect()

/** An owner's wallet, connected to the page. */
async function connect(behaviour: 'honest' | 'texts-only' = 'honest', chainIds = [1, 8453]) {
  const { page, wallet } = await evm.meet({}, { chainIds })
  await wallet.approve(behaviour)
  const { account } = await page.received('account')
  page.answers.length = 0
  return { page, wallet, account }
}

type SafeSigningChange = { message?: string; signsFor?: typeof SAFE | null; leftMs?: number }

function sign(
  page: EvmPage,
  { message = MESSAGE, signsFor = SAFE, leftMs = HOUR }: SafeSigningChange = {},
) {
  const expiresAt = Date.now() + leftMs
  page.connector.sign({ attemptId: ATTEMPT_ID, message, account: null, signsFor, expiresAt })
}

/** The signer whose signature the page has received. */
async function signerReceived(page: EvmPage) {
  const { signature } = await page.received('signature')
  const hash = safeMessageHash(SAFE, MESSAGE)
  return recoverAddress({ hash, signature: `0x${signature.slice(2)}` })
}

test('an owner signs the Safe’s message: the wallet shows its hash, the Safe and the chain', async () => {
  const { page, wallet, account } = await connect()
  sign(page)
  page.connector.reopen()
  expect(page.windows.at(-1)).toBe('clasp-demo-wallet://')
  await wallet.isAsked()
  expect(wallet.view.get()).toMatchObject({
    request: {
      kind: 'safe-message',
      address: account.address,
      data: {
        domain: { chainId: SAFE.chainId, verifyingContract: SAFE.address },
        message: { message: hashMessage(MESSAGE) },
        types: {
          EIP712Domain: [
            { name: 'chainId', type: 'uint256' },
            { name: 'verifyingContract', type: 'address' },
          ],
        },
      },
    },
  })
  await wallet.sign('honest')
  expect(await signerReceived(page)).toBe(account.address)
})

test('an owner’s second try sends the same request again', async () => {
  const { page, wallet } = await connect()
  sign(page)
  sign(page)
  page.connector.reopen()
  expect(page.windows.slice(1)).toEqual(['clasp-demo-wallet://'])
  await wallet.agree()
  await page.received('signature')
  expect(wallet.view.get()).toMatchObject({ screen: 'done' })
  expect(page.answers).toHaveLength(1)
})

test('the text itself and the Safe’s message of the same text are two requests', async () => {
  const { page, wallet, account } = await connect()
  sign(page, { signsFor: null })
  await wallet.agree()
  await page.received('signature')
  page.answers.length = 0
  sign(page)
  await wallet.agree()
  expect(await signerReceived(page)).toBe(account.address)
})

test('a reload restores the request, and its signature still arrives', async () => {
  const { page, wallet, account } = await connect()
  sign(page)
  await wallet.isAsked()
  const next = await page.reload()
  await next.connector.restore()
  sign(next)
  await wallet.sign('honest')
  expect(await signerReceived(next)).toBe(account.address)
  expect(next.answers).toHaveLength(1)
})

test('an owner’s signature that was made while the page was closed is found', async () => {
  const { page, wallet, account } = await connect()
  sign(page)
  await wallet.isAsked()
  await page.leave()
  await wallet.sign('honest')
  const next = await page.reload()
  await next.connector.restore()
  expect(await signerReceived(next)).toBe(account.address)
})

test('a request that lasts for days is still answered a day later', async () => {
  const { page, wallet, account } = await connect()
  sign(page, { leftMs: 70 * HOUR })
  await wallet.isAsked()
  await page.leave()
  await wallet.sign('honest')
  const next = await page.reload({ now: () => Date.now() + 24 * HOUR })
  await next.connector.restore()
  expect(await signerReceived(next)).toBe(account.address)
})

test.each([
  ['as long as the attempt', 70 * HOUR, 70 * 3_600],
  ['at least as long as the wallet takes', 60_000, 300],
  ['at most as long as the wallet takes', 24 * 30 * HOUR, 604_800],
])('a request lasts %s', async (_, leftMs, seconds) => {
  const { page, wallet } = await connect()
  const from = Math.floor(Date.now() / 1_000)
  sign(page, { leftMs })
  await wallet.isAsked()
  const to = Math.ceil(Date.now() / 1_000)
  expect(getExpiry(page)).toBeGreaterThanOrEqual(from + seconds)
  expect(getExpiry(page)).toBeLessThanOrEqual(to + seconds)
})

/** The expiry of the request in the library's record, in seconds since the epoch. */
function getExpiry({ storage }: EvmPage): number {
  const key = storage.keys().find((name) => name.endsWith('//history')) ?? ''
  const found = storage
    .getItem(key)
    ?.match(/"expiryTimestamp":(\d+)/gu)
    ?.at(-1)
  return Number(found?.split(':').at(-1))
}

test('an owner’s wallet whose session does not allow the method is reported, and gets no request', async () => {
  const { page, wallet } = await connect('texts-only')
  sign(page)
  expect(await page.received('failure')).toEqual({
    kind: 'failure',
    code: 'evm-method-unsupported',
  })
  expect(wallet.view.get().screen).not.toBe('sign')
})

test('an owner’s wallet that answers that it does not support the method is reported', async () => {
  const { page, wallet } = await connect()
  sign(page)
  await wallet.agree('unsupported-method')
  expect(await page.received('failure')).toMatchObject({ code: 'evm-method-unsupported' })
})

test('an owner’s wallet that is not on the Safe’s chain is reported, because it signs for its own chain only', async () => {
  const { page } = await connect('honest', [1])
  sign(page)
  expect(await page.received('failure')).toEqual({ kind: 'failure', code: 'evm-chain-unsupported' })
})

test('an owner’s refusal is reported, and the owner can sign once more', async () => {
  const { page, wallet, account } = await connect()
  sign(page)
  await wallet.isAsked()
  await wallet.reject()
  expect(await page.received('failure')).toMatchObject({ code: 'wallet-rejected' })
  page.answers.length = 0
  sign(page)
  await wallet.agree()
  expect(await signerReceived(page)).toBe(account.address)
})
