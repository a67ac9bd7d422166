import { expect } from 'vitest'
import { GROUP } from '#demo/telegram/people.ts'
import { en } from '#tests/support/messages.ts'
import { seeHome } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test(
  'in a browser outside Telegram the page explains itself, and leads into Telegram by a link and a QR code',
  { tags: ['wide'] },
  async ({ stage }) => {
    const opened = stage.context.waitForEvent('page')
    await stage.messenger.getByTestId('open-outside').click()
    const page = await opened
    await page.getByRole('heading', { name: 'Clasp' }).waitFor()
    await page.getByText(en.outside.text).waitFor()
    const link = page.getByRole('link', { name: en.outside.open })
    expect(await link.getAttribute('href')).toBe('https://t.me/clasp_demo_bot?startapp')
    await page.getByRole('img', { name: en.outside.qrTitle }).locator('path').waitFor()
  },
)

test('a keyboard button, for which Telegram signs nothing, leads in one more tap to Home, signed in', async ({
  stage,
}) => {
  const { app, messenger } = stage
  await messenger.getByTestId('open-keyboard').click()
  await app.getByRole('heading', { name: en.unsigned.title }).waitFor()
  await app.getByRole('button', { name: en.unsigned.open }).click()
  await seeHome(stage)
  await app.getByText('@ada_fisher').waitFor()
})

test('the bot’s menu button opens Home', async ({ stage }) => {
  await stage.startBot()
  await stage.messenger.getByTestId('menu-button').click()
  await seeHome(stage)
  await stage.app.getByText('@ada_fisher').waitFor()
})

test(
  'the connect message of the group leads through the direct link to the choice of a wallet, and from there back to Home',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { app, messenger } = stage
    await stage.openChat(GROUP.id)
    await messenger.getByTestId('message-input').fill('/start')
    await messenger.getByTestId('send').click()
    await messenger.getByTestId('inline-button').first().click()
    await app.getByRole('heading', { name: en.connect.title }).waitFor()
    await stage.pressBack()
    await seeHome(stage)
    await stage.app.getByText('@ada_fisher').waitFor()
  },
)
