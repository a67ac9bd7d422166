import type { WalletInfoRemote } from '@tonconnect/ui-react'
import { expect, test } from 'vitest'
import { findSource, findTelegramWallet } from '#client/wallets/ton/listed-wallet.ts'

const listed = (appName: string, universalLink: string): WalletInfoRemote => ({
  appName,
  name: appName,
  imageUrl: 'https://app.example.com/icon.png',
  aboutUrl: 'https://wallet.example',
  platforms: ['ios'],
  universalLink,
  bridgeUrl: `https://${appName}.example/bridge`,
})

const OUTSIDE = listed('tonkeeper', 'https://tonkeeper.example/ton-connect')
const RENAMED = listed('renamed-wallet', 'https://t.me/wallet?attach=wallet')
const SECOND = listed('second-wallet', 'https://t.me/second_wallet?attach=wallet')

test('the wallet that Telegram offers is the first of the list whose link leads into Telegram', () => {
  const wallets = [OUTSIDE, RENAMED, SECOND]
  expect(findTelegramWallet(wallets)).toBe(RENAMED)
  const { universalLink, bridgeUrl } = RENAMED
  expect(findSource('telegram-wallet', wallets)).toEqual({ universalLink, bridgeUrl })
  expect(findSource('ton:second-wallet', wallets)).toMatchObject({ bridgeUrl: SECOND.bridgeUrl })
})

test('a list without a wallet in Telegram has none to connect', () => {
  expect(findTelegramWallet([OUTSIDE])).toBeUndefined()
  expect(findSource('telegram-wallet', [OUTSIDE])).toBeUndefined()
})
