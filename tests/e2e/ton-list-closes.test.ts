import type { Locator } from 'playwright-core'
import * as v from 'valibot'
import { expect } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import type { DemoStage } from '#tests/support/demo-stage.ts'
import {
  approve,
  openDemoWallet,
  openWalletList,
  seeLinked,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'

/** From the chat with the bot to TON Connect's list of all wallets, and the attempt that it is open for. */
async function openList(stage: DemoStage): Promise<{ list: Locator; id: string }> {
  const made = stage.messenger.waitForResponse((response) =>
    response.url().endsWith(createAttempt.path),
  )
  await startAndOpen(stage)
  await stage.app.locator('[data-intent=connect]').click()
  const list = await openWalletList(stage)
  const { id } = v.parse(createAttempt.response, await (await made).json())
  return { list, id }
}

async function seeNoList(list: Locator): Promise<void> {
  await expect.poll(() => list.innerText()).toBe('')
}

test('the list of all TON wallets closes when a wallet that was chosen from it has approved', async ({
  stage,
}) => {
  const { list } = await openList(stage)
  await approve(await openDemoWallet(stage, list))
  await seeLinked(stage)
  await seeNoList(list)
})
