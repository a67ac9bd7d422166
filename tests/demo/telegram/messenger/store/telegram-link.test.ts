import { expect, test } from 'vitest'
import { resolveLink } from '#demo/telegram/messenger/store/follow-link.ts'

const BOT = { username: 'clasp_demo_bot', appShortName: 'app' }

test.each([
  ['https://t.me/clasp_demo_bot?startapp=r1_x', { kind: 'mini-app', startParam: 'r1_x' }],
  ['https://t.me/clasp_demo_bot?startapp', { kind: 'mini-app', startParam: null }],
  ['https://t.me/Clasp_Demo_Bot/app?startapp=r1_x', { kind: 'mini-app', startParam: 'r1_x' }],
  ['https://t.me/clasp_demo_bot/app', { kind: 'mini-app', startParam: null }],
  ['https://telegram.me/clasp_demo_bot?start=r1_x', { kind: 'bot-chat', payload: 'r1_x' }],
  ['https://t.me/clasp_demo_bot', { kind: 'bot-chat', payload: null }],
  [
    'https://t.me/clasp_demo_bot?mode=compact&startapp=r1_x',
    { kind: 'mini-app', startParam: 'r1_x' },
  ],
  [`https://t.me/clasp_demo_bot?startapp=${'x'.repeat(513)}`, { kind: 'bot-chat', payload: null }],
  ['https://t.me/clasp_demo_bot?start=a%20b', { kind: 'bot-chat', payload: null }],
  [
    'https://t.me/share/url?url=https%3A%2F%2Fa.example',
    { kind: 'share', text: 'https://a.example' },
  ],
  [
    'https://t.me/wallet/start?startapp=tonconnect-v__2',
    { kind: 'wallet', startParam: 'tonconnect-v__2' },
  ],
  [
    'https://t.me/wallet?attach=wallet&startattach=tonconnect-v__2',
    { kind: 'wallet', startParam: 'tonconnect-v__2' },
  ],
  [
    'https://t.me/share/url?url=https://a.example&text=Look',
    { kind: 'share', text: 'https://a.example\nLook' },
  ],
  ['https://a.example/x', { kind: 'web', url: 'https://a.example/x' }],
  ['https://t.me/somebody_else', { kind: 'unknown' }],
  ['tonkeeper://connect', { kind: 'unknown' }],
  ['nonsense', { kind: 'unknown' }],
])('%s is resolved to its target', (link, target) => {
  expect(resolveLink(link, BOT)).toEqual(target)
})
