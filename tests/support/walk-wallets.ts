import { adminEn, en, sharingEn, signingEn } from '#tests/support/messages.ts'
import { isolated } from '#client/i18n/format.ts'
import type { DemoStage } from './demo-stage.ts'
import { openChoice } from './e2e-evm.ts'
import {
  answerDialog,
  approve,
  askTelegramWallet,
  openProof,
  seeEmptyHome,
  seeHome,
  goHome,
  seeLinked,
  signStronger,
} from './e2e-link.ts'
import type { WalkScreen } from './walk-screen.ts'
import {
  SOMEBODY,
  attemptPath,
  backHome,
  changeAnswers,
  closeSheet,
  closeWallet,
  goTo,
  onAnotherDevice,
  press,
  PROVOKED,
  see,
} from './walk-verbs.ts'

const MINUTE_MS = 60_000
/** Longer than the app waits for a wallet. */
const SILENCE_MS = 9_000

const API = /\/api\//
const CARDS = /\/api\/cards\/c1_/

async function askWallet(stage: DemoStage): Promise<void> {
  await askTelegramWallet(stage)
  await closeWallet(stage)
  await see(stage, en.attempt.title)
}

/** Opens the wallet again and answers with it. */
async function answerAgain(stage: DemoStage, answer: 'approve' | 'reject'): Promise<void> {
  await press(stage, en.attempt.reopen)
  await stage.wallet.getByTestId(answer).click()
}

/** The screens of launches, TON wallets, cards and settings. */
export const WALLET_SCREENS: readonly WalkScreen[] = [
  {
    name: 'unsigned',
    title: 'Opened from a keyboard button',
    async reach({ stage }) {
      stage.errors.expect(PROVOKED)
      await stage.messenger.getByTestId('open-keyboard').click()
      await see(stage, en.unsigned.title)
    },
    leave: ({ stage }) => stage.closeMiniApp(),
  },
  {
    name: 'offline',
    title: 'The server cannot be reached',
    async reach({ stage }) {
      await stage.startBot()
      await stage.context.route(API, (route) => route.abort())
      await stage.openMiniApp()
      await see(stage, en.trouble.title)
      await stage.messenger.getByTestId('messenger-main-button').waitFor()
    },
    leave: ({ stage }) => stage.context.unroute(API),
  },
  {
    name: 'home-loading',
    title: 'Home, before anything is known',
    async reach({ stage }) {
      // Never answered.
      await stage.context.route(API, () => undefined)
      await stage.reloadPage()
      await seeHome(stage)
    },
    leave: ({ stage }) => stage.context.unroute(API),
  },
  {
    name: 'home-empty',
    title: 'Home of a new member',
    async reach({ stage }) {
      await stage.reloadPage()
      await seeEmptyHome(stage)
    },
  },
  {
    name: 'connect',
    title: 'Choosing a wallet',
    reach: ({ stage }) => openChoice(stage),
    leave: ({ stage }) => stage.pressBack(),
  },
  {
    name: 'attempt-waiting',
    title: 'The wallet was opened',
    reach: ({ stage }) => askWallet(stage),
  },
  {
    name: 'attempt-silent',
    title: 'The wallet is silent',
    async reach({ stage, clock }) {
      const frame = stage.messenger.frame({ name: 'mini-app' })
      if (frame !== null) await clock.age(frame, SILENCE_MS)
      await stage.app.locator('.status').getByText(en.attempt.hintSilentHere).waitFor()
    },
  },
  {
    name: 'attempt-cancelled',
    title: 'Cancelled on another device',
    async reach({ stage }) {
      await onAnotherDevice(stage, 'DELETE', await attemptPath(stage))
      await stage.app.getByText(en.attempt.cancelled).first().waitFor()
    },
    leave: ({ stage }) => backHome(stage),
  },
  {
    name: 'attempt-failed',
    title: 'Refused in the wallet',
    async reach({ stage }) {
      await askWallet(stage)
      await answerAgain(stage, 'reject')
      await see(stage, en.attempt.failed)
      await stage.messenger.getByTestId('wallet').waitFor({ state: 'detached' })
    },
    async leave({ stage }) {
      await stage.pressBack()
      await seeHome(stage)
    },
  },
  {
    name: 'attempt-expired',
    title: 'Out of time',
    async reach({ stage, clock }) {
      await askWallet(stage)
      await clock.skip(6 * MINUTE_MS)
      await stage.app.getByText(en.problems['attempt-expired']).first().waitFor()
    },
    async leave({ stage }) {
      await stage.pressBack()
      await seeHome(stage)
    },
  },
  {
    name: 'linked',
    title: 'A TON wallet is linked',
    async reach({ stage }) {
      await askTelegramWallet(stage)
      await approve(stage.wallet)
      await seeLinked(stage)
      await stage.messenger.getByTestId('wallet').waitFor({ state: 'detached' })
      await stage.app.getByText(signingEn.stronger.name, { exact: true }).waitFor()
    },
  },
  {
    name: 'linked-signing',
    title: 'A stronger proof under way',
    async reach({ stage }) {
      await signStronger(stage)
      await stage.wallet.getByTestId('text').waitFor()
      await closeWallet(stage)
      await stage.app.locator('.text-block').waitFor()
    },
    leave: ({ stage }) => goHome(stage),
  },
  {
    name: 'home',
    title: 'Home with wallets',
    async reach({ stage }) {
      await see(stage, en.home.wallets)
      await stage.app.getByText(en.home.device).waitFor()
    },
  },
  {
    name: 'home-outdated',
    title: 'Home without a connection',
    async reach({ stage }) {
      await stage.context.route(API, (route) => route.abort())
      await stage.reloadPage()
      await stage.app.getByText(en.home.outdated).first().waitFor()
    },
    async leave({ stage }) {
      await stage.context.unroute(API)
      await stage.reloadPage()
    },
  },
  {
    name: 'wallet',
    title: 'A wallet',
    async reach({ stage }) {
      await stage.app.getByRole('button', { name: 'W5' }).click()
      await stage.app.getByRole('button', { name: en.wallet.unlink }).waitFor()
    },
  },
  {
    name: 'wallet-qr',
    title: 'A wallet’s address as a QR code',
    async reach({ stage }) {
      await press(stage, en.wallet.showQr)
      await stage.app.getByRole('dialog').locator('.qr path').waitFor()
    },
    leave: ({ stage }) => closeSheet(stage),
  },
  {
    name: 'proof',
    title: 'What a proof shows, and to whom',
    reach: ({ stage }) => openProof(stage),
  },
  {
    name: 'proof-strengthen',
    title: 'What is disclosed with Telegram’s signature',
    async reach({ stage }) {
      await press(stage, sharingEn.proof.strengthen)
      await stage.app.getByRole('dialog').getByText(sharingEn.proof.byLaunch.disclosure).waitFor()
    },
    leave: ({ stage }) => closeSheet(stage),
  },
  {
    name: 'proof-agree',
    title: 'A launch that signs a proof, before the member agrees',
    async reach({ stage }) {
      await press(stage, sharingEn.proof.strengthen)
      await press(stage, sharingEn.proof.byLaunch.agree)
      // The button that reopens the app begins with the same word.
      await stage.app.getByRole('button', { name: sharingEn.proof.agree, exact: true }).waitFor()
    },
  },
  {
    name: 'proof-signed',
    title: 'A proof that Telegram has signed',
    async reach({ stage }) {
      await press(stage, sharingEn.proof.agree)
      await stage.app.getByText(sharingEn.proof.signed).waitFor()
    },
    async leave({ stage }) {
      await stage.pressBack()
      await stage.app.getByRole('button', { name: 'W5' }).click()
    },
  },
  {
    name: 'card-own',
    title: 'A wallet’s card, seen by its holder',
    async reach({ stage }) {
      await press(stage, sharingEn.shareCard)
      await stage.app.getByText(sharingEn.yours).waitFor()
      await stage.app.getByRole('button', { name: sharingEn.send }).waitFor()
    },
  },
  {
    name: 'wallet-shared',
    title: 'A wallet with a live card',
    async reach({ stage }) {
      await stage.pressBack()
      await stage.app.getByRole('button', { name: sharingEn.showCard }).waitFor()
    },
  },
  {
    name: 'card',
    title: 'A wallet that somebody shares',
    async reach({ stage }) {
      await changeAnswers(stage, CARDS, { mine: false, holder: SOMEBODY })
      await stage.app.getByRole('button', { name: sharingEn.showCard }).click()
      await stage.app.getByText(sharingEn.checked(isolated('Clasp'))).waitFor()
    },
    async leave({ stage }) {
      await stage.context.unroute(CARDS)
      await stage.pressBack()
      await stage.app.getByRole('button', { name: sharingEn.showCard }).click()
    },
  },
  {
    name: 'card-stopped',
    title: 'A card that was taken back',
    async reach({ stage }) {
      await press(stage, sharingEn.stop)
      await answerDialog(stage, sharingEn.stopAsk.confirm)
      await see(stage, sharingEn.stopped.name)
    },
    leave: ({ stage }) => backHome(stage),
  },
  {
    name: 'card-missing',
    title: 'A card that does not exist',
    async reach({ stage }) {
      await goTo(stage, `/c/c1_${'u'.repeat(22)}`)
      await see(stage, sharingEn.missing.name)
    },
    leave: ({ stage }) => backHome(stage),
  },
  {
    name: 'bad-link',
    title: 'A link that was cut off',
    async reach({ stage }) {
      await goTo(stage, '/link/broken')
      await stage.app.getByText(en.problems['link-broken']).first().waitFor()
    },
    leave: ({ stage }) => backHome(stage),
  },
  {
    name: 'settings',
    title: 'Settings',
    async reach({ stage }) {
      await press(stage, en.home.settings)
      await stage.app.getByRole('button', { name: en.settings.admin }).waitFor()
    },
  },
  {
    name: 'settings-language',
    title: 'Choosing a language',
    async reach({ stage }) {
      await stage.app.getByRole('button', { name: en.settings.language }).first().click()
      await stage.app.getByRole('dialog').getByRole('radio').first().waitFor()
    },
    leave: ({ stage }) => closeSheet(stage),
  },
  {
    name: 'settings-export',
    title: 'All data about the member',
    async reach({ stage }) {
      await press(stage, en.settings.exportData)
      await stage.app.getByRole('textbox', { name: en.settings.exportTitle }).waitFor()
    },
    leave: ({ stage }) => closeSheet(stage),
  },
  {
    name: 'admin',
    title: 'The owner’s numbers',
    async reach({ stage }) {
      await press(stage, en.settings.admin)
      await stage.app.getByRole('button', { name: adminEn.refresh }).waitFor()
    },
    async leave({ stage }) {
      await stage.pressBack()
      await stage.pressBack()
      await seeHome(stage)
    },
  },
]
