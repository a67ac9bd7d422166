import { serve } from '@hono/node-server'
import { createHostBot } from './create-host-bot.ts'

/** Returns the environment variable or throws, because there is no sensible default. */
function required(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is missing`)
  return value
}

const { bot, receiver } = createHostBot({
  token: required('BOT_TOKEN'),
  apiRoot: process.env.TELEGRAM_API_ROOT ?? 'https://api.telegram.org',
  claspUrl: required('CLASP_URL'),
  apiKey: required('CLASP_API_KEY'),
  signingSecret: required('CLASP_SIGNING_SECRET'),
})
serve({ fetch: receiver.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 4000) })
await bot.start()
