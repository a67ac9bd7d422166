import * as v from 'valibot'
import { expect, inject, onTestFinished } from 'vitest'
import { ADA, openStageIn } from '#tests/support/demo-stage.ts'
import { linkWallet } from '#tests/support/e2e-link.ts'
import { test } from '#tests/support/e2e-test.ts'
import { createNewOperator, type NewOperator } from '#tests/support/new-operator.ts'
import { createRunRecord, type RunRecord } from '#tests/support/run-record.ts'

const FindingsSchema = v.array(
  v.object({ check: v.string(), status: v.string(), found: v.string() }),
)
/** The file into which `npm run record` writes the run. */
const { CLASP_RECORD } = process.env

test('a new operator gets from a bot token to a member who is greeted by a proven wallet', async ({
  browser,
}) => {
  const operator = await createNewOperator(inject('demoBuild'))
  onTestFinished(() => operator.close())
  const record = createRunRecord(operator)

  await setUp(operator, record)
  const apiKey = await addKey(operator, record)
  await operator.start()
  operator.startHostBot(apiKey)
  await diagnose(operator, record)

  const stage = await openStageIn(operator.world(), browser)
  // The page of the operator's server has no script that plays its client.
  await stage.context.addInitScript({ path: inject('demoBuild').clientScript })
  await stage.startBot()
  await stage.openFromMessage()
  await linkWallet(stage)
  const welcome = await stage.botMessage(ADA, 'Welcome to the club')
  expect(welcome.text).toMatch(/UQ..….{4}! \(proven: key\)/u)
  record.chat(stage.botMessages(ADA).map(({ text }) => text))
  await stage.close()

  for (const secret of [...operator.secrets(), apiKey]) expect(record.text()).not.toContain(secret)
  if (CLASP_RECORD !== undefined) await record.write(CLASP_RECORD)
})

async function setUp({ run, appUrl, services }: NewOperator, record: RunRecord): Promise<void> {
  const { world, operatorUrl } = services
  const address = ['--public-url', appUrl, '--evm', 'off', '--bot-mode', 'off', '--yes']
  const receiver = ['--webhook-url', `${operatorUrl}/clasp`, '--operator-name', 'Harbour Makers']
  const command = ['setup', ...address, ...receiver]
  const first = await run(command, { BOT_TOKEN: world.botToken })
  expect(first).toMatchObject({ code: 0 })
  record.command(command, first)

  const again = await run(command)
  expect(again.out).toContain('Nothing to change')
}

async function addKey({ run }: NewOperator, record: RunRecord): Promise<string> {
  const command = ['keys', 'add', 'my-bot', '--scope', 'wallets:read']
  const added = await run(command)
  record.command(command, { ...added, out: 'clasp_…' })
  return added.out.trim()
}

async function diagnose({ run }: NewOperator, record: RunRecord): Promise<void> {
  record.command(['doctor'], await run(['doctor']))
  const { code, out } = await run(['doctor', '--json'])
  const findings = v.parse(FindingsSchema, JSON.parse(out))
  expect(findings.filter(({ status }) => status === 'failure')).toEqual([])
  expect(code).toBe(0)
}
