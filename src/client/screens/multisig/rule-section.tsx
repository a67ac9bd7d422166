import type { Multisig } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { formatCount } from '../../i18n/format.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Ring } from '../../ui/ring.tsx'
import { Section } from '../../ui/section.tsx'

type Props = { multisig: Multisig; words: MultisigMessages }

/** How many of its owners must agree. */
export function RuleSection({ multisig: { threshold, ownerCount }, words }: Props) {
  const { language } = useSpeech()
  const part = formatCount(language, threshold)
  const whole = formatCount(language, ownerCount)
  return (
    <Section>
      <div className="ring-line">
        <Ring
          parts={ownerCount}
          full={threshold}
          text={words.ratio({ part, whole })}
          label={words.mustAgree({ threshold: part, owners: ownerCount })}
        />
        <span className="cell-text">
          <span className="cell-title">{words.rule}</span>
          <span className="cell-subtitle">{words.ruleNote}</span>
        </span>
      </div>
    </Section>
  )
}
