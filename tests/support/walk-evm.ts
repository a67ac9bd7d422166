import { ADA, ILYA } from '#demo/telegram/people.ts'
import { en, evmEn, signingEn } from '#tests/support/messages.ts'
import { type DemoStage } from './demo-stage.ts'
import {
  approveConnection,
  approveText,
  askEvmWallet,
  chooseEvmWallet,
  openChoice,
  seeSigning,
} from './e2e-evm.ts'
import {
  answerDialog,
  approve,
  askTelegramWallet,
  seeEmptyHome,
  goHome,
  seeLinked,
  seeMember,
} from './e2e-link.ts'
import type { WalkScreen } from './walk-screen.ts'
import {
  attemptPath,
  backHome,
  closeSheet,
  closeTab,
  closeWallet,
  onAnotherDevice,
  openWithWallet,
  press,
  see,
} from './walk-verbs.ts'

const MINUTE_MS = 60_000

const OPEN_WALLET = en.attempt.open('Demo EVM Wallet')

/** The screens of EVM wallets in the Mini App, other accounts, and the end of a visit. */
export const EVM_SCREENS: readonly WalkScreen[] = [
  {
    name: 'attempt-evm',
    title: 'An EVM wallet was opened',
    async reach({ stage }) {
      await openWithWallet(stage)
      await askEvmWallet(stage)
      await closeWallet(stage)
    },
  },
  {
    name: 'attempt-qr',
    title: 'The wallet’s link as a QR code',
    async reach({ stage }) {
      await press(stage, en.attempt.showQr)
      await stage.app.getByRole('dialog').locator('.qr path').waitFor()
    },
    leave: ({ stage }) => closeSheet(stage),
  },
  {
    name: 'attempt-account',
    title: 'The wallet offers several accounts',
    async reach({ stage }) {
      await press(stage, en.attempt.reopen)
      await approveConnection(stage.wallet, { behaviour: 'every-account' })
      await stage.wallet.getByTestId('status-done').waitFor()
      await closeWallet(stage)
      await see(stage, evmEn.account.title)
    },
  },
  {
    name: 'attempt-chain',
    title: 'The wallet is on another chain',
    async reach({ stage }) {
      await press(stage, en.attempt.anotherWallet)
      await chooseEvmWallet(stage)
      await approveConnection(stage.wallet, { behaviour: 'other-chain' })
      await stage.wallet.getByTestId('status-done').waitFor()
      await closeWallet(stage)
      await stage.app.getByRole('button', { name: OPEN_WALLET, exact: true }).waitFor()
    },
  },
  {
    name: 'attempt-signing',
    title: 'The wallet is to sign',
    async reach({ stage }) {
      await press(stage, OPEN_WALLET)
      const chains = stage.wallet.getByTestId('chain')
      // The wallet shows what it has stored, until it receives the end of the connection that was given up.
      await chains.first().waitFor()
      await chains.nth(1).waitFor({ state: 'detached' })
      await chains.selectOption('1')
      await stage.wallet.getByTestId('text').waitFor()
      await closeWallet(stage)
      await seeSigning(stage)
    },
  },
  {
    name: 'attempt-signature',
    title: 'The text to sign, after a reload',
    async reach({ stage }) {
      await stage.reloadPage()
      await stage.app.getByRole('button', { name: signingEn.press, exact: true }).waitFor()
    },
  },
  {
    name: 'linked-evm',
    title: 'An EVM wallet is linked',
    async reach({ stage }) {
      await press(stage, signingEn.press)
      await approveText(stage.wallet)
      await seeLinked(stage)
      await stage.messenger.getByTestId('wallet').waitFor({ state: 'detached' })
    },
    leave: ({ stage }) => goHome(stage),
  },
  {
    name: 'attempt-computer',
    title: 'A wallet on another device',
    async reach({ stage }) {
      await stage.setPlatform('tdesktop')
      await openChoice(stage)
      await press(stage, 'MetaMask')
      await stage.app.locator('.qr path').waitFor()
    },
    async leave({ stage }) {
      await onAnotherDevice(stage, 'DELETE', await attemptPath(stage))
      await stage.app.getByText(en.attempt.cancelled).first().waitFor()
      await backHome(stage)
      await stage.setPlatform('ios')
      await see(stage, en.home.wallets)
    },
  },
  {
    name: 'attempt-consent',
    title: 'The wallet belongs to another account',
    async reach({ stage }) {
      await stage.switchAccount(ILYA)
      await stage.setLanguage('en')
      await stage.app.getByText('@ilya_voronov').waitFor()
      await seeEmptyHome(stage)
      await askTelegramWallet(stage)
      await approve(stage.wallet)
      await see(stage, en.attempt.consent)
      await stage.messenger.getByTestId('wallet').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'home-consent',
    title: 'Another account asks for a wallet',
    async reach({ stage }) {
      await stage.switchAccount(ADA)
      await stage.app.getByRole('button', { name: en.home.letGo }).waitFor()
    },
  },
  {
    name: 'launch-refused',
    title: 'Telegram’s launch data is too old',
    async reach({ stage, clock }) {
      await stage.closeMiniApp()
      await stage.openMiniApp()
      // A sign-in on its way would be stored after everything was forgotten.
      await seeMember(stage)
      await clock.skip(130 * MINUTE_MS)
      await forgetAndReload(stage)
      await stage.app.getByText(en.problems['init-data-expired']).first().waitFor()
    },
    async leave({ stage }) {
      await stage.closeMiniApp()
      await stage.openMiniApp()
      await see(stage, en.home.wallets)
    },
  },
  {
    name: 'deleted',
    title: 'Everything is deleted',
    async reach({ stage }) {
      await press(stage, en.home.settings)
      await press(stage, en.settings.deleteAll)
      await answerDialog(stage, en.settings.deleteAsk(2).confirm)
      await see(stage, en.settings.deleted.name)
    },
    async leave({ stage }) {
      await stage.pressMain()
      await stage.messenger.getByTestId('mini-app-sheet').waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'outside',
    title: 'Outside Telegram',
    async reach({ stage }) {
      const opened = stage.context.waitForEvent('page')
      await stage.messenger.getByTestId('open-outside').click()
      const page = await opened
      await page.getByRole('img', { name: en.outside.qrTitle }).locator('path').waitFor()
      return page
    },
    leave: closeTab,
  },
  {
    name: 'privacy-page',
    title: 'Privacy policy',
    async reach({ stage }) {
      const page = await stage.context.newPage()
      await page.goto(`${stage.demo.appUrl}/privacy?lang=en`)
      return page
    },
    leave: closeTab,
  },
]

/** Removes the session from the device, so that initData must open the next one. */
async function forgetAndReload({ messenger }: DemoStage): Promise<void> {
  const frame = messenger.frame({ name: 'mini-app' })
  if (frame === null) throw new Error('no Mini App is open')
  await Promise.all([
    frame.waitForNavigation(),
    frame.evaluate(() => {
      window.localStorage.clear()
      window.location.reload()
    }),
  ])
}
