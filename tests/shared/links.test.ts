import { expect, test } from 'vitest'
import { botLink, directLink, groupLink } from '#shared/links.ts'

const CODE = 'r1_AAAAAAAAAAAAAAAAAAAAAA'

test.each([
  ['app', `https://t.me/clasp_bot/app?startapp=${CODE}`],
  [null, `https://t.me/clasp_bot?startapp=${CODE}`],
])('a direct link to %s starts with its code, before any mode', (appShortName, expected) => {
  // Some clients lose a code that comes after `mode`.
  const link = directLink({ username: 'clasp_bot', appShortName }, CODE)
  expect(link).toBe(expected)
  expect([...new URL(link).searchParams.keys()][0]).toBe('startapp')
})

test('a link to the bot’s chat carries the same code', () => {
  const bot = { username: 'clasp_bot', appShortName: 'app' }
  expect(botLink(bot, CODE)).toBe(`https://t.me/clasp_bot?start=${CODE}`)
})

test('a link of its own chooses a group to add the bot to, not the app’s', () => {
  expect(groupLink({ username: 'clasp_bot', appShortName: 'app' })).toBe(
    'https://t.me/clasp_bot?startgroup=true',
  )
})
