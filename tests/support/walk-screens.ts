import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import {
  adminEn,
  askingEn,
  en,
  evmEn,
  requestEn,
  sharingEn,
  signingEn,
} from '#tests/support/words.ts'
import { answerRequest } from '#shared/api/answer-request.ts'
import { pathOf } from '#shared/api/endpoint.ts'
import { getMe } from '#shared/api/get-me.ts'
import { createRequest } from '#shared/api/host/create-request.ts'
import { isolated } from '#client/i18n/format.ts'
import { ADA, ILYA, type Stage } from './demo-stage.ts'
import { approveConnection, approveText, askEvmWallet, openChoice, seeSigning } from './e2e-evm.ts'
import { answerDialog, approve, askTelegramWallet, seeHome, seeLinked } from './e2e-link.ts'
import {
  askForText,
  browserCell,
  connectWallet,
  openTicketPage,
  seeLinkedThere,
  seeRefused,
} from './e2e-ticket.ts'
import type { WalkPlace, WalkScreen } from './walk-screen.ts'
import {
  SOMEBODY,
  backHome,
  changeAnswers,
  closeWallet,
  goTo,
  onAnotherDevice,
  press,
  pressBack,
  pressMain,
  PROVOKED,
  see,
} from './walk-verbs.ts'

const MINUTE_MS = 60_000
/** Longer than a wallet may be silent. */
const SILENCE_MS = 9_000

async function askWallet(stage: Stage): Promise<void> {
  await askTelegramWallet(stage)
  await closeWallet(stage)
  await see(stage, en.attempt.title)
}

/** Opens the wallet again and answers with it. */
async function answerAgain(stage: Stage, answer: 'approve' | 'reject'): Promise<void> {
  await press(stage, en.attempt.reopen)
  await stage.wallet.getByTestId(answer).click()
}

/** The maker of the request that is on the screen answers it with the first of their wallets. */
async function answerOwn(stage: Stage): Promise<void> {
  const code = (await pathInApp(stage)).split('/').at(-1)
  const me = await onAnotherDevice(stage, getMe.method, getMe.path)
  const walletId = v.parse(getMe.response, me).wallets[0]?.id
  await onAnotherDevice(stage, answerRequest.method, pathOf(answerRequest, code), { walletId })
}

/** Path of the attempt that is on the screen. */
async function attemptPath(stage: Stage): Promise<string> {
  return `/api${await pathInApp(stage)}`
}

async function pathInApp({ host }: Stage): Promise<string> {
  return (await host.frame({ name: 'mini-app' })?.evaluate(() => window.location.pathname)) ?? ''
}

/** The tab that was opened last. */
function lastTab({ context }: Stage): Page {
  const page = context.pages().at(-1)
  if (page === undefined) throw new Error('no tab is open')
  return page
}

const closeTab = ({ stage }: WalkPlace) => lastTab(stage).close()

/** A request of the owner's code, whose link leads to `/r/…`. */
async function makeRequest({ demo }: Stage, families: readonly string[]): Promise<string> {
  const key = await demo.makeApiKey({
    name: `walk-${randomUUID()}`,
    scopes: ['requests:write'],
  })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ families })
  const made = await fetch(`${demo.appUrl}/v1/requests`, { method: 'POST', headers, body })
  return v.parse(createRequest.response, await made.json()).code
}

const API = /\/api\//
const CARDS = /\/api\/cards\/c1_/
const REQUESTS = /\/api\/requests\/r1_/

/** Every screen of the Mini App where EVM wallets are connected in it, each reached from the one before. */
export const SCREENS_IN_APP: readonly WalkScreen[] = [
  {
    name: 'unsigned',
    title: 'Opened from a keyboard button',
    async reach({ stage }) {
      stage.errors.announce(PROVOKED)
      await stage.host.getByTestId('open-keyboard').click()
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
      await stage.host.getByTestId('host-main-button').waitFor()
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
      await see(stage, en.home.empty)
    },
  },
  {
    name: 'connect',
    title: 'Choosing a wallet',
    reach: ({ stage }) => openChoice(stage),
    leave: ({ stage }) => pressBack(stage),
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
      const frame = stage.host.frame({ name: 'mini-app' })
      if (frame !== null) await clock.age(frame, SILENCE_MS)
      await stage.app.locator('.status').getByText(en.attempt.hintSilent).waitFor()
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
      await stage.host.getByTestId('wallet').waitFor({ state: 'detached' })
    },
    async leave({ stage }) {
      await pressBack(stage)
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
      await pressBack(stage)
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
      await stage.host.getByTestId('wallet').waitFor({ state: 'detached' })
      await stage.app.getByRole('button', { name: signingEn.stronger.action }).waitFor()
    },
  },
  {
    name: 'linked-signing',
    title: 'A stronger proof under way',
    async reach({ stage }) {
      await press(stage, signingEn.stronger.action)
      await stage.wallet.getByTestId('text').waitFor()
      await closeWallet(stage)
      await stage.app.locator('.text-block').waitFor()
    },
    leave: ({ stage }) => backHome(stage),
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
    leave: ({ stage }) => press(stage, en.common.close),
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
      await pressBack(stage)
      await stage.app.getByRole('button', { name: sharingEn.showCard }).waitFor()
    },
  },
  {
    name: 'card',
    title: 'A wallet that somebody shares',
    async reach({ stage }) {
      await changeAnswers(stage, CARDS, { mine: false, holder: SOMEBODY })
      await press(stage, sharingEn.showCard)
      await stage.app.getByText(sharingEn.checked(isolated('Clasp'))).waitFor()
    },
    async leave({ stage }) {
      await stage.context.unroute(CARDS)
      await pressBack(stage)
      await press(stage, sharingEn.showCard)
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
    leave: ({ stage }) => press(stage, en.common.close),
  },
  {
    name: 'settings-export',
    title: 'All data about the member',
    async reach({ stage }) {
      await press(stage, en.settings.exportData)
      await stage.app.getByRole('textbox', { name: en.settings.exportTitle }).waitFor()
    },
    leave: ({ stage }) => press(stage, en.common.close),
  },
  {
    name: 'admin',
    title: 'The owner’s numbers',
    async reach({ stage }) {
      await press(stage, en.settings.admin)
      await stage.app.getByRole('button', { name: adminEn.refresh }).waitFor()
    },
    async leave({ stage }) {
      await pressBack(stage)
      await pressBack(stage)
      await seeHome(stage)
    },
  },
  {
    name: 'requests-empty',
    title: 'Nothing asked yet',
    async reach({ stage }) {
      await press(stage, en.home.ask)
      await see(stage, askingEn.empty.name)
    },
  },
  {
    name: 'new-request',
    title: 'A new request',
    async reach({ stage }) {
      await pressMain(stage)
      await see(stage, askingEn.form.preview)
      await stage.app.getByRole('radio', { name: evmEn.family }).waitFor()
    },
  },
  {
    name: 'made-request',
    title: 'A request that nobody has answered yet',
    async reach({ stage }) {
      await stage.app.getByText(askingEn.form.whomever).click()
      await pressMain(stage)
      await stage.app.getByText(askingEn.nobody).waitFor()
    },
  },
  {
    name: 'made-request-people',
    title: 'Who answered a request',
    async reach({ stage }) {
      await answerOwn(stage)
      await stage.app.getByText(askingEn.levels.key).waitFor()
    },
  },
  {
    name: 'made-request-table',
    title: 'The answers as a table',
    async reach({ stage }) {
      await press(stage, askingEn.export)
      await stage.app.getByRole('textbox', { name: askingEn.exportTitle }).waitFor()
    },
    leave: ({ stage }) => press(stage, en.common.close),
  },
  {
    name: 'made-request-closed',
    title: 'A request that is closed',
    async reach({ stage }) {
      await press(stage, askingEn.close)
      await answerDialog(stage, askingEn.closeAsk.confirm)
      await stage.app.getByText(askingEn.states.closed, { exact: true }).waitFor()
    },
  },
  {
    name: 'requests',
    title: 'The requests that the member made',
    async reach({ stage }) {
      await pressBack(stage)
      await see(stage, askingEn.mine)
    },
    async leave({ stage }) {
      await pressBack(stage)
      await seeHome(stage)
    },
  },
  {
    name: 'made-request-missing',
    title: 'A request of somebody else',
    async reach({ stage }) {
      await goTo(stage, `/requests/r1_${'u'.repeat(22)}`)
      await see(stage, askingEn.missing.name)
    },
    leave: ({ stage }) => backHome(stage),
  },
  {
    name: 'not-found',
    title: 'A page that does not exist',
    async reach({ stage }) {
      await goTo(stage, '/wallets/none')
      await see(stage, en.trouble.title)
    },
  },
  {
    name: 'request',
    title: 'A connect request',
    async reach({ stage }) {
      await goTo(stage, `/r/${await makeRequest(stage, ['ton', 'evm'])}`)
      await see(stage, requestEn.asks('Clasp'))
      await stage.app.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'request-chat',
    title: 'A connect request for the members of a chat',
    async reach({ stage }) {
      const asked = {
        asker: { kind: 'member', person: SOMEBODY },
        chat: { title: 'Harbour' },
        membersOnly: true,
      }
      await changeAnswers(stage, REQUESTS, asked)
      await goTo(stage, `/r/${await makeRequest(stage, ['ton', 'evm'])}`)
      await stage.app.getByText(requestEn.forMembers).waitFor()
      await stage.app.getByRole('radio').first().waitFor()
    },
    leave: ({ stage }) => stage.context.unroute(REQUESTS),
  },
  {
    name: 'request-full',
    title: 'A connect request that has all its answers',
    async reach({ stage }) {
      await changeAnswers(stage, REQUESTS, { state: 'full' })
      await goTo(stage, `/r/${await makeRequest(stage, ['ton', 'evm'])}`)
      await see(stage, requestEn.full.name)
    },
    async leave({ stage }) {
      await stage.context.unroute(REQUESTS)
      await goTo(stage, `/r/${await makeRequest(stage, ['ton', 'evm'])}`)
      await stage.app.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'request-answered',
    title: 'A connect request, answered',
    async reach({ stage }) {
      await pressMain(stage)
      await see(stage, requestEn.answered)
    },
  },
  {
    name: 'request-missing',
    title: 'A connect request that does not exist',
    async reach({ stage }) {
      await goTo(stage, `/r/r1_${'u'.repeat(22)}`)
      await see(stage, requestEn.missing.name)
    },
    leave: ({ stage }) => backHome(stage),
  },
  {
    name: 'connect-ton-only',
    title: 'Choosing a TON wallet',
    async reach({ stage }) {
      await goTo(stage, `/r/${await makeRequest(stage, ['ton'])}/connect`)
      await stage.app.getByRole('button', { name: en.connect.telegramWallet }).waitFor()
      await stage.app.getByText(en.connect.promises.never.name).waitFor()
    },
    leave: ({ stage }) => goTo(stage, '/'),
  },
  {
    name: 'attempt-evm',
    title: 'An EVM wallet was opened',
    async reach({ stage }) {
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
    leave: ({ stage }) => press(stage, en.common.close),
  },
  {
    name: 'attempt-signature',
    title: 'The text to sign',
    async reach({ stage }) {
      await press(stage, en.attempt.reopen)
      await approveConnection(stage.wallet)
      await seeSigning(stage)
      await stage.host.getByTestId('wallet').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'attempt-signing',
    title: 'The wallet is to sign',
    async reach({ stage }) {
      await press(stage, signingEn.press)
      await stage.wallet.getByTestId('text').waitFor()
      await closeWallet(stage)
    },
  },
  {
    name: 'linked-evm',
    title: 'An EVM wallet is linked',
    async reach({ stage }) {
      await press(stage, en.attempt.reopen)
      await approveText(stage.wallet)
      await seeLinked(stage)
      await stage.host.getByTestId('wallet').waitFor({ state: 'detached' })
    },
    leave: ({ stage }) => backHome(stage),
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
      await see(stage, en.home.empty)
      await askTelegramWallet(stage)
      await approve(stage.wallet)
      await see(stage, en.attempt.consent)
      await stage.host.getByTestId('wallet').waitFor({ state: 'detached' })
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
      await seeHome(stage)
      await clock.skip(130 * MINUTE_MS)
      await forgetAndReload(stage)
      await stage.app.getByText(en.problems['launch-data-expired']).first().waitFor()
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
      await pressMain(stage)
      await stage.host.getByTestId('mini-app-sheet').waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'outside',
    title: 'Outside Telegram',
    async reach({ stage }) {
      const opened = stage.context.waitForEvent('page')
      await stage.host.getByTestId('open-outside').click()
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

/** Nothing of a session is left on the device: the launch data must open the next one. */
async function forgetAndReload({ host }: Stage): Promise<void> {
  const frame = host.frame({ name: 'mini-app' })
  if (frame === null) throw new Error('no Mini App is open')
  await Promise.all([
    frame.waitForNavigation(),
    frame.evaluate(() => {
      window.localStorage.clear()
      window.location.reload()
    }),
  ])
}

/** What is different where EVM wallets are connected on our page in the browser. */
export const SCREENS_IN_BROWSER: readonly WalkScreen[] = [
  {
    name: 'connect-browser',
    title: 'EVM wallets in the browser',
    async reach({ stage }) {
      stage.errors.announce(PROVOKED)
      await stage.startBot()
      await stage.openMiniApp()
      await stage.app.locator('[data-intent=connect]').click()
      await browserCell(stage).waitFor()
      await stage.app.getByText(en.connect.promises.never.name).waitFor()
    },
    async leave({ stage }) {
      await pressBack(stage)
      await seeHome(stage)
    },
  },
  {
    name: 'ticket',
    title: 'The page in the browser',
    async reach({ stage }) {
      const page = await openTicketPage(stage)
      await page.getByRole('button', { name: 'MetaMask', exact: true }).waitFor()
      return page
    },
  },
  {
    name: 'attempt-browser',
    title: 'Linking goes on in the browser',
    reach: ({ stage }) => stage.app.getByText(evmEn.browser.hint).first().waitFor(),
  },
  {
    name: 'ticket-signature',
    title: 'The text to sign, in the browser',
    async reach({ stage }) {
      const page = lastTab(stage)
      await connectWallet(page)
      return page
    },
  },
  {
    name: 'ticket-linked',
    title: 'Linked in the browser',
    async reach({ stage }) {
      const page = lastTab(stage)
      const wallet = await askForText(page)
      await approveText(wallet)
      await seeLinkedThere(page)
      await wallet.close()
      return page
    },
  },
  {
    name: 'ticket-refused',
    title: 'A link that cannot be used',
    async reach({ stage }) {
      const page = lastTab(stage)
      await page.goto(`${stage.demo.appUrl}/connect#ticket=${'u'.repeat(43)}`)
      await page.reload()
      await seeRefused(page)
      return page
    },
    leave: closeTab,
  },
]
