import type { Cosigning } from '#shared/multisig.ts'
import { formatCount } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Ring } from '../../ui/ring.tsx'
import { Section } from '../../ui/section.tsx'
import { CosigningProgress } from '../multisig/cosigning-progress.tsx'
import { MultisigCell } from '../multisig/multisig-cell.tsx'

type Props = { cosigning: Cosigning; messages: MultisigMessages }

/** Which multisig it is, how many of its owners have confirmed, and how many must. */
export function MultisigSection({ cosigning, messages }: Props) {
  return (
    <Section header={messages.title}>
      <Progress cosigning={cosigning} messages={messages} />
      <MultisigCell multisig={cosigning.multisig} messages={messages} />
    </Section>
  )
}

function Progress({ cosigning, messages }: Props) {
  const { language } = useLocalization()
  const { signed, multisig } = cosigning
  const { threshold, ownerCount } = multisig
  const whole = formatCount(language, threshold)
  const text = messages.ratio({ part: formatCount(language, signed), whole })
  return (
    <div className="ring-line">
      <Ring parts={threshold} full={signed} text={text} label={text} />
      <span className="cell-text">
        <span className="cell-title">
          <CosigningProgress cosigning={cosigning} messages={messages} />
        </span>
        <span className="cell-subtitle">
          {messages.mustAgree({ threshold: whole, owners: ownerCount })}
        </span>
      </span>
    </div>
  )
}
