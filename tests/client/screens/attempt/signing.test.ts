import { describe, expect, test } from 'vitest'
import { fixAccount } from '#shared/api/fix-account.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { EvmPolicy, TonTextBinding } from '#shared/boot.ts'
import { isolated } from '#client/i18n/format.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createAttemptMemory } from '#client/screens/linking/attempt-memory.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { getDevice } from '#tests/support/get-device.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import {
  createFakeWalletConnector,
  FOR_ITSELF,
  LINK,
  METAMASK,
} from '#tests/support/fake-wallet-connector.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import { until } from '#tests/support/until.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const findText = (app: MemberApp) => app.container.querySelector('pre')

/** The app, on the device that has opened a wallet for this attempt. */
function openAt(
  server: AppServer,
  attempt: Attempt,
  options: Parameters<typeof openMemberApp>[1] = {},
) {
  const route = { screen: 'attempt', id: attempt.id } as const
  return openMemberApp(server, { route, device: getDevice(attempt), ...options })
}

/** An EVM wallet has been opened; the attempt waits for it. */
async function startEvm(policy: EvmPolicy = 'in-app', account = ADA) {
  const server = await startAppServer({ evm: policy })
  const ada = await server.visit(account)
  const { id } = await ada.startEvm()
  const body = { state: 'awaiting-wallet' } as const
  const attempt = await ada.api.call(updateAttempt, { id, body })
  const evm = createFakeWalletConnector()
  evm.walletApp.set(METAMASK)
  return { server, ada, attempt, evm, wallet: server.evmWallet() }
}

/** The app at an EVM attempt whose account is known, and whose wallet signs next. */
async function openToSign(languageCode = 'en') {
  const { server, ada, attempt, evm, wallet } = await startEvm()
  const toSign = await ada.api.call(fixAccount, { id: attempt.id, body: wallet.account })
  const launch = server.launch({ ...ADA, language_code: languageCode })
  const app = openAt(server, toSign, { evm, telegram: createFakeTelegram({ launch }) })
  return { app, evm, wallet, message: toSign.message ?? '' }
}

describe('the text that the wallet shows', () => {
  test('names an account without a username by its id, and the screen says whose that is', async () => {
    const { server, ada, attempt, wallet } = await startEvm('in-app', { ...ADA, username: '' })
    const toSign = await ada.api.call(fixAccount, { id: attempt.id, body: wallet.account })
    const app = openAt(server, toSign)
    await app.sees(`${isolated(String(ADA.id))} is the Telegram account of “${isolated('Ada')}”.`)
    expect(findText(app)?.textContent).toContain(`with the id ${ADA.id}`)
  })

  test('names an account with a username by that, and the screen explains nothing', async () => {
    const { app } = await openToSign()
    await until(() => expect(findText(app)?.textContent).toContain(`@${ADA.username}`))
    expect(app.text()).not.toContain('is the Telegram account of')
  })
})

describe('an EVM attempt', () => {
  test('asks the wallet that has just connected, and is still in front, for the signature without another tap', async () => {
    const { server, attempt, evm, wallet } = await startEvm()
    const app = openAt(server, attempt, { evm })
    await app.sees('Approve the connection')
    expect(app.text()).not.toContain('Sign in wallet')
    evm.answer(wallet.connected)
    await app.sees('Waiting for your signature in MetaMask')
    expect(evm.asked).toMatchObject([
      { attemptId: attempt.id, account: wallet.account, signsFor: null },
    ])
    expect(evm.calls).not.toContain('reopen')
    expect(app.text()).not.toContain('Sign in wallet')
    app.press('Open wallet again')
    expect(evm.calls.at(-1)).toBe('reopen')
    expect(evm.asked).toHaveLength(1)
    evm.answer(await wallet.sign(evm.asked[0]))
    await app.sees('Wallet linked')
    await app.sees('EVM wallet')
    expect(app.text()).toContain('It showed a message with your Telegram account in it.')
  })

  test('links the wallet that has signed in as it connected, and asks it for nothing more', async () => {
    const { server, attempt, evm, wallet } = await startEvm()
    const app = openAt(server, attempt, { evm })
    await app.sees('Approve the connection')
    evm.answer({ ...wallet.connected, signIn: await wallet.signIn(attempt) })
    await app.sees('Wallet linked')
    expect(app.text()).toContain('It showed a message with your Telegram account in it.')
    expect(evm.asked).toEqual([])
    expect(server.sentTo(fixAccount)).toHaveLength(1)
    expect(server.sentTo(submitProof)).toEqual([])
  })

  test('asks the wallet whose sign-in does not fit for the signature, without another tap', async () => {
    const { server, attempt, evm, wallet } = await startEvm()
    const app = openAt(server, attempt, { evm })
    await app.sees('Approve the connection')
    const signed = await wallet.signIn(attempt)
    evm.answer({ ...wallet.connected, signIn: { ...signed, p: { ...signed.p, nonce: 'other' } } })
    await app.sees('Waiting for your signature in MetaMask')
    evm.answer(await wallet.sign(evm.asked[0]))
    await app.sees('Wallet linked')
  })

  test('sends the sign-in again after a reload, because the server has not judged it yet', async () => {
    const { server, ada, attempt, wallet } = await startEvm()
    const device = getDevice(attempt)
    const memory = createAttemptMemory(createUserStorage(device, String(ADA.id)))
    const { account } = wallet
    await ada.api.call(fixAccount, { id: attempt.id, body: account })
    const signIn = await wallet.signIn(attempt)
    memory.saveSubmission(attempt.id, { kind: 'account', account, signIn })
    const evm = createFakeWalletConnector()
    const app = openAt(server, attempt, { evm, device })
    await app.sees('Wallet linked')
    expect(evm.asked).toEqual([])
  })

  test('shows the exact text, with the line that names the account marked', async () => {
    const { app, message } = await openToSign()
    await app.sees('Your wallet will show this message')
    expect(findText(app)?.textContent).toBe(message)
    const naming = message.split('\n').find((line) => line.includes(`@ada (id ${ADA.id})`))
    expect(app.container.querySelector('mark')?.textContent).toBe(naming)
    expect(app.text()).toContain('If the wallet shows any other message or account, reject it.')
  })

  test('shows which account signs, and on which chain', async () => {
    const { app } = await openToSign()
    await app.sees('Ethereum0x7E5F…5Bdf')
  })

  test('shows the text from left to right in Persian, too', async () => {
    const { app } = await openToSign('fa')
    await app.sees('امضا در کیف پول')
    expect(findText(app)?.dir).toBe('ltr')
    expect(app.container.querySelector<HTMLElement>('.address-short')?.dir).toBe('ltr')
  })

  test('lets the member open the wallet again after the request, and shows copy and QR while a link is pending', async () => {
    const { app, evm } = await openToSign()
    await app.sees('Sign in wallet')
    expect(app.text()).not.toContain('Copy link')
    app.press('Sign in wallet')
    await app.tap('Open wallet again')
    expect(evm.calls.at(-1)).toBe('reopen')
    evm.link.set(LINK)
    await app.sees('Copy link')
    await app.sees('QR code for another device')
    for (const messages of ['Another wallet', 'Cancel linking', 'left']) {
      expect(app.text()).toContain(messages)
    }
  })

  test('shows a temporary problem, and the wallet can get the request again', async () => {
    const { app, evm } = await openToSign()
    await app.tap('Sign in wallet')
    await app.sees('Waiting for your signature')
    evm.answer({ kind: 'failure', code: 'evm-relay-unreachable' })
    await app.sees('WalletConnect cannot be reached.')
    app.press('Sign in wallet')
    expect(evm.asked).toHaveLength(2)
    await app.seesNot('WalletConnect cannot be reached.')
  })

  test.each([
    ['wallet-rejected', 'You declined in the wallet.', 'Try again'],
    [
      'evm-method-unsupported',
      'Safe’s phone app, for one, signs no messages.',
      'Choose another wallet',
    ],
    ['evm-session-lost', 'The connection to the wallet was lost.', 'Try again'],
  ] as const)('ends with one sentence and one way on: %s', async (code, sentence, action) => {
    const { app, evm } = await openToSign()
    await app.tap('Sign in wallet')
    evm.answer({ kind: 'failure', code })
    await app.sees(sentence)
    await app.seesMain(action)
    expect(app.buttons()).toEqual([])
  })

  test('an EVM attempt is only polled where the wallet is in the browser', async () => {
    const { server, ada, attempt, evm, wallet } = await startEvm('browser')
    const { id } = attempt
    const app = openAt(server, attempt, { evm })
    await app.sees('Continue in your browser.')
    app.press('Open the page again')
    expect(evm.calls.at(-1)).toBe('reopen')
    const { message } = await ada.api.call(fixAccount, { id, body: wallet.account })
    app.telegram.comeBack()
    await until(() =>
      expect(app.container.querySelector('[aria-current=step]')?.textContent).toContain('Sign'),
    )
    expect(app.text()).not.toContain('Sign in wallet')
    const signed = await wallet.sign({ attemptId: id, message: message ?? '', ...FOR_ITSELF })
    const signature = signed.kind === 'signature' ? signed.signature : ''
    await ada.api.call(submitProof, { id, body: { signature } })
    app.telegram.comeBack()
    await app.sees('Wallet linked')
  })
})

/** An attempt of Ada's for a TON wallet, which Ilya may hold already. */
async function startTon(tonText: TonTextBinding = 'offer', isHeld = false) {
  const server = await startAppServer({ tonText })
  if (isHeld) await (await server.visit(ILYA)).linkTon()
  const ada = await server.visit()
  return { server, ada, attempt: await ada.startTon() }
}

/** The app at a TON attempt that a wallet which signs texts has proven, and which needs a text. */
async function openProven(tonText: TonTextBinding, isHeld = false) {
  const { server, ada, attempt } = await startTon(tonText, isHeld)
  await ada.prove(attempt)
  const wallets = createFakeWalletConnector({ canSign: true })
  return { server, attempt, wallets, app: openAt(server, attempt, { wallets }) }
}

/** Linked by a proof that showed only the domain, with a wallet that can sign texts or cannot. */
async function linkTon(canSign: boolean) {
  const { server, attempt } = await startTon()
  const wallets = createFakeWalletConnector({ canSign })
  const app = openAt(server, attempt, { wallets })
  await app.sees('Open your wallet')
  wallets.answer(server.proveTon(attempt))
  await app.sees('Wallet linked')
  return { app, server, wallets, attempt }
}

describe('a TON attempt', () => {
  test('a TON attempt has a separate step for the text where the operator requires one', async () => {
    const { server, attempt, app, wallets } = await openProven('require')
    await app.sees('Sign in wallet')
    expect(app.container.querySelectorAll('.step')).toHaveLength(4)
    expect(findText(app)?.textContent).toBe(attempt.message)
    app.press('Sign in wallet')
    expect(wallets.asked).toMatchObject([{ attemptId: attempt.id, message: attempt.message }])
    wallets.answer(server.signTon(wallets.asked[0]))
    await app.sees('Wallet linked')
    expect(app.text()).toContain('The wallet named your account')
  })

  test('offers to sign a sentence when it is linked, and then shows what the wallet has named', async () => {
    const { app, server, wallets, attempt } = await linkTon(true)
    await app.sees('Optional: add your Telegram name to the proof')
    expect(app.text()).toContain('The wallet named this app')
    expect(app.container.querySelector('.fold[open]')).toBeNull()
    expect(findText(app)).toBeNull()
    app.press('Sign the message')
    await app.sees('Waiting for your signature')
    expect(findText(app)?.textContent).toBe(attempt.message)
    wallets.answer(server.signTon(wallets.asked[0]))
    await app.sees('The wallet named your account')
    await app.seesNot('Optional: add your Telegram name to the proof')
    expect(app.services.announcement.get()).toBe('The wallet named your account')
  })

  test('stays linked when the sentence is declined', async () => {
    const { app, wallets } = await linkTon(true)
    await app.tap('Sign the message')
    await app.sees('Waiting for your signature')
    wallets.answer({ kind: 'failure', code: 'wallet-rejected' })
    await app.sees('What is proven already stays.')
    expect(app.text()).toContain('Wallet linked')
    expect(app.text()).not.toContain('Nothing was linked')
    expect(app.text()).toContain('Sign the message')
  })

  test('offers nothing to a wallet that cannot sign texts', async () => {
    const { app } = await linkTon(false)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(app.text()).not.toContain('Optional: add your Telegram name to the proof')
  })

  test('a TON attempt can move the wallet immediately when it waits for another holder', async () => {
    const { server, app, wallets } = await openProven('offer', true)
    await app.sees('No need to wait')
    app.press('Sign the message')
    await app.sees('Waiting for your signature')
    wallets.answer(server.signTon(wallets.asked[0]))
    await app.sees('Wallet linked')
  })

  test('a TON attempt has three steps without a text to sign, and does not mention one', async () => {
    const { server, attempt } = await startTon('off')
    const app = openAt(server, attempt)
    await app.sees('Approve the request')
    expect(app.container.querySelectorAll('.step')).toHaveLength(3)
    expect(app.text()).not.toContain('Sign')
  })
})
