import type { Multisig } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Ring } from '../../ui/ring.tsx'
import { Section } from '../../ui/section.tsx'

type Props = { multisig: Multisig; messages: MultisigMessages }

/** How many of its owners must agree. */
export function RuleSection({ multisig: { threshold, ownerCount }, messages }: Props) {
  const { language } = useLocalization()
  const part = formatCount(language, threshold)
  const whole = formatCount(language, ownerCount)
  return (
    <Section>
      <div className="ring-line">
        <Ring
          parts={ownerCount}
          full={threshold}
          text={messages.ratio({ part, whole })}
          label={messages.mustAgree({ threshold: part, owners: ownerCount })}
        />
        <span className="cell-text">
          <span className="cell-title">{messages.rule}</span>
          <span className="cell-subtitle">{messages.ruleNote}</span>
        </span>
      </div>
    </Section>
  )
}
