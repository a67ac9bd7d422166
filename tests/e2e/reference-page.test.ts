import { test } from '#tests/support/e2e-test.ts'

test("the page of the host API shows calls and events' payloads under its own policy", async ({
  sharedStage: { context, demo },
}) => {
  const page = await context.newPage()
  await page.goto(`${demo.appUrl}/reference`)
  await page.getByText('Who is this: the wallets of a Telegram account').first().waitFor()
  await page.getByText('Receive wallet.linked').first().waitFor()
})
