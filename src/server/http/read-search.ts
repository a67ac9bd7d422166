import { splitName } from '#shared/split-name.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import type { MemberSearch } from '../store/admin/listed-members.ts'
import { toEvmKey, toTonKey } from './wallet-key.ts'

/** No shorter number is searched as Telegram's id: people have such names. */
const TELEGRAM_ID = /^[1-9]\d{4,15}$/

/** What an admin searches for: a wallet's whole address, else Telegram's id, else words of a name or a username. */
export function readSearch(text: string, network: TonNetwork): MemberSearch | 'nobody' {
  const tidy = text.trim()
  if (tidy === '') return { by: 'nothing' }
  const place = toTonKey(tidy, network) ?? toEvmKey(tidy)
  if (place !== undefined) return { by: 'address', place }
  if (TELEGRAM_ID.test(tidy)) return { by: 'telegram-id', telegramId: tidy }
  const [first, ...others] = splitName(tidy)
  return first === undefined ? 'nobody' : { by: 'words', words: [first, ...others] }
}
