import { describe, expect, test } from 'vitest'
import { createLog } from '#server/log/log.ts'

function getLine(error: unknown): string {
  const lines: string[] = []
  createLog('trace', { write: (line) => void lines.push(line) }).error({ error })
  return lines.join('')
}

describe('an error in the log', () => {
  test('brings the cause of an error along, without the secrets that either quotes or carries', () => {
    const token = '1234567890:AAtestTESTtestTESTtestTESTtestTEST_-x'
    const cause = Object.assign(new Error(`GET https://api.example/bot${token}/getMe failed`), {
      payload: { secret_token: 'webhook_secret-0123456789' },
    })
    const line = getLine(new Error('no webhook', { cause }))
    expect(line).toContain('no webhook')
    expect(line).toContain('GET [url] failed')
    expect(line).not.toContain(token)
    expect(line).not.toContain('webhook_secret')
  })

  test('says in which file and line an error was thrown', () => {
    const error = new Error('x')
    error.stack = 'Error: x\n    at run (file:///srv/dist/server/main.js:12:3)'
    expect(getLine(error)).toContain('main.js:12:3')
  })
})

test('attack: what others wrote moves no cursor and reorders no line', () => {
  const line = getLine(new Error('\u001b[2J \u009b32m \u202e \u2028 ok'))
  expect(line).toContain(String.raw`\u001b[2J \u009b32m \u202e \u2028 ok`)
  expect(JSON.parse(line)).toMatchObject({
    error: { message: '\u001b[2J \u009b32m \u202e \u2028 ok' },
  })
})
