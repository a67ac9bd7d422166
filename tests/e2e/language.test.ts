import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { messagesIn } from '#server/bot/messages/messages-in.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import { startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { en, fa } from '#tests/support/messages.ts'

test('Persian chosen in an English Telegram applies immediately, on the first paint and in the bot, until the member follows Telegram again', async ({
  stage,
}) => {
  const { app } = stage
  const page = app.locator('html')
  await startAndOpen(stage)
  await app.getByRole('button', { name: en.home.settings }).click()
  await app.getByRole('button', { name: en.settings.language }).click()
  await app.getByRole('radio', { name: 'فارسی' }).check()
  await app.getByRole('radio', { name: fa.settings.languageAuto }).waitFor()
  expect(await page.getAttribute('dir')).toBe('rtl')
  expect(await page.getAttribute('lang')).toBe('fa')
  await seesChoice(stage, 'fa')

  expect(await getReloadHtml(stage)).toContain('<html lang="fa" dir="rtl">')
  await app.getByRole('button', { name: fa.settings.language }).waitFor()

  expect(await getBotAnswer(stage)).toBe(messagesIn('fa').texts.connect)
  await stage.closeMiniApp()
  await stage.openMiniApp()
  await app.getByText(fa.home.connect).waitFor()

  await app.getByRole('button', { name: fa.home.settings }).click()
  await app.getByRole('button', { name: fa.settings.language }).click()
  await app.getByRole('radio', { name: fa.settings.languageAuto }).check()
  await app.getByRole('radio', { name: en.settings.languageAuto }).waitFor()
  expect(await page.getAttribute('dir')).toBe('ltr')
  await seesChoice(stage, null)
  expect(await getReloadHtml(stage)).toContain('<html lang="en" dir="ltr">')
  expect(await getBotAnswer(stage)).toBe(messagesIn('en').texts.connect)
})

/** Waits until the device knows that the server has the choice. */
async function seesChoice({ app }: DemoStage, chosen: string | null): Promise<void> {
  const memory = () =>
    app.locator('html').evaluate((_page, key) => localStorage.getItem(key), `clasp/${ADA}/language`)
  await expect.poll(memory).toBe(JSON.stringify({ chosen, isSaved: true }))
}

/** The page as it comes over the wire, before any script. */
async function getReloadHtml(stage: DemoStage): Promise<string> {
  const { demo, messenger } = stage
  const [response] = await Promise.all([
    messenger.waitForResponse(
      (answer) => answer.url().startsWith(demo.appUrl) && answer.request().isNavigationRequest(),
    ),
    stage.reloadPage(),
  ])
  return response.text()
}

async function getBotAnswer(stage: DemoStage): Promise<string> {
  const messages = () => stage.botMessages(ADA)
  const before = messages().length
  stage.demo.world.sendText({ accountId: ADA, chatId: ADA, text: '/connect' })
  await expect.poll(() => messages().length).toBe(before + 1)
  return messages().at(-1)?.text ?? ''
}
