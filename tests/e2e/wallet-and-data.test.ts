import * as v from 'valibot'
import { expect } from 'vitest'
import { ADA } from '#demo/telegram/people.ts'
import { en } from '#tests/support/messages.ts'
import {
  answerDialog,
  approve,
  goHome,
  linkWallet,
  seeEmptyHome,
  seeHome,
  seeLinked,
  shortAddressIn,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test(
  'a member labels a linked wallet, makes it primary, verifies it again, and unlinks it after a question',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { app, wallet } = stage
    await startAndOpen(stage)
    await linkWallet(stage, { account: 'v4r2' })
    await goHome(stage)
    await linkWallet(stage, { account: 'v5r1' })
    await goHome(stage)

    await app.getByRole('button', { name: 'W5' }).click()
    await app.getByRole('textbox', { name: en.wallet.label }).fill('Savings')
    await app.getByRole('button', { name: en.wallet.save }).click()
    await app.getByRole('heading', { name: 'Savings' }).waitFor()
    await app.getByRole('button', { name: en.wallet.makePrimary }).click()
    await app.getByRole('button', { name: en.wallet.makePrimary }).waitFor({ state: 'hidden' })
    await stage.pressBack()
    await app
      .getByRole('button', { name: 'Savings' })
      .filter({ hasText: en.common.primary })
      .waitFor()

    await app.getByRole('button', { name: 'Savings' }).click()
    await app.getByRole('button', { name: en.wallet.reverify }).click()
    await approve(wallet, { account: 'v5r1' })
    await seeLinked(stage)
    await goHome(stage)
    expect(await app.getByRole('button', { name: en.wallet.levels.key.name }).count()).toBe(2)

    await app.getByRole('button', { name: 'Savings' }).click()
    await app.getByRole('button', { name: en.wallet.unlink }).click()
    await answerDialog(stage, en.common.cancel)
    await app.getByRole('button', { name: en.wallet.unlink }).click()
    await answerDialog(stage, en.wallet.unlinkAsk('').confirm)
    await seeHome(stage)
    await app.getByRole('button', { name: 'v4 R2' }).waitFor()
    expect(await app.getByRole('button', { name: 'Savings' }).count()).toBe(0)
  },
)

const ExportSchema = v.object({ wallets: v.array(v.object({ address: v.string() })) })

test(
  'a member sees all their data, deletes everything after a question, and finds an empty Home',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { app, messenger } = stage
    await startAndOpen(stage)
    await linkWallet(stage)
    const receipt = await stage.botMessage(ADA, 'is now linked to your account')
    await goHome(stage)

    await app.getByRole('button', { name: en.home.settings }).click()
    await app.getByRole('button', { name: en.settings.exportData }).click()
    const data = await app.getByRole('textbox', { name: en.settings.exportTitle }).inputValue()
    expect(v.parse(ExportSchema, JSON.parse(data)).wallets).toHaveLength(1)
    expect(data).toContain('Ada')
    await stage.pressBack()
    await app.getByRole('textbox', { name: en.settings.exportTitle }).waitFor({ state: 'hidden' })

    await app.getByRole('button', { name: en.settings.deleteAll }).click()
    await answerDialog(stage, en.settings.deleteAsk(1).confirm)
    await app.getByRole('heading', { name: en.settings.deleted.name }).waitFor()
    await stage.pressMain()
    await messenger.getByTestId('mini-app-sheet').waitFor({ state: 'hidden' })

    await stage.openMiniApp()
    await seeHome(stage)
    await seeEmptyHome({ app })
    expect(await app.locator('body').innerText()).not.toContain(shortAddressIn(receipt.text))
  },
)
