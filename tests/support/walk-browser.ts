import { en, evmEn } from '#tests/support/messages.ts'
import { approveText } from './e2e-evm.ts'
import { seeHome } from './e2e-link.ts'
import {
  askForText,
  browserCell,
  connectWallet,
  openTicketPage,
  seeLinkedThere,
  seeRefused,
} from './e2e-ticket.ts'
import type { WalkScreen } from './walk-screen.ts'
import { closeTab, lastTab, PROVOKED } from './walk-verbs.ts'

/** The screens of EVM wallets that connect on our page in the browser. */
export const BROWSER_SCREENS: readonly WalkScreen[] = [
  {
    name: 'connect-browser',
    title: 'EVM wallets in the browser',
    async reach({ stage }) {
      stage.errors.expect(PROVOKED)
      await stage.startBot()
      await stage.openMiniApp()
      await stage.app.locator('[data-intent=connect]').click()
      await browserCell(stage).waitFor()
      await stage.app.getByText(en.connect.promise).waitFor()
    },
    async leave({ stage }) {
      await stage.pressBack()
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
      // Start from another page, because a new fragment in the same page loads nothing.
      await page.goto('about:blank')
      await page.goto(`${stage.demo.appUrl}/connect#ticket=${'u'.repeat(43)}`)
      await seeRefused(page)
      return page
    },
    leave: closeTab,
  },
]
