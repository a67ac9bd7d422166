import { expect, test } from 'vitest'
import { checkBotToken } from '#server/cli/doctor/checks/bot-token.ts'
import {
  hastyAsk,
  jsonReply,
  lines,
  fixes,
  startSite,
  testAsk,
} from '#tests/support/doctor-site.ts'
import { freePort } from '#tests/support/free-port.ts'

const token = '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x'

test('a token that Telegram knows is named by its bot', async () => {
  const result = { id: 700100200, is_bot: true, first_name: 'Clasp', username: 'clasp_test_bot' }
  const site = await startSite({ [`/bot${token}/getMe`]: jsonReply({ ok: true, result }) })
  const findings = await checkBotToken({ bot: { token, apiRoot: site.url }, ask: testAsk() })
  expect(lines(findings)).toEqual(['ok: BOT_TOKEN belongs to @clasp_test_bot.'])
})

test('the doctor queries a bot of the test environment there', async () => {
  const result = { id: 700100200, is_bot: true, first_name: 'Clasp', username: 'clasp_try_bot' }
  const site = await startSite({ [`/bot${token}/test/getMe`]: jsonReply({ ok: true, result }) })
  const bot = { token, apiRoot: site.url, environment: 'test' } as const
  const findings = await checkBotToken({ bot, ask: testAsk() })
  expect(lines(findings)).toEqual(['ok: BOT_TOKEN belongs to @clasp_try_bot.'])
})

test('a token that was revoked is a failure with the fix for BotFather', async () => {
  const body = JSON.stringify({ ok: false, error_code: 401, description: 'Unauthorized' })
  const site = await startSite({ [`/bot${token}/getMe`]: { status: 401, body } })
  const findings = await checkBotToken({ bot: { token, apiRoot: site.url }, ask: testAsk() })
  expect(findings).toMatchObject([{ status: 'failure' }])
  expect(fixes(findings)[0]).toContain('Send @BotFather /token')
  expect(JSON.stringify(findings)).not.toContain(token)
})

test('a Bot API server that is down is a failure that quotes no URL', async () => {
  const apiRoot = `http://127.0.0.1:${await freePort()}`
  const findings = await checkBotToken({ bot: { token, apiRoot }, ask: testAsk() })
  expect(lines(findings)).toEqual(['failure: The Bot API server does not answer (ECONNREFUSED).'])
})

test('a Bot API server that is silent is a failure, in time', async () => {
  const site = await startSite({ [`/bot${token}/getMe`]: 'hang' })
  const findings = await checkBotToken({ bot: { token, apiRoot: site.url }, ask: hastyAsk() })
  expect(lines(findings)).toEqual([
    'failure: The Bot API server does not answer (timed out after 0.5 s).',
  ])
})

test('a server that is no Bot API server is a failure', async () => {
  const site = await startSite({ [`/bot${token}/getMe`]: { body: '<html>welcome</html>' } })
  const findings = await checkBotToken({ bot: { token, apiRoot: site.url }, ask: testAsk() })
  expect(lines(findings)[0]).toContain('an answer of an unknown shape')
})
