import { ADA } from '#demo/telegram/people.ts'
import { linkWallet, seeEmptyHome, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

test(
  '“Not me: unlink” under the receipt asks, unlinks the wallet, and the app shows that it is gone',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { app, messenger } = stage
    await startAndOpen(stage)
    await linkWallet(stage)
    await stage.botMessage(ADA, 'is now linked to your account')
    await stage.closeMiniApp()
    await messenger.getByTestId('inline-button').filter({ hasText: 'Not me: unlink' }).click()
    await stage.botMessage(ADA, 'You can undo this for an hour')
    await messenger
      .getByTestId('inline-button')
      .filter({ hasText: /^Unlink$/ })
      .click()
    await stage.botMessage(ADA, 'is no longer linked to your account')

    await stage.openMiniApp()
    await seeEmptyHome({ app })
  },
)
