import type { Language } from '#shared/languages.ts'
import { getCurrentConfirmations } from '#server/multisig/get-current-confirmations.ts'
import type { StoredCosigning } from '#server/store/multisigs/cosigning-rows.ts'
import { nameMultisig } from './describe-wallet.ts'
import { formatMoment } from './messages/format-date.ts'
import type { NotifiedCosigning } from './messages/multisig-texts.ts'

/** A cosigning as one member's notification shows it. */
export function toNotifiedCosigning(
  cosigning: StoredCosigning,
  { memberId, language }: { memberId: string; language: Language },
): NotifiedCosigning {
  const { multisig, method, starter, expiresAt } = cosigning
  return {
    multisig: nameMultisig(multisig),
    method,
    starter,
    isOwn: starter.id === memberId,
    signed: getCurrentConfirmations(cosigning).length,
    threshold: multisig.threshold,
    until: formatMoment(language, expiresAt),
  }
}
