import { removeDirectionMarks } from '#shared/direction-marks.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { PersonalAnswer } from '../store/requests/received-answers.ts'
import type { StoredWallet } from '../store/database/stored.ts'
import { isoTime } from './views.ts'

const HEADER = [
  'answered',
  'withdrawn',
  'family',
  'network',
  'address',
  'level',
  'binding',
  'first_name',
  'username',
  'stale_since',
  'telegram_id',
] as const

/** Ends every line (RFC 4180, section 2). */
const LINE_END = '\r\n'
/** Without it, spreadsheets read the file in the machine's own 8-bit encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** The members who answered, as CSV (RFC 4180) in UTF-8. */
export async function writePeopleTable(answers: AsyncIterable<PersonalAnswer>): Promise<string> {
  const lines = [writeLine(HEADER)]
  for await (const answer of answers) lines.push(writeLine(getCells(answer)))
  return BYTE_ORDER_MARK + lines.join('')
}

export function writeLine(cells: readonly string[]): string {
  return cells.map(writeCell).join(',') + LINE_END
}

function getCells({ user, wallet, answeredAt, withdrawnAt }: PersonalAnswer): string[] {
  return [
    isoTime(answeredAt),
    isoTime(withdrawnAt) ?? '',
    ...walletCells(wallet),
    cleanName(user.firstName),
    cleanName(user.username ?? ''),
    staleSince(wallet),
    user.telegramId,
  ]
}

export function walletCells(wallet: StoredWallet | null): string[] {
  if (wallet === null) return ['', '', '', '', '']
  const { family, level, binding } = wallet
  return [family, getNetwork(wallet), displayAddress(wallet), level, binding]
}

export function staleSince(wallet: StoredWallet | null): string {
  return isoTime(wallet?.staleAt ?? null) ?? ''
}

/** The network that the address belongs to. EVM: the chain's id of EIP-155, or all chains. */
function getNetwork(wallet: StoredWallet): string {
  if (wallet.family === 'ton') return wallet.network === '-239' ? 'mainnet' : 'testnet'
  return wallet.chainId === null ? 'all chains' : String(wallet.chainId)
}

/** Control characters and line separators. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** A name as Telegram has it, on one line. */
export function cleanName(name: string): string {
  return removeDirectionMarks(name).replaceAll(BYTE_ORDER_MARK, '').replaceAll(CONTROLS, ' ').trim()
}

/**
 * Characters at the start of a cell that make a spreadsheet compute. They also count after other separators than the
 * comma, because spreadsheets of some countries end a cell there.
 */
const FORMULA = /(^|[;,|"\t])(\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

function writeCell(text: string): string {
  const safe = text.replaceAll(FORMULA, "$1$2'")
  return /[",;\s]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
