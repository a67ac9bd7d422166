import { describe, expect, test } from 'vitest'
import { fixAccount } from '#shared/api/fix-account.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { submitText } from '#shared/api/submit-text.ts'
import type { Attempt, EvmAttempt, TonAttempt } from '#shared/attempt.ts'
import type { Boot } from '#shared/boot.ts'
import { deviceOf } from '#tests/support/device-of.ts'
import { ATTEMPT, EVM_ATTEMPT, EVM_WALLET, ok, WALLET } from '#tests/support/fake-api.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import {
  ACCOUNT,
  createFakeWalletConnector,
  EVM_ACCOUNT,
  FOR_ITSELF,
  LINK,
  METAMASK,
  PROOF,
  SIGNATURE,
  TEXT,
} from '#tests/support/fake-wallet-connector.ts'
import { BOOT, createReadyServer, EVM_BOOT, openApp } from '#tests/support/open-app.tsx'
import { until } from '#tests/support/until.ts'

type App = ReturnType<typeof openApp>

const NAMING =
  'Link this wallet to the Telegram account @ada (id 1001) in Clasp: sign only if it is yours.'
const MESSAGE = [
  'app.example.com wants you to sign in with your Ethereum account:',
  EVM_WALLET.address,
  '',
  NAMING,
  '',
  'URI: https://app.example.com',
  'Resources:',
  '- tg://user?id=1001',
].join('\n')
const TON_MESSAGE = [
  'Link this wallet to the Telegram account @ada (id 1001) in Clasp at app.example.com.',
  '',
  'Sign only if this is your Telegram account.',
].join('\n')

const TO_SIGN: EvmAttempt = {
  ...EVM_ATTEMPT,
  state: 'awaiting-signature',
  account: EVM_ACCOUNT,
  message: MESSAGE,
}
const WITH_TEXT: TonAttempt = { ...ATTEMPT, message: TON_MESSAGE }
const LINKED: TonAttempt = { ...WITH_TEXT, state: 'linked', wallet: WALLET }

const sees = (app: App, words: string) => until(() => expect(app.text()).toContain(words))
const textOf = (app: App) => app.container.querySelector('pre')

type Options = Parameters<typeof openApp>[0]

/** The app at this attempt, of which the server knows. */
function openAt(attempt: Attempt, options: Options = {}) {
  const server = createReadyServer()
  server.attempt.current = attempt
  const evm = createFakeWalletConnector()
  evm.walletApp.set(METAMASK)
  const route = { screen: 'attempt', id: attempt.id } as const
  const device = deviceOf(attempt)
  const app = openApp({ boot: EVM_BOOT, server, route, evm, device, ...options })
  return { app, evm, server }
}

describe('an EVM attempt', () => {
  test('goes from the wallet to the signature and the receipt, each in a tap of its own', async () => {
    const { app, evm, server } = openAt({ ...EVM_ATTEMPT, state: 'awaiting-wallet' })
    server.on(fixAccount, () => ok((server.attempt.current = TO_SIGN)))
    server.on(submitProof, () => ok({ ...TO_SIGN, state: 'linked', wallet: EVM_WALLET }))
    await sees(app, 'Approve the connection')
    expect(app.text()).not.toContain('Sign in wallet')
    evm.answer(ACCOUNT)
    await sees(app, 'Sign in wallet')
    expect(evm.asked).toEqual([])
    app.press('Sign in wallet')
    expect(evm.asked).toEqual([
      { attemptId: EVM_ATTEMPT.id, message: MESSAGE, ...FOR_ITSELF, account: EVM_ACCOUNT },
    ])
    await sees(app, 'Waiting for your signature in MetaMask')
    evm.answer(SIGNATURE)
    await sees(app, 'Wallet linked')
    await sees(app, 'EVM wallet')
    expect(app.text()).toContain('It showed a sentence with your Telegram account in it.')
  })

  test('shows the whole text to the letter, with the line that names the account pointed out', async () => {
    const { app } = openAt(TO_SIGN)
    await sees(app, 'Your wallet will show this text')
    expect(textOf(app)?.textContent).toBe(MESSAGE)
    expect(app.container.querySelector('mark')?.textContent).toBe(NAMING)
    expect(app.text()).toContain('If the wallet shows any other text or account, reject it.')
  })

  test('says which account signs, and on which chain', async () => {
    const { app } = openAt(TO_SIGN)
    await sees(app, '0xf39F…2266')
    await sees(app, 'Ethereum0xf39F…2266')
  })

  test('reads from left to right in Persian, too', async () => {
    const launch = {
      place: 'telegram',
      initData: 'signed',
      telegramId: '1001',
      firstName: 'Ada',
      languageCode: 'fa',
    } as const
    const { app } = openAt(TO_SIGN, { telegram: createFakeTelegram({ launch }) })
    await sees(app, 'امضا در کیف پول')
    expect(textOf(app)?.dir).toBe('ltr')
    expect(app.container.querySelector<HTMLElement>('.address-short')?.dir).toBe('ltr')
  })

  test('once asked, the wallet can be opened again; copy and QR are there while a link is pending', async () => {
    const { app, evm } = openAt(TO_SIGN)
    await sees(app, 'Sign in wallet')
    expect(app.text()).not.toContain('Copy link')
    app.press('Sign in wallet')
    await sees(app, 'Open wallet again')
    app.press('Open wallet again')
    expect(evm.calls.at(-1)).toBe('reopen')
    evm.link.set(LINK)
    await sees(app, 'Copy link')
    await sees(app, 'QR code for another device')
    for (const words of ['Another wallet', 'Cancel linking', 'left']) {
      expect(app.text()).toContain(words)
    }
  })

  test('what may pass is told, and the wallet can be asked again', async () => {
    const { app, evm } = openAt(TO_SIGN)
    await sees(app, 'Sign in wallet')
    app.press('Sign in wallet')
    await sees(app, 'Waiting for your signature')
    evm.answer({ kind: 'failure', code: 'evm-relay-unreachable' })
    await sees(app, 'WalletConnect cannot be reached.')
    app.press('Sign in wallet')
    expect(evm.asked).toHaveLength(2)
    await until(() => expect(app.text()).not.toContain('WalletConnect cannot be reached.'))
  })

  test.each([
    ['wallet-rejected', 'You declined in the wallet.', 'Try again'],
    [
      'evm-method-unsupported',
      'Safe’s phone app, for one, signs no messages.',
      'Choose another wallet',
    ],
    ['evm-session-lost', 'The connection to the wallet was lost.', 'Try again'],
  ] as const)('%s ends it with one sentence and one way on', async (code, sentence, action) => {
    const { app, evm } = openAt(TO_SIGN)
    await sees(app, 'Sign in wallet')
    app.press('Sign in wallet')
    evm.answer({ kind: 'failure', code })
    await sees(app, sentence)
    await until(() => expect(app.telegram.mainButton()).toMatchObject({ text: action }))
    expect(app.buttons()).toEqual([])
  })

  test('is only watched where the wallet is in the browser', async () => {
    const boot: Boot = { ...EVM_BOOT, policy: { ...EVM_BOOT.policy, evm: 'browser' } }
    const { app, evm, server } = openAt({ ...EVM_ATTEMPT, state: 'awaiting-wallet' }, { boot })
    await sees(app, 'Go on in your browser.')
    app.press('Open the page again')
    expect(evm.calls.at(-1)).toBe('reopen')
    server.attempt.current = TO_SIGN
    app.telegram.comeBack()
    await until(() =>
      expect(app.container.querySelector('[aria-current=step]')?.textContent).toContain('Sign'),
    )
    expect(app.text()).not.toContain('Sign in wallet')
    server.attempt.current = { ...TO_SIGN, state: 'linked', wallet: EVM_WALLET }
    app.telegram.comeBack()
    await sees(app, 'Wallet linked')
  })
})

/** Linked by a proof that showed only the domain, with a wallet that signs texts or does not. */
async function linkTon(canSign: boolean) {
  const wallets = createFakeWalletConnector({ canSign })
  const { app, server } = openAt(WITH_TEXT, { boot: BOOT, wallets, evm: null })
  server.on(submitProof, () => ok((server.attempt.current = LINKED)))
  await sees(app, 'Open your wallet')
  wallets.answer(PROOF)
  await sees(app, 'Wallet linked')
  return { app, server, wallets }
}

describe('a TON attempt', () => {
  test('has a step of its own for the text where the owner demands one', async () => {
    const boot: Boot = { ...BOOT, policy: { ...BOOT.policy, tonText: 'require' } }
    const wallets = createFakeWalletConnector({ canSign: true })
    const { app, server } = openAt(
      { ...WITH_TEXT, state: 'awaiting-signature' },
      { boot, wallets, evm: null },
    )
    server.on(submitText, () => ok({ ...LINKED, wallet: { ...WALLET, binding: 'text' } }))
    await sees(app, 'Sign in wallet')
    expect(app.container.querySelectorAll('.step')).toHaveLength(4)
    expect(textOf(app)?.textContent).toBe(TON_MESSAGE)
    app.press('Sign in wallet')
    expect(wallets.asked).toMatchObject([{ attemptId: ATTEMPT.id, message: TON_MESSAGE }])
    wallets.answer(TEXT)
    await sees(app, 'Wallet linked')
    expect(app.text()).toContain('The wallet named your account')
  })

  test('that is linked offers to sign a sentence, and shows then what the wallet has named', async () => {
    const { app, server, wallets } = await linkTon(true)
    server.on(submitText, () => ok({ ...LINKED, wallet: { ...WALLET, binding: 'text' } }))
    await sees(app, 'Make it stronger')
    expect(app.text()).toContain('The wallet named this app')
    expect(textOf(app)).toBeNull()
    app.press('Sign the sentence')
    await sees(app, 'Waiting for your signature')
    expect(textOf(app)?.textContent).toBe(TON_MESSAGE)
    wallets.answer(TEXT)
    await sees(app, 'The wallet named your account')
    await until(() => expect(app.text()).not.toContain('Make it stronger'))
    expect(app.services.announcement.get()).toBe('The wallet named your account')
  })

  test('that is linked stays linked when the sentence is declined', async () => {
    const { app, wallets } = await linkTon(true)
    await sees(app, 'Sign the sentence')
    app.press('Sign the sentence')
    await sees(app, 'Waiting for your signature')
    wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
    await sees(app, 'What is proven already stays.')
    expect(app.text()).toContain('Wallet linked')
    expect(app.text()).not.toContain('Nothing was linked')
    expect(app.text()).toContain('Sign the sentence')
  })

  test('offers nothing to a wallet that signs no texts', async () => {
    const { app } = await linkTon(false)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(app.text()).not.toContain('Make it stronger')
  })

  test('that waits for another holder can move the wallet at once', async () => {
    const wallets = createFakeWalletConnector({ canSign: true })
    const waiting: Attempt = { ...WITH_TEXT, state: 'awaiting-consent' }
    const { app, server } = openAt(waiting, { boot: BOOT, wallets, evm: null })
    server.on(submitText, () => ok({ ...LINKED, wallet: { ...WALLET, binding: 'text' } }))
    await sees(app, 'No need to wait')
    app.press('Sign the sentence')
    await sees(app, 'Waiting for your signature')
    wallets.answer(TEXT)
    await sees(app, 'Wallet linked')
  })

  test('without a text to sign has three steps and no word about one', async () => {
    const { app } = openAt(ATTEMPT, { boot: BOOT, evm: null })
    await sees(app, 'Approve the request')
    expect(app.container.querySelectorAll('.step')).toHaveLength(3)
    expect(app.text()).not.toContain('Sign')
  })
})
