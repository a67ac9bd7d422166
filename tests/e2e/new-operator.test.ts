// @module-tag full

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'
import { makeBuild } from '#build/make-build.ts'
import { publishBuild } from '#build/publish-build.ts'
import { ADA } from '#demo/telegram/people.ts'
import { asShipped } from '#tests/support/as-shipped.ts'
import { openStageIn } from '#tests/support/demo-stage.ts'
import { linkWallet } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { createNewOperator, inClone, type NewOperator } from '#tests/support/new-operator.ts'
import { commandsIn, createRunRecord, type RunRecord } from '#tests/support/run-record.ts'

const FindingsSchema = v.array(
  v.object({ check: v.string(), status: v.string(), found: v.string() }),
)
const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'docs/first-run.md')
/** Inside the project, where the build finds its packages. */
const DIST = join(ROOT, 'node_modules/.cache/clasp-operator')
/** The file into which `npm run record` writes the run. */
const { CLASP_RECORD } = process.env

beforeAll(() => publishBuild(DIST, (folder) => asShipped(() => makeBuild(ROOT, folder))), 300_000)
afterAll(() => rm(DIST, { recursive: true, force: true }))

test(
  'a new operator follows docs/first-run.md with the real commands, up to a member who is greeted by a proven wallet',
  { timeout: 300_000 },
  async ({ browser }) => {
    const operator = await createNewOperator(inject('demoBuild'), inClone(DIST))
    onTestFinished(() => operator.close())
    const record = createRunRecord(operator)

    await setUp(operator, record)
    await start(operator, record)
    const apiKey = await addBot(operator, record)
    await diagnose(operator, record)

    const stage = await openStageIn(operator.world(), browser)
    await stage.startBot()
    await stage.openFromMessage()
    await linkWallet(stage)
    const welcome = await stage.botMessage(ADA, 'Welcome to the club')
    expect(welcome.text).toMatch(/UQ..….{4}! \(proven: key\)/u)
    recordChat(
      operator,
      record,
      stage.botMessages(ADA).map(({ text }) => text),
    )
    await stage.close()

    for (const secret of [...operator.secrets(), apiKey])
      expect(record.text()).not.toContain(secret)
    if (CLASP_RECORD !== undefined) await record.write(CLASP_RECORD)
    expect(commandsIn(await readFile(PAGE, 'utf8'))).toEqual(commandsIn(record.text()))
  },
)

async function setUp(operator: NewOperator, record: RunRecord): Promise<void> {
  const { run, publicUrl, receiverUrl } = operator
  record.step(
    '1. Start what is around Clasp',
    'In the first terminal. It builds for half a minute, and goes on running. It writes an `.env` with the token of a bot, as BotFather gives\n' +
      'you one, and with the addresses of the simulation.',
  )
  record.command('npm ci')
  record.command('npm run demo -- operator')
  record.step(
    '2. Set Clasp up',
    'In the second terminal. Without `--yes` and the flags before it, `setup` asks. `BOT_MODE=off` leaves the chat to your own bot.',
  )
  const address = ['--public-url', publicUrl, '--evm', 'off', '--bot-mode', 'off', '--yes']
  const receiver = ['--webhook-url', receiverUrl, '--operator-name', 'Harbour Makers']
  const command = ['setup', ...address, ...receiver]
  const first = await run(command)
  expect(first).toMatchObject({ code: 0 })
  record.command(command, first)

  const again = await run(command)
  expect(again.out).toContain('Nothing to change')
}

async function start(operator: NewOperator, record: RunRecord): Promise<void> {
  record.step('3. Start Clasp', 'It goes on running in this terminal, and writes its log there.')
  record.command('npm run build')
  record.command('npm start')
  await operator.start()
}

/** Returns the key of the bot. */
async function addBot(operator: NewOperator, record: RunRecord): Promise<string> {
  record.step(
    '4. Start a bot of your own beside it',
    'In the third terminal. The first command prints a key. Put it into the second one, and the secret that `.env` has by now.',
  )
  const command = ['keys', 'add', 'my-bot', '--scope', 'wallets:read,events:read']
  const added = await operator.run(command)
  const apiKey = added.out.trim()
  record.command(command, { ...added, out: 'clasp_…' })
  record.command(
    `PORT=4000 CLASP_URL=${operator.publicUrl} CLASP_API_KEY=clasp_… CLASP_SIGNING_SECRET=whsec_… npx tsx --env-file=.env docs/examples/host-bot/main.ts`,
  )
  await operator.startHostBot(apiKey)
  return apiKey
}

async function diagnose({ run }: NewOperator, record: RunRecord): Promise<void> {
  record.step('5. Ask the doctor', 'In a fourth terminal, or at any later time.')
  record.command(['doctor'], await run(['doctor']))
  const { code, out } = await run(['doctor', '--json'])
  const findings = v.parse(FindingsSchema, JSON.parse(out))
  expect(findings.filter(({ status }) => status === 'failure')).toEqual([])
  expect(code).toBe(0)
}

function recordChat({ services }: NewOperator, record: RunRecord, texts: string[]): void {
  record.step(
    '6. Link a wallet',
    `Open ${services.messengerUrl}. Press START and the bot's button; in the app press *Connect wallet*, choose *Wallet*, and approve. The chat then has:`,
  )
  record.chat(texts)
  record.step(
    'With the real Telegram',
    "BotFather's token takes the place of the simulated one, and an https address that of `http://127.0.0.1:8081`. An `.env` without\n" +
      '`TELEGRAM_API_ROOT` and `TON_API_URL` leads to the real Telegram and the real chain. [Running Clasp](running.md) goes on from here.',
  )
}
