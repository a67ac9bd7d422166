import { expect } from 'vitest'
import { ADA, ILYA } from '#demo/telegram/people.ts'
import { directChat, pressLatest } from '#tests/support/e2e-chats.ts'
import { goHome, linkWallet, openProof, startAndOpen, takeProof } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { sharingEn, sharingRu } from '#tests/support/messages.ts'
import { takeFile, verifyOffline } from '#tests/support/offline-verifier.ts'
import { until } from '#tests/support/until.ts'

test(
  'a member takes the proof along, which an offline process verifies, and a receiver of the card checks it on their own device',
  { tags: ['wide'] },
  async ({ stage }) => {
    const { app } = stage
    await startAndOpen(stage)
    await linkWallet(stage, { account: 'v4r2' })
    await goHome(stage)
    await app.getByRole('button', { name: /UQ/ }).first().click()
    await openProof(stage)
    await takeProof(stage)

    const file = await takeFile(stage)
    const { stdout: printed } = await verifyOffline(file)
    expect(printed).toContain('passed  signature')
    expect(printed).toMatch(
      new RegExp(
        `The key of [UE0k]Q[\\w-]{46} \\(tvm:-\\d+:0%3A[0-9a-f]{64}\\) approved a request .* Telegram account ${ADA}\\.`,
      ),
    )

    await stage.pressBack()
    await app.getByRole('button', { name: sharingEn.shareCard }).click()
    const shown = app.getByRole('switch', { name: sharingEn.proof.show })
    await shown.click()
    await until(async () => expect(await shown.isChecked()).toBe(true))
    const chat = directChat(stage, ADA, ILYA)
    await app.getByRole('button', { name: sharingEn.send }).click()
    await stage.messenger.getByTestId('chat-picker').waitFor()
    await stage.pickChat(chat)
    await stage.closeMiniApp()

    await stage.switchAccount(ILYA)
    await stage.openChat(chat)
    await pressLatest(stage)
    await app.getByRole('button', { name: sharingRu.proof.check }).click()
    await app.getByRole('heading', { name: sharingRu.proof.checked }).waitFor()
    await app.getByText(sharingRu.proof.holds).waitFor()
    await app.getByText(String(ADA)).first().waitFor()
  },
)
