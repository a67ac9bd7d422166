import type { BrowserContext, FrameLocator, Locator, Page, Request } from 'playwright-core'
import { en, evmEn, signingEn } from '#tests/support/messages.ts'
import * as v from 'valibot'
import { createTicket } from '#shared/api/create-ticket.ts'
import type { DemoStage } from './demo-stage.ts'
import { approveConnection, approveText } from './e2e-evm.ts'

/** The only entry to EVM wallets inside Telegram. */
export function browserCell({ app }: Pick<DemoStage, 'app'>): Locator {
  return app.getByRole('button', { name: evmEn.browser.choice })
}

/** From Home to our page in a browser tab. @param isPhone whether wallets are on the same device */
export async function openTicketPage(stage: DemoStage, { isPhone = true } = {}): Promise<Page> {
  await stage.app.locator('[data-intent=connect]').click()
  return openedBy(stage, { tap: browserCell(stage), isPhone })
}

/** Opens our page again from the waiting Mini App. */
export function openTicketPageAgain(stage: DemoStage): Promise<Page> {
  const tap = stage.app.getByRole('button', { name: evmEn.browser.reopen })
  return openedBy(stage, { tap, isPhone: true })
}

async function openedBy(
  { context }: DemoStage,
  { tap, isPhone }: { tap: Locator; isPhone: boolean },
): Promise<Page> {
  const opened = context.waitForEvent('page')
  await tap.click()
  const page = await opened
  if (isPhone) await touch(page)
  return page
}

/** Makes the pointer of a tab a finger. The page checks this before it opens a wallet on this device. */
async function touch(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

/** Waits for the link that the Mini App receives for the browser. Call it before the Mini App requests the link. */
export async function nextTicketLink({ messenger }: DemoStage): Promise<string> {
  const answer = await messenger.waitForResponse(/\/api\/attempts\/[^/]+\/ticket$/)
  return v.parse(createTicket.response, await answer.json()).url
}

/** Chooses a wallet on our page. Returns the wallet's tab with the connection request. */
export function chooseWallet(page: Page, name = 'MetaMask'): Promise<Page> {
  return walletOpenedBy(page.getByRole('button', { name, exact: true }))
}

/** Approves the connection, and goes back to our page. */
export async function connectWallet(page: Page): Promise<void> {
  const wallet = await chooseWallet(page)
  await approveConnection(wallet)
  await seeSigningThere(page)
  await wallet.close()
}

/**
 * Opens the wallet again. Returns its tab, which shows the text.
 *
 * @param name of the button, which differs after a reload
 */
export async function askForText(page: Page, name: string = en.attempt.reopen): Promise<Page> {
  const wallet = await walletOpenedBy(page.getByRole('button', { name, exact: true }))
  await wallet.getByTestId('text').waitFor()
  return wallet
}

export async function seeSigningThere(page: Page): Promise<void> {
  await page.getByRole('heading', { name: signingEn.title, exact: true }).waitFor()
}

export async function seeLinkedThere(page: Page): Promise<void> {
  await page.getByRole('heading', { name: evmEn.ticket.linked.name }).waitFor()
}

/** From our page to "Wallet linked" on it. Returns the signed text. */
export async function linkThere(page: Page): Promise<string> {
  await connectWallet(page)
  const wallet = await askForText(page)
  const text = await wallet.getByTestId('text').innerText()
  await approveText(wallet)
  await seeLinkedThere(page)
  await wallet.close()
  return text
}

/** Waits until the text is shown at least once. A live region for screen readers may repeat it. */
export async function sees(page: Page | FrameLocator, text: string): Promise<void> {
  await page.getByText(text).first().waitFor()
}

/** Checks that the page rejects the ticket and links back to Telegram. */
export async function seeRefused(page: Page): Promise<void> {
  await sees(page, en.problems['ticket-invalid'])
  await page.getByRole('button', { name: en.actions.reopen }).waitFor()
}

async function walletOpenedBy(tap: Locator): Promise<Page> {
  const opened = tap.page().context().waitForEvent('page')
  await tap.click()
  return opened
}

/** Collects the requests of every page of one browser context. Settles with one page's paths at `origin`. */
export function recordCalls(
  context: BrowserContext,
): (page: Page, origin: string) => { method: string; path: string; body: string }[] {
  const requests: Request[] = []
  context.on('request', (request) => void requests.push(request))
  return (page, origin) =>
    requests
      .filter((request) => findPage(request) === page && new URL(request.url()).origin === origin)
      .map((request) => ({
        method: request.method(),
        path: new URL(request.url()).pathname,
        body: request.postData() ?? '',
      }))
}

/** Null for a closed page. */
function findPage(request: Request): Page | null {
  try {
    return request.frame().page()
  } catch {
    return null
  }
}
