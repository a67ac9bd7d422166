import { expect, test } from 'vitest'
import { silencePulse } from '#client/wallets/evm/silence-pulse.ts'

test('reports of AppKit are dropped, and all other requests are sent', () => {
  const sent: string[] = []
  const navigator = { sendBeacon: (url: string | URL) => sent.push(String(url)) > 0 }
  silencePulse(navigator)
  expect(navigator.sendBeacon('https://pulse.walletconnect.org/batch?projectId=1')).toBe(true)
  expect(navigator.sendBeacon(new URL('https://pulse.walletconnect.org/e'))).toBe(true)
  expect(sent).toEqual([])
  navigator.sendBeacon('https://app.example.com/api/x')
  expect(sent).toEqual(['https://app.example.com/api/x'])
})
