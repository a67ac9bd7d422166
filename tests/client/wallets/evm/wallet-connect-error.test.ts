import { expect, test } from 'vitest'
import { getWalletConnectErrorCode } from '#client/wallets/evm/wallet-connect-error.ts'

test.each([
  [4001, 'wallet-rejected'],
  [5000, 'wallet-rejected'],
  [12001, 'wallet-rejected'],
  [5001, 'wallet-rejected'],
  [5002, 'wallet-rejected'],
  [5003, 'wallet-rejected'],
  [4100, 'evm-account-unavailable'],
  [3001, 'evm-account-unavailable'],
  [5103, 'evm-account-unavailable'],
  [4200, 'evm-method-unsupported'],
  [5101, 'evm-method-unsupported'],
  [10001, 'evm-method-unsupported'],
  [-32_075, 'evm-method-unsupported'],
  [-32_601, 'evm-method-unsupported'],
  [4900, 'evm-session-lost'],
  [6000, 'evm-session-lost'],
  [7001, 'evm-session-lost'],
  [4901, 'evm-chain-unsupported'],
  [4902, 'evm-chain-unsupported'],
  [5100, 'evm-chain-unsupported'],
  [3005, 'evm-chain-unsupported'],
  [5104, 'evm-chain-unsupported'],
  [7000, 'evm-session-lost'],
  [8000, 'attempt-expired'],
  [11004, 'evm-signature-invalid'],
  [-32_002, 'evm-wallet-busy'],
  [-32_602, 'wallet-bad-request'],
  [-32_603, 'wallet-failed'],
  [999_999, 'wallet-failed'],
])('an error of WalletConnect with the code %i counts as %s', (code, expected) => {
  expect(getWalletConnectErrorCode({ code, message: '' })).toBe(expected)
})

test.each([
  ['Proposal expired', 'evm-pairing-expired'],
  ['Request expired. Please try again.', 'attempt-expired'],
  ['Missing or invalid. request() method: personal_sign', 'evm-method-unsupported'],
  ['Missing or invalid. request() chainId: eip155:1', 'evm-chain-unsupported'],
  ["No matching key. session topic doesn't exist: ab", 'evm-session-lost'],
  ['Missing or invalid. Record was recently deleted - session: ab', 'evm-session-lost'],
  ['No internet connection detected. Please restart your network', 'evm-relay-unreachable'],
  ['Failed to publish payload, please try again. id:1 tag:1108', 'evm-relay-unreachable'],
  ['Failed to publish custom payload, please try again.', 'evm-relay-unreachable'],
  ["Couldn't establish socket connection to the relay server", 'evm-relay-unreachable'],
  ['Socket stalled when trying to connect to wss://relay', 'evm-relay-unreachable'],
  ['Connection interrupted while trying to subscribe', 'evm-relay-unreachable'],
  ['Subscribing to ab failed, please try again', 'evm-relay-unreachable'],
  ['WebSocket connection closed abnormally with code: 3000', 'evm-relay-unreachable'],
  ['User rejected the request.', 'wallet-rejected'],
  ['User denied message signature.', 'wallet-rejected'],
  ['Request already pending for origin', 'evm-wallet-busy'],
  ['Method personal_sign is not supported', 'evm-method-unsupported'],
  ['Unsupported chain', 'evm-chain-unsupported'],
  ['The requested account has not been authorized', 'evm-account-unavailable'],
  ['Something went wrong', 'wallet-failed'],
])('an error of WalletConnect that says "%s" counts as %s', (message, expected) => {
  expect(getWalletConnectErrorCode(new Error(message))).toBe(expected)
  expect(getWalletConnectErrorCode({ code: -32_000, message })).toBe(expected)
})

test('the code of an error counts more than its message', () => {
  const error = { code: 4001, message: 'Method not supported' }
  expect(getWalletConnectErrorCode(error)).toBe('wallet-rejected')
})

const INTERNAL = { code: -32_603, message: 'Internal JSON-RPC error.' }
const REFUSAL = { code: 4001, message: 'User rejected the request.' }

test.each([
  ['data', { ...INTERNAL, data: REFUSAL }],
  ['data.cause', { ...INTERNAL, data: { cause: { code: '4001' } } }],
  ['data.originalError', { ...INTERNAL, data: { code: -32_000, originalError: REFUSAL } }],
  ['cause', { ...INTERNAL, cause: REFUSAL }],
])('an internal error around a refusal by the member, in `%s`, is that refusal', (_, error) => {
  expect(getWalletConnectErrorCode(error)).toBe('wallet-rejected')
})

test('errors within errors without end are a failure of the wallet', () => {
  const endless: Record<string, unknown> = { ...INTERNAL }
  endless['data'] = endless
  expect(getWalletConnectErrorCode(endless)).toBe('wallet-failed')
})

test.each([[null], ['no'], [undefined], [{ code: {} }], [[]]])(
  '%j counts as a failure of the wallet',
  (error) => {
    expect(getWalletConnectErrorCode(error)).toBe('wallet-failed')
  },
)
