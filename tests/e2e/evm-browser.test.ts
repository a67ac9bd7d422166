import { expect, inject } from 'vitest'
import { en, evmEn, signingEn } from '#tests/support/messages.ts'
import { ADA, openStage, type DemoStage } from '#tests/support/demo-stage.ts'
import {
  addressIn,
  approveConnection,
  approveText,
  openWalletElsewhere,
} from '#tests/support/e2e-evm.ts'
import {
  answerDialog,
  goHome,
  seeHome,
  seeHow,
  seeLinked,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { test as claspTest } from '#tests/support/e2e-test.ts'
import {
  askForText,
  browserCell,
  chooseWallet,
  connectWallet,
  linkThere,
  nextTicketLink,
  openTicketPage,
  openTicketPageAgain,
  seeLinkedThere,
  seeRefused,
  sees,
  seeSigningThere,
} from '#tests/support/e2e-ticket.ts'

/** The browser's message for an answer that the test provokes. */
const REFUSED = /status of 4\d\d/
/** A member who comes back may request the next ticket before the app knows that the attempt is over. */
const TICKET_OF_SETTLED = /status of 409 .*\/ticket\b/

type Stages = {
  /** For attempts that go on in the browser. */
  browserStage: DemoStage
  /** The same for all tests of the file. */
  manyStage: DemoStage
}

const test = claspTest.extend('evm', 'browser').extend<Stages>({
  browserStage: async ({ stage }, use) => {
    stage.errors.expect(TICKET_OF_SETTLED)
    await use(stage)
  },
  manyStage: [
    async ({ browser }, use) => {
      const build = inject('demoBuild')
      const stage = await openStage({ browser, build, bot: 'clasp', evm: 'browser' })
      stage.errors.expect(TICKET_OF_SETTLED)
      await use(stage)
      await stage.close()
    },
    { scope: 'file' },
  ],
})

test.for(['ios', 'android'] as const)(
  'on %s one tap opens our page in the browser; a wallet of the phone signs there, and the Mini App shows the result',
  async (platform, { manyStage: stage }) => {
    const { app } = stage
    await stage.setPlatform(platform)
    await open(stage)
    const page = await openTicketPage(stage)
    await sees(page, evmEn.ticket.notYours)
    expect(await app.getByRole('button', { name: 'MetaMask' }).count()).toBe(0)
    const text = await linkThere(page)
    expect(text).toContain(`@ada_fisher (id ${ADA})`)
    await page.close()
    await seeLinked(stage)
    await seeHow(stage, en.wallet.bindings.text.name)
    const receipt = await app.locator('main').innerText()
    expect(receipt.replaceAll(/\s/gu, '')).toContain(addressIn(text))
    await goHome(stage)
    await stage.closeMiniApp()
  },
)

test.for(['tdesktop', 'weba'] as const)(
  'on %s our page on a computer connects a wallet elsewhere by its copied link',
  async (platform, { manyStage: stage }) => {
    await stage.setPlatform(platform)
    await open(stage)
    const page = await openTicketPage(stage, { isPhone: false })
    await page.getByRole('button', { name: 'MetaMask', exact: true }).click()
    await page.getByRole('img', { name: en.attempt.qrTitle }).waitFor()
    await stage.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: en.attempt.copyLink }).click()
    const wallet = await openWalletElsewhere(
      stage,
      await page.evaluate(() => navigator.clipboard.readText()),
    )
    await approveConnection(wallet)
    await seeSigningThere(page)
    await approveText(wallet)
    await seeLinkedThere(page)
    await Promise.all([page.close(), wallet.close()])
    await seeLinked(stage)
    await goHome(stage)
    await stage.closeMiniApp()
  },
)

test('the page names the account that the wallet will be linked to, and shows wallets while Telegram already waits for an answer', async ({
  browserStage: stage,
}) => {
  await startAndOpen(stage)
  const page = await openTicketPage(stage)
  await sees(stage.app, evmEn.browser.hint)
  await page.getByRole('heading', { name: evmEn.ticket.title }).waitFor()
  const text = await page.locator('main').innerText()
  expect(text).toContain('Ada')
  expect(text).toContain('@ada_fisher')
  expect(text).toContain(evmEn.ticket.notYours)
  for (const name of ['MetaMask', 'Trust Wallet', 'Rainbow', evmEn.allWallets])
    expect(text).toContain(name)
  expect(text).not.toContain(en.attempt.hintSilent)
  await page.reload()
  await sees(page, evmEn.ticket.notYours)
})

test('a reload before each answer of the wallet loses nothing', async ({ browserStage: stage }) => {
  await startAndOpen(stage)
  const page = await openTicketPage(stage)
  const asking = await chooseWallet(page)
  await page.reload()
  await page.getByRole('button', { name: en.attempt.copyLink }).waitFor()
  await approveConnection(asking)
  await seeSigningThere(page)
  await asking.close()
  await page.reload()
  const signing = await askForText(page, signingEn.press)
  await page.reload()
  await approveText(signing)
  await seeLinkedThere(page)
  await page.reload()
  await seeLinkedThere(page)
  await seeLinked(stage)
})

test('a tab that comes back finds what the wallet answered while it was gone', async ({
  browserStage: stage,
}) => {
  await startAndOpen(stage)
  const page = await openTicketPage(stage)
  const asking = await chooseWallet(page)
  await sees(page, en.attempt.hintApprove('MetaMask'))
  const address = page.url()
  await page.goto('about:blank')
  await approveConnection(asking)
  await asking.getByText('Connected', { exact: true }).waitFor()
  await page.goto(address)
  await seeSigningThere(page)
  await asking.close()

  const signing = await askForText(page)
  await page.goto('about:blank')
  await approveText(signing)
  await signing.getByText('Signed', { exact: true }).waitFor()
  await page.goto(address)
  await seeLinkedThere(page)
  await seeLinked(stage)
})

test('a member who closed the tab opens another from the Mini App and links there', async ({
  browserStage: stage,
}) => {
  await startAndOpen(stage)
  const first = await openTicketPage(stage)
  await sees(first, evmEn.ticket.notYours)
  await connectWallet(first)
  await first.close()
  await sees(stage.app, evmEn.browser.hint)
  // As long as a browser may take to redeem the ticket that it was opened with.
  await stage.messenger.waitForTimeout(5_500)
  const second = await openTicketPageAgain(stage)
  await sees(second, evmEn.ticket.notYours)
  await linkThere(second)
  await seeLinked(stage)
})

test('a refusal in the wallet fails here and in Telegram, each with a way on', async ({
  browserStage: stage,
}) => {
  const { app, messenger } = stage
  await startAndOpen(stage)
  const page = await openTicketPage(stage)
  await connectWallet(page)
  const wallet = await askForText(page)
  await wallet.getByTestId('reject').click()
  await sees(page, en.problems['wallet-rejected'])
  const back = page.getByRole('link', { name: evmEn.ticket.back })
  const toAttempt = /^https:\/\/t\.me\/clasp_demo_bot\?startapp=a1_[\w-]{22}$/
  expect(await back.getAttribute('href')).toMatch(toAttempt)
  await page.close()
  await app.getByRole('heading', { name: en.attempt.failed }).waitFor()
  await sees(app, en.problems['wallet-rejected'])
  await messenger.getByTestId('messenger-main-button').click()
  await browserCell(stage).waitFor()
})

test('a ticket link is refused when it is opened again, and the first page goes on', async ({
  browserStage: stage,
}) => {
  await startAndOpen(stage)
  const link = nextTicketLink(stage)
  const page = await openTicketPage(stage)
  await sees(page, evmEn.ticket.notYours)
  stage.errors.expect(REFUSED)
  const thief = await stage.context.newPage()
  await thief.goto(await link)
  await seeRefused(thief)
  expect(await thief.locator('body').innerText()).not.toContain('Ada')
  await thief.reload()
  await sees(thief, en.outside.text)
  await linkThere(page)
  await seeLinked(stage)
})

test('a ticket is refused after its attempt was given up', async ({ browserStage: stage }) => {
  const { app } = stage
  const link = await keepTicketUnused(stage)
  await app.getByRole('button', { name: en.attempt.cancel }).click()
  await answerDialog(stage, en.attempt.leaveAsk.confirm)
  await seeHome(stage)
  await seeRefused(await openLink(stage, link))
})

test('a ticket that is too old is refused', async ({ browser }) => {
  let passed = 0
  const stage = await openStage({
    browser,
    build: inject('demoBuild'),
    bot: 'clasp',
    evm: 'browser',
    now: () => Date.now() + passed,
  })
  const link = await keepTicketUnused(stage)
  passed = 5 * 60_000
  await seeRefused(await openLink(stage, link))
  await stage.close()
})

test('a visitor without a ticket, or with a broken one, is led into Telegram', async ({
  manyStage: stage,
}) => {
  const { context, demo } = stage
  const page = await context.newPage()
  for (const path of ['/', '/connect', '/connect#', '/connect#other=1', '/settings']) {
    await page.goto(`${demo.appUrl}${path}`)
    await sees(page, en.outside.text)
  }
  const tab = await context.newPage()
  await tab.goto(`${demo.appUrl}/connect#ticket="><script>`)
  await seeRefused(tab)
  expect(tab.url()).toBe(`${demo.appUrl}/connect`)
  const sent = (await stage.requests()).filter(({ url }) => url.endsWith('/api/session/ticket'))
  const before = sent.length
  stage.errors.expect(REFUSED)
  await tab.goto(`${demo.appUrl}/connect#ticket=${'x'.repeat(43)}`)
  await seeRefused(tab)
  const after = (await stage.requests()).filter(({ url }) => url.endsWith('/api/session/ticket'))
  expect(after.length).toBe(before + 1)
  await Promise.all([page.close(), tab.close()])
})

test('inside Telegram a ticket in the address is dropped unread, and the account of Telegram counts', async ({
  browserStage: stage,
}) => {
  const { app, messenger } = stage
  await startAndOpen(stage)
  await seeHome(stage)
  const frame = messenger.locator('iframe[name=mini-app]')
  await frame.evaluate((element) => {
    const url = new URL(element.getAttribute('src') ?? '')
    url.pathname = '/connect'
    url.hash = `ticket=${'x'.repeat(43)}&${url.hash.slice(1)}`
    element.setAttribute('src', url.href)
  })
  await browserCell(stage).waitFor()
  expect(await app.locator('html').evaluate(() => globalThis.location.hash)).toBe('')
  const sent = (await stage.requests()).map(({ url }) => new URL(url).pathname)
  expect(sent).not.toContain('/api/session/ticket')
})

async function open(stage: DemoStage): Promise<void> {
  if (stage.botMessages(ADA).length === 0) await stage.startBot()
  await stage.openMiniApp()
}

/** Makes a ticket for the browser that never reaches our page. */
async function keepTicketUnused(stage: DemoStage): Promise<string> {
  const { context, demo } = stage
  const isTicketPage = (url: URL) => url.origin === demo.appUrl && url.pathname === '/connect'
  await startAndOpen(stage)
  await context.route(isTicketPage, (route) => route.fulfill({ body: '' }))
  const page = await openTicketPage(stage)
  const link = page.url()
  await sees(stage.app, evmEn.browser.hint)
  await page.close()
  await context.unroute(isTicketPage)
  return link
}

async function openLink({ context, errors }: DemoStage, link: string) {
  errors.expect(REFUSED)
  const page = await context.newPage()
  await page.goto(link)
  return page
}
