import type { Wallet } from '#shared/wallet.ts'
import { formatDate } from '../i18n/format.ts'
import type { Explained } from '../i18n/messages.ts'
import { useSpeech } from '../i18n/use-speech.ts'
import type { Tone } from '../ui/tone.ts'
import { toneOfLevel } from './tone-of-level.ts'
import { useMultisigWords } from './use-multisig-words.ts'

type Proven = Explained & { tone: Tone }

/**
 * What holds of a wallet now: the level at which it is proven, or that this does not hold any more. Null while, or
 * where, the words for that are not here: a level that has ended is never said as one that holds.
 */
export function useProven({
  level,
  kind,
  staleAt,
  verifiedAt,
}: Pick<Wallet, 'level' | 'kind' | 'staleAt' | 'verifiedAt'>): Proven | null {
  const { language, messages } = useSpeech()
  const words = useMultisigWords(staleAt !== null)
  if (staleAt === null) return { ...messages.wallet.levels[level], tone: toneOfLevel(level) }
  if (words.status !== 'ready') return null
  const stale = kind === 'contract' ? words.value.accountStale : words.value.stale
  return { ...stale(formatDate(language, verifiedAt)), tone: 'warning' }
}
