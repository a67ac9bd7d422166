import { expect, test } from 'vitest'
import { checkTelegramWebhookSecret } from '#server/cli/doctor/checks/telegram-webhook.ts'
import { startSite, testAsk } from '#tests/support/doctor-site.ts'

const bot = {
  token: '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x',
  apiRoot: 'https://api.telegram.org',
  mode: 'webhook',
  secret: 'a-secret-of-the-webhook',
} as const

test.each([
  [401, 'ok'],
  [403, 'ok'],
  [200, 'failure'],
  [400, 'failure'],
  [404, 'failure'],
])('a webhook that answers %d to a wrong secret: %s', async (status, judged) => {
  const site = await startSite({ '/telegram/webhook': { status } })
  const deps = { bot, publicUrl: site.url, ask: testAsk() }
  expect(await checkTelegramWebhookSecret(deps)).toMatchObject([{ status: judged }])
})

test('the doctor posts no real update and no secret', async () => {
  const site = await startSite({ '/telegram/webhook': { status: 401 } })
  await checkTelegramWebhookSecret({ bot, publicUrl: site.url, ask: testAsk() })
  expect(site.requests).toMatchObject([{ method: 'POST', body: '{}' }])
  expect(JSON.stringify(site.requests)).not.toContain(bot.secret)
})

test('the doctor posts nothing without a webhook', async () => {
  const site = await startSite()
  const polling = { ...bot, mode: 'polling' } as const
  const findings = await checkTelegramWebhookSecret({
    bot: polling,
    publicUrl: site.url,
    ask: testAsk(),
  })
  expect(findings).toMatchObject([{ status: 'ok' }])
  expect(site.requests).toEqual([])
})
