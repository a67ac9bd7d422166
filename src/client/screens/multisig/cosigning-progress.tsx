import type { CosigningSummary } from '#shared/multisig.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { useMessagesOf } from '../arriving/use-section.ts'

type Props = { cosigning: Pick<CosigningSummary, 'method' | 'signed' | 'multisig'> }

/** How far a cosigning is: `1 of 2 signed`. */
export function CosigningProgress({ cosigning: { method, signed, multisig } }: Props) {
  const { language } = useLocalization()
  const messages = useMessagesOf('multisig')
  const given = method === 'signatures' ? messages.signed : messages.agreed
  return given({
    part: formatCount(language, signed),
    whole: formatCount(language, multisig.threshold),
  })
}
