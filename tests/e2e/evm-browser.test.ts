import { expect, inject } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { en, evmEn, signingEn } from '#tests/support/messages.ts'
import { openStage, type DemoStage } from '#tests/support/demo-stage.ts'
import {
  addressIn,
  approveConnection,
  approveText,
  openWalletElsewhere,
} from '#tests/support/e2e-evm.ts'
import { goHome, seeHow, seeLinked, startAndOpen } from '#tests/support/e2e-link.ts'
import { test as claspTest } from '#tests/support/e2e-test.ts'
import {
  askForText,
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

async function open(stage: DemoStage): Promise<void> {
  if (stage.botMessages(ADA).length === 0) await stage.startBot()
  await stage.openMiniApp()
}
