import { expect, test } from 'vitest'
import { registeredUrl } from '#server/bot/webhook-updates.ts'
import { checkTelegramWebhook } from '#server/cli/doctor/checks/telegram-webhook.ts'
import { jsonReply, lines, startSite, testAsk } from '#tests/support/doctor-site.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const token = '700100200:AAtestTESTtestTESTtestTESTtestTEST_-x'
const secret = 'a-secret-of-the-webhook'
const publicUrl = 'https://app.example.com'
const OUR_URL = registeredUrl({ url: `${publicUrl}/telegram/webhook`, secret }).href
const TYPES = [
  'message',
  'callback_query',
  'my_chat_member',
  'inline_query',
  'chosen_inline_result',
  'chat_join_request',
]
const WELL = { url: OUR_URL, pending_update_count: 0, allowed_updates: TYPES }

async function check(info: object, mode: 'webhook' | 'polling' | 'off' = 'webhook') {
  const site = await startSite({
    [`/bot${token}/getWebhookInfo`]: jsonReply({ ok: true, result: info }),
  })
  const server = { token, apiRoot: site.url }
  const bot = mode === 'webhook' ? { ...server, mode, secret } : { ...server, mode }
  return checkTelegramWebhook({ bot, publicUrl, ask: testAsk(), now: () => NOW })
}

test('the webhook that this server set is well', async () => {
  expect(lines(await check(WELL))).toEqual([
    'ok: Telegram sends updates to this server, with our secret.',
  ])
})

test.each([
  ['no webhook', { url: '' }, 'Telegram has no webhook for this bot.'],
  [
    "another server's webhook",
    { url: 'https://other.example/telegram/webhook' },
    'The webhook leads to another place than PUBLIC_URL/telegram/webhook.',
  ],
  [
    'another path of this server',
    { url: `${publicUrl}/hook` },
    'The webhook leads to another place than PUBLIC_URL/telegram/webhook.',
  ],
  [
    'a webhook with another secret',
    { url: `${publicUrl}/telegram/webhook?v=00000000` },
    'The webhook was set with another TELEGRAM_WEBHOOK_SECRET.',
  ],
  [
    'a webhook that leaves out what we handle',
    { allowed_updates: ['message'] },
    'Telegram does not send updates of type callback_query, my_chat_member, inline_query, chosen_inline_result, chat_join_request.',
  ],
])('%s is a failure', async (_, fault, found) => {
  expect(lines(await check({ ...WELL, ...fault }))).toEqual([`failure: ${found}`])
})

test("a recent error is a warning with Telegram's own text, without its URLs", async () => {
  const findings = await check({
    ...WELL,
    last_error_date: NOW / 1_000 - 300,
    last_error_message: 'Wrong response from https://app.example.com/telegram/webhook?v=1: 502',
  })
  expect(lines(findings)).toEqual([
    'warning: 5 min ago Telegram could not deliver: "Wrong response from [url] 502".',
  ])
})

test('the doctor ignores an error of yesterday', async () => {
  const findings = await check({ ...WELL, last_error_date: NOW / 1_000 - 86_400 })
  expect(findings).toMatchObject([{ status: 'ok' }])
})

test('many updates that wait are a warning', async () => {
  const findings = await check({ ...WELL, pending_update_count: 4_096 })
  expect(lines(findings)).toEqual(['warning: 4096 updates wait at Telegram.'])
})

test('a webhook that somebody set is a failure, because it starves polling', async () => {
  const findings = await check({ ...WELL, url: 'https://other.example/hook' }, 'polling')
  expect(lines(findings)).toEqual(['failure: A webhook is set, so BOT_MODE=polling gets nothing.'])
  expect(await check({ ...WELL, url: '' }, 'polling')).toMatchObject([{ status: 'ok' }])
})

test('the doctor does not judge the webhook with BOT_MODE=off', async () => {
  const findings = await check({ ...WELL, url: 'https://host-bot.example/hook' }, 'off')
  expect(findings).toMatchObject([{ status: 'ok' }])
})
