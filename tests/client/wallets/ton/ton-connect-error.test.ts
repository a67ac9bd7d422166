import { TonConnect, WalletMissingRequiredFeaturesError } from '@tonconnect/ui-react'
import { expect, test, vi } from 'vitest'
import { getConnectErrorCode } from '#client/wallets/ton/ton-connect-error.ts'

/** The error that the library makes from a wallet's `connect_error`; it throws some of them, too. */
function libraryError(code: number): unknown {
  vi.spyOn(console, 'debug').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  const connector = new TonConnect({
    manifestUrl: 'https://app.example.com/tonconnect-manifest.json',
    analytics: { mode: 'off' },
  })
  const errors: unknown[] = []
  connector.onStatusChange(
    () => {},
    (error) => errors.push(error),
  )
  const take: unknown = Reflect.get(connector, 'walletEventsListener')
  const event = { event: 'connect_error', payload: { code, message: 'no' } }
  try {
    if (typeof take === 'function') Reflect.apply(take, connector, [event])
  } catch (error) {
    errors.push(error)
  }
  vi.restoreAllMocks()
  return errors[0]
}

test.each([
  [0, 'wallet-failed'],
  [1, 'wallet-bad-request'],
  [2, 'wallet-manifest'],
  [3, 'wallet-manifest'],
  [100, 'ton-session-lost'],
  [300, 'wallet-rejected'],
])('a wallet’s error %i counts as %s', (code, expected) => {
  expect(getConnectErrorCode(libraryError(code), code)).toBe(expected)
})

test('a wallet without the required features is unsupported', () => {
  const error = new WalletMissingRequiredFeaturesError('no', {
    cause: { connectEvent: { items: [], device: getDevice() } },
  })
  expect(getConnectErrorCode(error, null)).toBe('wallet-unsupported')
})

test('any other error is a failure of the wallet', () => {
  expect(getConnectErrorCode(new Error('tonconnect-manifest.json'), null)).toBe('wallet-failed')
})

function getDevice() {
  return {
    platform: 'iphone' as const,
    appName: 'x',
    appVersion: '1',
    maxProtocolVersion: 2,
    features: [],
  }
}
