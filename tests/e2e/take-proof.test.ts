import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { ADA, ILYA, type DemoStage } from '#tests/support/demo-stage.ts'
import { directChat, pressLatest } from '#tests/support/e2e-chats.ts'
import { goHome, linkWallet, startAndOpen } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { sharingEn, sharingRu } from '#tests/support/messages.ts'
import { until } from '#tests/support/until.ts'

const run = promisify(execFile)
const MAIN = join(import.meta.dirname, '../../src/server/cli/main.ts')
const TSX = import.meta.resolve('tsx')

/** The file that the bot has sent to Ada. */
async function takeFile({ demo }: DemoStage): Promise<{ name: string; text: string }> {
  const find = () => demo.world.messages(ADA).findLast(({ file }) => file !== null)?.file
  await until(() => expect(find()).toBeDefined())
  const file = find()
  if (!file) throw new Error('no file')
  return { name: file.name, text: Buffer.from(file.base64, 'base64').toString() }
}

/** `npm run verify` in an empty folder: no configuration, no key, no server, and a proxy that leads nowhere. */
async function verifyOffline({ name, text }: { name: string; text: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clasp-proof-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, name), text)
  const args = ['--import', TSX, MAIN, 'verify', name]
  const { stdout } = await run(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HTTPS_PROXY: 'http://127.0.0.1:9' },
  })
  return stdout
}

test('a member takes the proof along, which an offline process verifies, and a receiver of the card checks it on their own device', async ({
  stage,
}) => {
  const { app } = stage
  await startAndOpen(stage)
  await linkWallet(stage, { account: 'v4r2' })
  await goHome(stage)
  await app.getByRole('button', { name: /UQ/ }).first().click()
  await app.getByRole('button', { name: sharingEn.proof.take }).click()

  const file = await takeFile(stage)
  const printed = await verifyOffline(file)
  expect(printed).toContain('passed      signature')
  expect(printed).toMatch(
    new RegExp(
      `The key of tvm:-\\d+:0%3A[0-9a-f]{64} approved a request .* Telegram account ${ADA}\\.`,
    ),
  )

  await app.getByRole('button', { name: sharingEn.shareCard }).click()
  const shown = app.getByRole('switch', { name: sharingEn.proof.show })
  await shown.click()
  await until(async () => expect(await shown.isChecked()).toBe(true))
  const chat = directChat(stage, ADA, ILYA)
  await app.getByRole('button', { name: sharingEn.send }).click()
  await stage.host.getByTestId('chat-picker').waitFor()
  await stage.pickChat(chat)
  await stage.closeMiniApp()

  await stage.switchAccount(ILYA)
  await stage.openChat(chat)
  await pressLatest(stage)
  await app.getByRole('button', { name: sharingRu.proof.check }).click()
  await app.getByRole('heading', { name: sharingRu.proof.checked }).waitFor()
  await app.getByText(sharingRu.proof.holds).waitFor()
  await app.getByText(String(ADA)).waitFor()
})
