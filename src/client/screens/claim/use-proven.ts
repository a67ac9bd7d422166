import type { Wallet, Level } from '#shared/wallet.ts'
import { formatDate } from '../../i18n/format.ts'
import type { Explained } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import type { Tone } from '../../ui/tone.ts'
import { useSection } from '../arriving/use-section.ts'

type Proven = Explained & { tone: Tone }

/**
 * The current state of a wallet's proof: its level, or that it is no longer valid. Null as long as the messages for
 * that are not here, so that a level which has ended is never shown as valid.
 */
export function useProven({
  level,
  kind,
  staleAt,
  verifiedAt,
}: Pick<Wallet, 'level' | 'kind' | 'staleAt' | 'verifiedAt'>): Proven | null {
  const { language, messages } = useLocalization()
  const multisigMessages = useSection('multisig', staleAt !== null)
  if (staleAt === null) return { ...messages.wallet.levels[level], tone: getLevelTone(level) }
  if (multisigMessages.status !== 'ready') return null
  const stale =
    kind === 'contract' ? multisigMessages.value.accountStale : multisigMessages.value.stale
  return { ...stale(formatDate(language, verifiedAt)), tone: 'warning' }
}

/** Membership is not control, and looks different. */
export function getLevelTone(level: Level): Tone {
  return level === 'signer' ? 'quiet' : 'success'
}
