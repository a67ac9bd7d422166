import type { Locator } from 'playwright-core'
import * as v from 'valibot'
import { expect, inject } from 'vitest'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { type DemoStage, openStage } from '#tests/support/demo-stage.ts'
import {
  approve,
  openDemoWallet,
  openTonWalletElsewhere,
  openWalletList,
  seeLinked,
  startAndOpen,
} from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { en } from '#tests/support/messages.ts'
import { createWalkClock } from '#tests/support/walk-clock.ts'
import { onAnotherDevice } from '#tests/support/walk-verbs.ts'

const MINUTE_MS = 60_000

const PendingSchema = v.pipe(v.string(), v.parseJson(), v.object({ link: v.string() }))

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

/** The link of the wallet that was chosen from the list, as its code has it. */
async function readPendingLink({ messenger }: DemoStage): Promise<string> {
  const frame = messenger.frame({ name: 'mini-app' })
  if (frame === null) throw new Error('no Mini App is open')
  const stored = await frame.waitForFunction(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('/ton/pending'))
    const value = key === undefined ? '' : (localStorage.getItem(key) ?? '')
    return value.includes('/wallet/connect') ? value : null
  })
  return v.parse(PendingSchema, await stored.jsonValue()).link
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

test('the list of all TON wallets closes when the member declines in a wallet that was chosen from it', async ({
  stage,
}) => {
  const { list } = await openList(stage)
  const wallet = await openDemoWallet(stage, list)
  await wallet.getByTestId('reject').click()
  await stage.app.getByText(en.problems['wallet-rejected']).first().waitFor()
  await seeNoList(list)
})

test('the list of all TON wallets closes when a wallet on another device has taken the link that it shows', async ({
  stage,
}) => {
  await stage.setPlatform('tdesktop')
  const { list } = await openList(stage)
  await list.getByText('Demo Wallet', { exact: true }).click()
  await approve(await openTonWalletElsewhere(stage, await readPendingLink(stage)))
  await seeLinked(stage)
  await seeNoList(list)
})

test('the list of all TON wallets closes when its attempt is cancelled on another device', async ({
  stage,
}) => {
  const { list, id } = await openList(stage)
  await onAnotherDevice(stage, 'DELETE', `/api/attempts/${id}`)
  await stage.app.getByText(en.attempt.cancelled).first().waitFor()
  await seeNoList(list)
})

test('the list of all TON wallets closes when its attempt expires', async ({ browser }) => {
  const clock = createWalkClock()
  const stage = await openStage({
    browser,
    build: inject('demoBuild'),
    bot: 'clasp',
    now: clock.now,
  })
  await clock.install(stage)
  await stage.messenger.reload()
  const { list } = await openList(stage)
  await clock.skip(6 * MINUTE_MS)
  await stage.app.getByText(en.problems['attempt-expired']).first().waitFor()
  await seeNoList(list)
  await stage.close()
})
