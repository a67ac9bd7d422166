import { isHex, recoverMessageAddress } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { checkSignIn } from '#server/linking/check-sign-in.ts'
import type { SignInTerms } from '#shared/sign-in.ts'
import { ATTEMPT_ID, type EvmPage, useWalletConnect } from '#tests/support/evm-page.ts'
import { claimsFor, writeClaims } from '#tests/support/sign-in.ts'

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 })

const MINUTE = 60_000

const evm = useWalletConnect()

const TERMS: SignInTerms = {
  domain: 'app.example.com',
  uri: 'https://app.example.com',
  chainId: 1,
  nonce: 'fb'.repeat(32),
  statement:
    'Link this wallet to the Telegram account @ada (id 42) in Clasp: sign only if that is yours.',
  expiresAt: new Date(Date.now() + 10 * MINUTE).toISOString(),
  requestId: 'Qm9yZWRBdHRlbXB0SWQtXw',
  resources: ['tg://user?id=42'],
}

type Options = { now?: () => number; isWarm?: boolean; signIn?: SignInTerms | null }

const prepare = (page: EvmPage, signIn: SignInTerms | null = TERMS, attemptId = ATTEMPT_ID) =>
  page.connector.prepare({ family: 'evm', attemptId, ...(signIn && { signIn }) })

/** A page whose member has opened MetaMask, and a wallet that reads its link. */
async function meet({ signIn = TERMS, isWarm = false, ...options }: Options = {}) {
  const page = evm.openPage({ ...options })
  const wallet = await evm.world.openWallet()
  if (isWarm) await page.connector.warmUp()
  await prepare(page, signIn)
  page.connector.connect('metamask')
  await wallet.follow(page.connector.link.get())
  const addresses = wallet.accounts.flatMap((one) => ('key' in one ? one.address : []))
  const [first = '', second = ''] = addresses
  return { page, wallet, first, second }
}

/** The next attempt of the same page, in the same wallet. */
async function meetAgain({ page, wallet }: Awaited<ReturnType<typeof meet>>, attemptId: string) {
  await prepare(page, TERMS, attemptId)
  page.answers.length = 0
  page.connector.connect('metamask')
  await wallet.follow(page.connector.link.get())
}

const signed = (address: string) => ({
  h: { t: 'caip122' },
  p: claimsFor(TERMS, address, Date.now()),
  s: { t: 'eip191', s: '0x12' },
})

describe('a wallet that signs in as it connects', () => {
  test.each([false, true])(
    'answers with its account and a signature of the server’s message, a link without it being ready: %s',
    async (isWarm) => {
      const { page, wallet } = await meet({ isWarm })
      expect(wallet.askedSignIns()).toMatchObject([{ chains: ['eip155:1'], nonce: TERMS.nonce }])
      await wallet.approve('sign-in')
      const { account, signIn } = await page.received('account')
      if (signIn === undefined) throw new Error('the wallet did not sign in')
      const now = Date.now()
      const checked = checkSignIn(signIn, { terms: TERMS, account, createdAt: now - MINUTE, now })
      if (!checked.ok) throw new Error(checked.field)
      const { message, signature } = checked
      if (!isHex(signature)) throw new Error('the signature is no hex')
      expect(await recoverMessageAddress({ message, signature })).toBe(account.address)
      expect(wallet.view.get()).toEqual({ screen: 'done', outcome: 'signed' })
      expect(page.isConnected()).toBe(true)
    },
  )

  test('shows the text before, exactly as the server will write it', async () => {
    const { wallet, first } = await meet()
    const [asked] = wallet.askedSignIns() ?? []
    const claims = claimsFor(TERMS, first, Date.parse(asked?.iat ?? ''))
    expect(wallet.getSignInText('main')).toBe(writeClaims(claims))
  })

  test('may sign while the page is away', async () => {
    const { page, wallet, first } = await meet()
    await page.leave()
    await wallet.approve('sign-in')
    const next = await page.reload()
    await next.connector.restore()
    expect(await next.received('account')).toMatchObject({
      account: { address: first },
      signIn: { s: { t: 'eip191' } },
    })
  })

  test('is asked by a link that replaced an older one, too', async () => {
    let now = Date.now()
    const { page, wallet } = await meet({ now: () => now })
    const former = page.connector.link.get()
    now += 4.5 * MINUTE
    page.telegram.comeBack()
    await vi.waitUntil(() => page.connector.link.get() !== former, 10_000)
    await wallet.follow(page.connector.link.get())
    await wallet.approve('sign-in')
    expect((await page.received('account')).signIn).toBeDefined()
  })

  test('decides by its signature which of several shared accounts it means', async () => {
    const { page, wallet, first, second } = await meet()
    await wallet.approveWith([first, second], [signed(second)])
    expect(await page.received('account')).toMatchObject({
      account: { address: second },
      signIn: { p: { nonce: TERMS.nonce } },
    })
  })
})

describe('a wallet that is asked to sign in connects as before', () => {
  test('when it does not know sign-ins', async () => {
    const { page, wallet } = await meet()
    await wallet.approve()
    expect((await page.received('account')).signIn).toBeUndefined()
  })

  test('when it gives two signatures', async () => {
    const { page, wallet } = await meet()
    await wallet.approve('sign-in-twice')
    expect((await page.received('account')).signIn).toBeUndefined()
  })

  test('when its two signatures are for two accounts: the member chooses', async () => {
    const { page, wallet, first, second } = await meet()
    await wallet.approveWith([first, second], [signed(first), signed(second)])
    await vi.waitUntil(() => page.connector.sessionStep.get()?.kind === 'choose-account', 10_000)
    page.connector.chooseAccount({ address: first, chainId: 1 })
    expect((await page.received('account')).signIn).toBeUndefined()
  })

  const ODD: Record<string, (address: string, other: string) => unknown> = {
    'no list': (address) => signed(address),
    'an empty list': () => [],
    'a word': () => 'signed',
    nothing: () => null,
    'a list of nothing': () => [null],
    'no payload': (address) => [{ ...signed(address), p: undefined }],
    'no header': (address) => [{ ...signed(address), h: undefined }],
    'no signature': (address) => [{ ...signed(address), s: { t: 'eip191' } }],
    'a signature in words': (address) => [{ ...signed(address), s: { t: 'eip191', s: 'mine' } }],
    'a number as its nonce': (address) => [
      { ...signed(address), p: { ...signed(address).p, nonce: 12 } },
    ],
    'a statement without end': (address) => [
      { ...signed(address), p: { ...signed(address).p, statement: 'x'.repeat(2_000) } },
    ],
    'an account that it does not share': (_, other) => [signed(other)],
    'an account on another chain': (address) => [
      { ...signed(address), p: { ...signed(address).p, iss: `did:pkh:eip155:8453:${address}` } },
    ],
    'no account': (address) => [{ ...signed(address), p: { ...signed(address).p, iss: null } }],
  }
  test.each(Object.entries(ODD))('when its answer has %s', async (_, answer) => {
    const { page, wallet, first, second } = await meet()
    await wallet.approveWith([first], answer(first, second))
    expect(await page.received('account')).toMatchObject({ account: { address: first } })
    expect(page.answers).not.toMatchObject([{ signIn: {} }])
  })

  test('when another account of it is wanted', async () => {
    const page = evm.openPage()
    const wallet = await evm.world.openWallet()
    const [first = '', second = ''] = wallet.accounts.flatMap((one) =>
      'key' in one ? one.address : [],
    )
    const wanted = [second]
    await page.connector.prepare({ family: 'evm', attemptId: ATTEMPT_ID, wanted, signIn: TERMS })
    page.connector.connect('metamask')
    await wallet.follow(page.connector.link.get())
    await wallet.approveWith([first, second], [signed(first)])
    const { account, signIn } = await page.received('account')
    expect([account.address, signIn]).toEqual([second, undefined])
  })

  test('when nobody asked: its signature counts for nothing', async () => {
    const { page, wallet, first } = await meet({ signIn: null })
    expect(wallet.askedSignIns()).toBeUndefined()
    await wallet.approveWith([first], [signed(first)])
    expect((await page.received('account')).signIn).toBeUndefined()
  })
})

describe('a wallet that breaks on a sign-in', () => {
  test('is asked to connect only, the next time', async () => {
    const met = await meet()
    await met.wallet.reject()
    await met.page.received('failure')
    await meetAgain(met, 'another-another-anothe')
    expect(met.wallet.askedSignIns()).toBeUndefined()
    await met.wallet.approve()
    expect((await met.page.received('account')).signIn).toBeUndefined()
  })

  test('is asked to connect only, also when it stayed silent, and after a reload', async () => {
    const met = await meet()
    met.page.connector.cancel()
    const page = await met.page.reload()
    await meetAgain({ ...met, page }, 'another-another-anothe')
    expect(met.wallet.askedSignIns()).toBeUndefined()
  })

  test('is asked to sign in again ten minutes later', async () => {
    let now = Date.now()
    const met = await meet({ now: () => now })
    await met.wallet.reject()
    await met.page.received('failure')
    now += 10 * MINUTE
    await meetAgain(met, 'another-another-anothe')
    expect(met.wallet.askedSignIns()).toHaveLength(1)
  })
})

test('a relay that is slow with the sign-in costs no further tap: the link that is ready opens, and connects', async () => {
  const page = evm.openPage()
  const wallet = await evm.world.openWallet()
  await page.connector.warmUp()
  await wallet.silenceApp()
  await prepare(page)
  page.connector.connect('metamask')
  expect(page.windows).toHaveLength(1)
  page.telegram.comeBack()
  await wallet.follow(page.connector.link.get())
  expect(wallet.askedSignIns()).toBeUndefined()
  await wallet.approve()
  expect((await page.received('account')).signIn).toBeUndefined()
})
