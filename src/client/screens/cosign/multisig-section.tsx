import type { Cosigning } from '#shared/multisig.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { CellText, Section } from '../../ui/list.tsx'
import { Ring } from '../../ui/ring.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { CosigningProgress } from '../multisig/cosigning-progress.tsx'
import { MultisigCell } from '../multisig/multisig-cell.tsx'

type Props = { cosigning: Cosigning }

/** Which multisig it is, how many of its owners have confirmed, and how many must. */
export function MultisigSection({ cosigning }: Props) {
  const { title } = useMessagesOf('multisig')
  return (
    <Section header={title}>
      <Progress cosigning={cosigning} />
      <MultisigCell multisig={cosigning.multisig} />
    </Section>
  )
}

function Progress({ cosigning }: Props) {
  const messages = useMessagesOf('multisig')
  const { language } = useLocalization()
  const { signed, multisig } = cosigning
  const { threshold, ownerCount } = multisig
  const whole = formatCount(language, threshold)
  const text = messages.ratio({ part: formatCount(language, signed), whole })
  return (
    <div className="ring-line">
      <Ring parts={threshold} full={signed} text={text} label={text} />
      <CellText
        title={<CosigningProgress cosigning={cosigning} />}
        subtitle={messages.mustAgree({ threshold: whole, owners: ownerCount })}
      />
    </div>
  )
}
