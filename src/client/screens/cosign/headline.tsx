import type { Collection } from '#shared/multisig.ts'
import { formatCount, isolated } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Hero } from '../../ui/hero.tsx'
import { CHECK } from '../../ui/icons/check.ts'
import { PEN } from '../../ui/icons/pen.ts'
import { Outcome } from '../outcome.tsx'

type Props = { collection: Collection; words: MultisigMessages }

/** What is asked of whom, and what it leads to; or that the own word is there. */
export function Headline({ isCounted, ...shown }: Props & { isCounted: boolean }) {
  if (isCounted) return <Counted {...shown} />
  const { collection, words } = shown
  return (
    <Hero icon={PEN} title={titleOf(collection, words)}>
      {leadsTo(collection, words)}
    </Hero>
  )
}

function Counted({ collection, words: { cosign } }: Props) {
  const { language } = useSpeech()
  const { method, signed, multisig } = collection
  const part = formatCount(language, signed)
  const whole = formatCount(language, multisig.threshold)
  return (
    <Outcome
      icon={CHECK}
      tone="success"
      title={method === 'signatures' ? cosign.signatureCounts : cosign.agreementCounts}
      text={cosign.soFar({ part, whole })}
    />
  )
}

function titleOf({ mine, method, starter }: Collection, { cosign }: MultisigMessages): string {
  const name = isolated(starter.firstName)
  if (mine) return cosign.mine
  return method === 'signatures' ? cosign.asksSignature(name) : cosign.asksAgreement(name)
}

function leadsTo({ mine, method, starter }: Collection, { cosign }: MultisigMessages): string {
  if (method === 'agreements') return cosign.leadsToAll
  return mine ? cosign.leadsToMe : cosign.leadsToStarter(isolated(starter.firstName))
}
