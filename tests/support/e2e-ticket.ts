import type { BrowserContext, FrameLocator, Locator, Page, Request } from 'playwright-core'
import { en, evmEn, signingEn } from '#tests/support/messages.ts'
import * as v from 'valibot'
import { createTicket } from '#shared/api/create-ticket.ts'
import type { DemoStage } from './demo-stage.ts'
import { approveConnection, approveText } from './e2e-evm.ts'

/** The one way to EVM wallets inside Telegram. */
export function browserCell({ app }: Pick<DemoStage, 'app'>): Locator {
  return app.getByRole('button', { name: evmEn.browser.choice })
}

/** From Home to our page in a tab of the browser. @param isPhone whether wallets are on the same device */
export async function openTicketPage(stage: DemoStage, { isPhone = true } = {}): Promise<Page> {
  await stage.app.locator('[data-intent=connect]').click()
  return openedBy(stage, { tap: browserCell(stage), isPhone })
}

/** Our page once more, from the Mini App that waits for it. */
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

/** A tab whose pointer is a finger, as the page asks before it opens a wallet of this device. */
async function touch(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

/** The link that the Mini App gets for the browser. To be called before it asks. */
export async function nextTicketLink({ host }: DemoStage): Promise<string> {
  const answer = await host.waitForResponse(/\/api\/attempts\/[^/]+\/ticket$/)
  return v.parse(createTicket.response, await answer.json()).url
}

/** Chooses a wallet on our page; answers with the wallet's own tab, in which it asks to connect. */
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

/** Asks for the signature; answers with the wallet's tab, in which the text is shown. */
export async function askForText(page: Page): Promise<Page> {
  const wallet = await walletOpenedBy(signButton(page))
  await wallet.getByTestId('text').waitFor()
  return wallet
}

export async function seeSigningThere(page: Page): Promise<void> {
  await signButton(page).waitFor()
}

export async function seeLinkedThere(page: Page): Promise<void> {
  await page.getByRole('heading', { name: evmEn.ticket.linked.name }).waitFor()
}

/** From our page to "Wallet linked" on it. Answers with the text that was signed. */
export async function linkThere(page: Page): Promise<string> {
  await connectWallet(page)
  const wallet = await askForText(page)
  const text = await wallet.getByTestId('text').innerText()
  await approveText(wallet)
  await seeLinkedThere(page)
  await wallet.close()
  return text
}

/** Shown somewhere: what changes is also said to screen readers, in a place of its own. */
export async function sees(page: Page | FrameLocator, text: string): Promise<void> {
  await page.getByText(text).first().waitFor()
}

/** The page says that the ticket is no good, and leads back to Telegram. */
export async function seeRefused(page: Page): Promise<void> {
  await sees(page, en.problems['ticket-invalid'])
  await page.getByRole('button', { name: en.actions.reopen }).waitFor()
}

function signButton(page: Page): Locator {
  return page.getByRole('button', { name: signingEn.press, exact: true })
}

async function walletOpenedBy(tap: Locator): Promise<Page> {
  const opened = tap.page().context().waitForEvent('page')
  await tap.click()
  return opened
}

/** Collects what goes through the WebSockets of every page of one browser context. */
export function recordFrames(context: BrowserContext): () => string[] {
  const frames: string[] = []
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      frames.push(socket.url())
      const note = ({ payload }: { payload: string | Buffer }) => void frames.push(String(payload))
      socket.on('framesent', note)
      socket.on('framereceived', note)
    })
  })
  return () => frames
}

/** Collects the requests of every page of one browser context; settles with the paths that one of them asked at `origin`. */
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

/** Null for a page that is gone. */
function findPage(request: Request): Page | null {
  try {
    return request.frame().page()
  } catch {
    return null
  }
}

/** The init data as a whole, as encoded in the address, and each of its fields that nobody can guess. */
export async function launchSecrets({ host }: Pick<DemoStage, 'host'>): Promise<string[]> {
  const url = new URL((await host.getByTestId('mini-app').getAttribute('src')) ?? '')
  const initData = new URLSearchParams(url.hash.slice(1)).get('tgWebAppData') ?? ''
  const fields = new URLSearchParams(initData)
  const secrets = ['hash', 'signature', 'query_id'].map((name) => fields.get(name) ?? '')
  if (secrets.includes('')) throw new Error('the Mini App was opened without launch data')
  return [initData, encodeURIComponent(initData), ...secrets]
}
