import { expect } from 'vitest'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import { adminEn, en, ru } from '#tests/support/messages.ts'
import { type DemoStage } from '#tests/support/demo-stage.ts'
import {
  answerDialog,
  goHome,
  linkWallet,
  seeEmptyHome,
  seeHome,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

/** From Home to the numbers. */
async function openAdmin({ app }: DemoStage): Promise<void> {
  await app.getByRole('button', { name: en.settings.admin, exact: true }).click()
  await app.getByRole('heading', { name: adminEn.title, exact: true }).waitFor()
}

/** The file that the browser receives which Telegram opens. */
async function exportAll({ app, context }: DemoStage): Promise<string> {
  const file = new Promise<string>((resolve) => {
    void context.route('**/exports/*', async (route) => {
      const response = await route.fetch()
      resolve(await response.text())
      await route.fulfill({ response })
    })
  })
  await app.getByRole('button', { name: adminEn.members.exportAll }).click()
  return file
}

/** The text of the section as it is read: its heading and all below. */
function section({ app }: DemoStage, header: string): Promise<string> {
  return app.getByRole('region', { name: header }).innerText()
}

test(
  'an admin sees the counts change after another member links, and that member finds no way to them',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { app } = stage
    await startAndOpen(stage)
    await openAdmin(stage)
    expect(await section(stage, adminEn.linked.header)).toContain(`0 ${adminEn.linked.now}`)
    expect(await section(stage, adminEn.attempts.header)).toContain(adminEn.none)

    await stage.switchAccount(ILYA)
    await seeEmptyHome({ app }, ru)
    await linkWallet(stage, {}, ru)
    await answerDialog(stage, 'Allow')
    await goHome(stage)
    await app.getByRole('button', { name: ru.home.settings }).click()
    await app.getByRole('button', { name: ru.settings.terms }).waitFor()
    expect(await app.getByRole('button', { name: ru.settings.admin }).count()).toBe(0)

    await stage.switchAccount(ADA)
    await seeHome(stage)
    await openAdmin(stage)
    expect(await section(stage, adminEn.linked.header)).toContain(`1 ${adminEn.linked.now}`)
    expect(await section(stage, adminEn.attempts.header)).toMatch(/Linked\s+1\s+100%/u)
    expect(await app.locator('body').innerText()).not.toContain('Илья')

    await stage.pressBack()
    await seeHome(stage)
  },
)

test('a tap refreshes the numbers', async ({ stage }) => {
  const { app } = stage
  await startAndOpen(stage)
  await linkWallet(stage)
  await goHome(stage)
  await openAdmin(stage)
  const answered = stage.messenger.waitForResponse(/\/api\/admin\/overview$/u)
  await app.getByRole('button', { name: adminEn.refresh }).click()
  expect((await answered).status()).toBe(200)
})

test('an admin exports all, finds who holds a wallet, reads their page and unlinks it; the bot says why', async ({
  stage,
}) => {
  const { app, messenger } = stage
  await startAndOpen(stage)
  await linkWallet(stage)
  await goHome(stage)
  await openAdmin(stage)
  await app.getByRole('button', { name: adminEn.lists.members }).click()
  expect(await exportAll(stage)).toMatch(/Ada.*ton/u)
  const found = app.getByRole('button', { name: /Ada/u })
  await app.getByRole('textbox').fill('nobody of this name')
  await app.getByText(adminEn.members.nobody.name).waitFor()
  await app.getByRole('textbox').fill('ada')
  await found.click()
  await app.getByText(/^Ada controls/u).waitFor()
  await app.getByRole('button', { name: adminEn.member.unlink }).click()
  await app.getByRole('textbox').fill('Not yours')
  await app.getByRole('button', { name: adminEn.member.confirm, exact: true }).click()
  await app.getByText(adminEn.member.noWallets).waitFor()
  await stage.pressBack()
  await expect.poll(() => app.getByRole('textbox').inputValue()).toBe('ada')
  await stage.closeMiniApp()
  await messenger.getByText('“Not yours”').waitFor()
})
