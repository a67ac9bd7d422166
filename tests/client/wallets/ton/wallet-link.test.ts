import { expect, test } from 'vitest'
import { outsideReturn, withoutRequest, withReturn } from '#client/wallets/ton/wallet-link.ts'

const ID = 'id__'.concat('ab'.repeat(32))
const TRACE = '-trace--5Fid__01a1fb99--2D6e86--2D70df--2D9411--2Dc850077bee86'

function getLink(requestLength: number): string {
  const request = `-r__--7B${'x'.repeat(requestLength)}`
  return `https://t.me/wallet/start?startapp=tonconnect-v__2-${ID}${TRACE}${request}`
}

const getStartapp = (link: string) => new URL(link).searchParams.get('startapp') ?? ''

test('a link to Telegram carries the return in startapp, in the alphabet of startapp', () => {
  const startapp = getStartapp(withReturn(getLink(200), 'https://t.me/my_bot/app-1?startapp'))
  expect(startapp).toMatch(/^[\w-]+$/)
  expect(startapp).toMatch(/-ret__https--3A--2F--2Ft--2Eme--2Fmy--5Fbot--2Fapp--2D1--3Fstartapp$/)
  expect(startapp).toContain(TRACE)
})

test('an outside link carries the return as a parameter', () => {
  expect(withReturn('https://wallet.example/connect?v=2', 'back')).toBe(
    'https://wallet.example/connect?v=2&ret=back',
  )
})

test.each([
  [345, true, 'back'],
  [380, false, 'back'],
])('startapp of a request of %i characters stays within 512', (length, traced, returnTo) => {
  const startapp = getStartapp(withReturn(getLink(length), returnTo))
  expect(startapp.length).toBeLessThanOrEqual(512)
  expect(startapp.includes(TRACE)).toBe(traced)
  expect(startapp).toMatch(/-ret__back$/)
  expect(startapp).toContain(`-r__--7B${'x'.repeat(length)}`)
})

test('a return that does not fit is replaced by the plain one', () => {
  const startapp = getStartapp(withReturn(getLink(400), `https://t.me/${'b'.repeat(60)}`))
  expect(startapp).toMatch(/-ret__back$/)
})

test('a link keeps the session and everything else when its request is removed', () => {
  const request = '-r__--7B--22a--22--3A--5B1--2D2--5D--7D'
  const link = `https://t.me/wallet/start?startapp=tonconnect-v__2-${ID}${TRACE}${request}`
  expect(getStartapp(withoutRequest(link))).toBe(`tonconnect-v__2-${ID}${TRACE}`)
  expect(getStartapp(withoutRequest(`${link}-ret__back`))).toBe(
    `tonconnect-v__2-${ID}${TRACE}-ret__back`,
  )
  expect(withoutRequest('https://wallet.example/connect?app=x&v=2&id=ab&r=%7B%7D&ret=none')).toBe(
    'https://wallet.example/connect?app=x&v=2&id=ab&ret=none',
  )
})

test.each([
  ['ios', 'back'],
  ['android', 'back'],
  ['tdesktop', 'back'],
  ['macos', 'back'],
  ['web', 'none'],
  ['weba', 'none'],
  ['unknown', 'none'],
] as const)('an outside wallet opened from %s gets the return %s', (platform, expected) => {
  expect(outsideReturn(platform)).toBe(expected)
})
