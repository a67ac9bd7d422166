import type { CosigningSummary } from '#shared/multisig.ts'
import { formatCount } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'

type Props = {
  cosigning: Pick<CosigningSummary, 'method' | 'signed' | 'multisig'>
  messages: MultisigMessages
}

/** How far a cosigning is: `1 of 2 signed`. */
export function CosigningProgress({ cosigning, messages }: Props) {
  const { language } = useLocalization()
  const { method, signed, multisig } = cosigning
  const given = method === 'signatures' ? messages.signed : messages.agreed
  return given({
    part: formatCount(language, signed),
    whole: formatCount(language, multisig.threshold),
  })
}
