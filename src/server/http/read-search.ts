import { parseAccountId } from '#proof/account-id.ts'
import { splitName } from '#shared/split-name.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import type { MemberSearch } from '../store/admin/listed-members.ts'
import type { WalletKey } from '../store/linking/held-wallets.ts'
import { toEvmKey, toTonKey } from './wallet-key.ts'

/** No shorter number is searched as Telegram's id: people have such names. */
const TELEGRAM_ID = /^[1-9]\d{4,15}$/

/** What our screens put between the signs of an address: they show it in groups, isolated from the text around it. */
const BETWEEN_SIGNS = /[\s\u2060\u2066-\u2069]/gu

/** What an admin searches for: a wallet's whole address, also as the API names it, else Telegram's id, else words of a name or a username. */
export function readSearch(text: string, network: TonNetwork): MemberSearch | 'nobody' {
  const tidy = text.trim()
  if (tidy === '') return { by: 'nothing' }
  const place = readPlace(tidy.replaceAll(BETWEEN_SIGNS, ''), network)
  if (place !== undefined) return { by: 'address', place }
  if (TELEGRAM_ID.test(tidy)) return { by: 'telegram-id', telegramId: tidy }
  const [first, ...others] = splitName(tidy)
  return first === undefined ? 'nobody' : { by: 'words', words: [first, ...others] }
}

function readPlace(text: string, network: TonNetwork): WalletKey | undefined {
  const account = parseAccountId(text)
  if (account === null) return toTonKey(text, network) ?? toEvmKey(text)
  if (account.family === 'evm') return toEvmKey(account.address)
  return account.network === network ? toTonKey(account.address, network) : undefined
}
