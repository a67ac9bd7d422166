import type { Cosigning } from '#shared/multisig.ts'
import { formatCount, isolated } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Hero } from '../../ui/hero.tsx'
import { CHECK, PEN } from '../../ui/icons.ts'
import { Outcome } from '../outcome.tsx'

type Props = { cosigning: Cosigning; messages: MultisigMessages }

/** Who is asked to confirm and what that leads to; or that the member has confirmed. */
export function Headline({ isCounted, ...shown }: Props & { isCounted: boolean }) {
  if (isCounted) return <Counted {...shown} />
  const { cosigning, messages } = shown
  return (
    <Hero icon={PEN} title={getTitle(cosigning, messages)}>
      {leadsTo(cosigning, messages)}
    </Hero>
  )
}

function Counted({ cosigning, messages: { cosign } }: Props) {
  const { language } = useLocalization()
  const { method, signed, multisig } = cosigning
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

function getTitle({ mine, method, starter }: Cosigning, { cosign }: MultisigMessages): string {
  const name = isolated(starter.firstName)
  if (mine) return cosign.mine
  return method === 'signatures' ? cosign.asksSignature(name) : cosign.asksAgreement(name)
}

function leadsTo({ mine, method, starter }: Cosigning, { cosign }: MultisigMessages): string {
  if (method === 'agreements') return cosign.leadsToAll
  return mine ? cosign.leadsToMe : cosign.leadsToStarter(isolated(starter.firstName))
}
