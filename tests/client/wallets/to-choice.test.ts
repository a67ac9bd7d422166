import { expect, test } from 'vitest'
import type { Family } from '#shared/wallet.ts'
import { toChoice } from '#client/wallets/to-choice.ts'

test.each<[string, Family, string, string, string]>([
  ['Wallet in Telegram', 'ton', 'telegram-wallet', 'Wallet', 'telegram-wallet'],
  ['a listed TON wallet', 'ton', 'tonkeeper', 'Tonkeeper', 'ton:tonkeeper'],
  ['an EVM wallet of our list', 'evm', 'trust', 'Trust', 'trust'],
  ['the same wallet from the library’s list', 'evm', 'MetaMask', 'MetaMask', 'metamask'],
])('%s is opened directly', (_, family, appName, name, choice) => {
  expect(toChoice(family, { appName, name })).toBe(choice)
})

test.each<[string, Family, string, string]>([
  ['a TON wallet that is not listed', 'ton', '', 'Nestwallet'],
  ['an EVM wallet that only the library lists', 'evm', 'Zerion', 'Zerion'],
  ['an EVM wallet that gave no name', 'evm', 'walletconnect', 'WalletConnect'],
  ['an EVM wallet with the name of a TON wallet', 'evm', 'tonkeeper', 'Tonkeeper'],
  ['an EVM wallet with the name of a field of every object', 'evm', 'constructor', 'toString'],
])('%s is opened through the list', (_, family, appName, name) => {
  expect(toChoice(family, { appName, name })).toBe('all-wallets')
})
