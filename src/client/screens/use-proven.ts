import type { Wallet } from '#shared/wallet.ts'
import { formatDate } from '../i18n/format.ts'
import type { Explained } from '../i18n/messages.ts'
import { useLocalization } from '../i18n/use-localization.ts'
import type { Tone } from '../ui/tone.ts'
import { getLevelTone } from './tone-of-level.ts'
import { useMultisigMessages } from './use-multisig-messages.ts'

type Proven = Explained & { tone: Tone }

/**
 * What holds of a wallet now: the level at which it is proven, or that this does not hold any more. Null while, or
 * where, the messages for that are not here: a level that has ended is never said as one that holds.
 */
export function useProven({
  level,
  kind,
  staleAt,
  verifiedAt,
}: Pick<Wallet, 'level' | 'kind' | 'staleAt' | 'verifiedAt'>): Proven | null {
  const { language, messages } = useLocalization()
  const multisigMessages = useMultisigMessages(staleAt !== null)
  if (staleAt === null) return { ...messages.wallet.levels[level], tone: getLevelTone(level) }
  if (multisigMessages.status !== 'ready') return null
  const stale =
    kind === 'contract' ? multisigMessages.value.accountStale : multisigMessages.value.stale
  return { ...stale(formatDate(language, verifiedAt)), tone: 'warning' }
}
