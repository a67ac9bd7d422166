import { expect, test } from 'vitest'
import { checkBotSettings } from '#server/cli/doctor/checks/bot-settings.ts'
import { jsonReply, lines, fixes, startSite, testAsk } from '#tests/support/doctor-site.ts'

const token = '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x'
const publicUrl = 'https://app.example.com'
const WELL = {
  has_main_web_app: true,
  supports_inline_queries: true,
  can_read_all_group_messages: false,
}

async function check(
  abilities: Partial<typeof WELL>,
  {
    appShortName = null,
    mode = 'polling',
  }: { appShortName?: string | null; mode?: 'polling' | 'off' } = {},
) {
  const result = { id: 1, username: 'clasp_bot', ...WELL, ...abilities }
  const site = await startSite({ [`/bot${token}/getMe`]: jsonReply({ ok: true, result }) })
  const bot = { token, apiRoot: site.url, mode } as const
  return checkBotSettings({ bot, publicUrl, appShortName, ask: testAsk() })
}

test('a bot with its main Mini App and inline mode is well', async () => {
  expect(lines(await check({}))).toEqual(['ok: The main Mini App and inline mode are switched on.'])
})

test('a missing main Mini App is a failure with the way through BotFather', async () => {
  const findings = await check({ has_main_web_app: false })
  expect(findings).toMatchObject([{ status: 'failure' }])
  expect(fixes(findings)[0]).toContain('Enable Mini App')
})

test('the doctor accepts a short name in place of the main Mini App, which cannot be checked', async () => {
  const findings = await check({ has_main_web_app: false }, { appShortName: 'app' })
  expect(lines(findings)[0]).toMatch(/^ok: .*cannot be asked/)
})

test('inline mode that is off is a warning', async () => {
  const findings = await check({ supports_inline_queries: false })
  expect(findings).toMatchObject([{ status: 'warning' }])
  expect(fixes(findings)[0]).toContain('/setinline,')
  expect(fixes(findings)[0]).toContain('/setinlinefeedback')
})

test('the doctor does not judge the inline mode of a bot whose updates go to the operator’s own code', async () => {
  const own = await check({ supports_inline_queries: false }, { mode: 'off' })
  expect(own).toMatchObject([{ status: 'ok' }])
})

test('a bot that reads every group message is a warning, unless it is your own', async () => {
  const findings = await check({ can_read_all_group_messages: true })
  expect(findings).toMatchObject([{ status: 'warning' }])
  expect(fixes(findings)[0]).toContain('/setprivacy')
  const own = await check({ can_read_all_group_messages: true }, { mode: 'off' })
  expect(own).toMatchObject([{ status: 'ok' }])
})
