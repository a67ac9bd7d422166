import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { test } from '#tests/support/e2e-test.ts'
import { en, ru } from '#tests/support/messages.ts'
import { type NativePhone, openNativePhone } from '#tests/support/native-phone.ts'

/** A person reads a question for longer, in milliseconds. */
const READING_MS = 500
/** Another bot's Mini App. */
const OTHER_APP = 'http://another.example/'

/** The address with which Telegram opens the choice of a wallet for a person. */
const getLaunch = ({ demo }: DemoStage, accountId: number) =>
  demo.world.launch({
    accountId,
    source: 'menu',
    url: `${demo.appUrl}/connect`,
    platform: 'android',
    version: '9.1',
    theme: 'day',
  })

/** A phone with a native Telegram client, and what its pages have sent to the server, as `POST /api/attempts`. */
async function openPhone(browser: Browser, { demo }: DemoStage) {
  const phone = await openNativePhone(browser, { appUrl: demo.appUrl })
  const sent: string[] = []
  phone.page.on('request', (request) =>
    sent.push(`${request.method()} ${new URL(request.url()).pathname}`),
  )
  return { ...phone, sent }
}

/** The last popup that the page has asked the client for, as JSON; undefined for none. */
const getPopup = ({ page }: NativePhone) =>
  page.evaluate(() =>
    JSON.stringify(window.posted.findLast(({ method }) => method === 'web_app_open_popup')?.data),
  )

test('attack: a button whose address has its maker’s launch opens no session', async ({
  stage,
  browser,
}) => {
  const phone = await openPhone(browser, stage)
  const [, appended = ''] = getLaunch(stage, ILYA).split('#')
  await phone.page.goto(`${getLaunch(stage, ADA)}&${appended}`)
  await phone.page.getByText(en.unsigned.text).or(phone.page.getByText(ru.unsigned.text)).waitFor()
  expect(phone.sent).not.toContain('POST /api/session')
  await phone.close()
})

test('attack: another bot’s Mini App that leads its view to ours with its maker’s launch gets no link before the member says that the account is theirs', async ({
  stage,
  browser,
}) => {
  const phone = await openPhone(browser, stage)
  const { sent, context, page } = phone
  await context.grantPermissions(['local-network-access'])
  const body = `<!doctype html><script>location.href = '${getLaunch(stage, ADA)}'</script>`
  await page.route(OTHER_APP, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(OTHER_APP)
  const person = page.locator('.section .person')
  await person.getByText('@ada_fisher').waitFor()
  expect(await person.innerText()).toContain(`${ADA}`)
  // A reload in the menu of the client does not forget where the page came from.
  await page.reload()
  await page.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).click()
  await expect.poll(() => getPopup(phone)).toContain(`${ADA}`)
  // A client that answers faster than a person reads has not shown the question.
  await sleep(READING_MS)
  await phone.emit('popup_closed', {})
  await page.getByText(en.problems['other-account'], { exact: true }).waitFor()
  expect(sent).toContain('POST /api/session')
  expect(sent).not.toContain('POST /api/attempts')
  await phone.close()
})

test('Telegram’s own launch asks nothing', async ({ stage, browser }) => {
  const phone = await openPhone(browser, stage)
  await phone.page.goto(getLaunch(stage, ADA))
  await phone.page.getByRole('button', { name: en.connect.walletInTelegram('Wallet') }).click()
  await expect.poll(() => phone.sent).toContain('POST /api/attempts')
  expect(await getPopup(phone)).toBeUndefined()
  await phone.close()
})
