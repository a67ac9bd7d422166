import { describe, expect, test } from 'vitest'
import type { ClientPlatform } from '#shared/client-platform.ts'
import { homeLink, pairingLink } from '#client/wallets/evm/evm-wallets.ts'
import { createOpenWalletLink } from '#client/wallets/evm/open-wallet-link.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'

const TRUST = pairingLink('trust', 'wc:ab@2?x', false)
const OKX = pairingLink('okx', 'wc:ab@2?x', false)
const SAFE = pairingLink('safe', 'wc:ab@2?x', false)

type LinkSituation = { platform: ClientPlatform; isHandheld?: boolean; isBlocked?: boolean }

function openOn({ platform, isHandheld = false, isBlocked = false }: LinkSituation) {
  const windows: string[] = []
  const telegram = createFakeTelegram({ platform })
  const window = { opener: {} as unknown }
  const open = createOpenWalletLink({
    telegram,
    openWindow(url) {
      windows.push(url)
      return isBlocked ? null : window
    },
    isHandheld: () => isHandheld,
  })
  return { open, windows, telegram, window }
}

describe.each([
  { platform: 'ios' },
  { platform: 'android' },
  { platform: 'unknown', isHandheld: true },
  { platform: 'web', isHandheld: true },
  { platform: 'weba', isHandheld: true },
] as const)('on $platform, used with a finger', (situation) => {
  test.each([TRUST, OKX, SAFE, homeLink('okx')])('$url opens in a new window', (link) => {
    const { open, windows, telegram, window } = openOn(situation)
    expect(open(link)).toBe('opened')
    expect(windows).toEqual([link.url])
    expect(telegram.opened).toEqual([])
    expect(window.opener).toBeNull()
  })
})

describe.each(['tdesktop', 'macos', 'web', 'weba', 'unknown'] as const)(
  'on %s of a computer',
  (platform) => {
    test('nothing opens, because the wallet is on another device', () => {
      const { open, windows, telegram } = openOn({ platform })
      expect(open(TRUST)).toBe('elsewhere')
      expect(open(OKX)).toBe('elsewhere')
      expect([...windows, ...telegram.opened]).toEqual([])
    })

    test('Safe opens as a web page', () => {
      const { open, windows, telegram } = openOn({ platform })
      expect(open(SAFE)).toBe('opened')
      expect(telegram.opened).toEqual([SAFE.url])
      expect(windows).toEqual([])
    })
  },
)

test('Telegram Desktop does not count as a phone on a touch screen', () => {
  expect(openOn({ platform: 'tdesktop', isHandheld: true }).open(TRUST)).toBe('elsewhere')
})

test.each([
  ['android', 'blocked'],
  ['unknown', 'blocked'],
  // This client passes the link to the system and returns no window.
  ['ios', 'opened'],
] as const)('without a window on %s the link is %s', (platform, outcome) => {
  const { open } = openOn({ platform, isHandheld: true, isBlocked: true })
  expect(open(TRUST)).toBe(outcome)
})

test('a window that is at another origin already counts as opened', () => {
  const window = Object.defineProperty({ opener: null }, 'opener', {
    set() {
      throw new Error('SecurityError')
    },
  })
  const telegram = createFakeTelegram({ platform: 'android' })
  const open = createOpenWalletLink({ telegram, openWindow: () => window, isHandheld: () => true })
  expect(open(TRUST)).toBe('opened')
})
