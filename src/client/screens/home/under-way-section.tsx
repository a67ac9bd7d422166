import type { AttemptSummary } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { CLOCK } from '../../ui/icons.ts'
import { useCore, useServices } from '../context/use-services.ts'
import { useSection } from '../arriving/use-section.ts'

/** Leads back to a live attempt, wherever it was started. */
export function UnderWaySection({ attempt }: { attempt: AttemptSummary }) {
  const { router, preload } = useServices()
  const { home } = useMessages()
  const sentence = useSentence(attempt)
  const name = useName(attempt)
  return (
    <Section>
      <Cell icon={CLOCK} title={name} subtitle={sentence} />
      <ActionCell
        tone="accent"
        title={home.goOn}
        onIntent={() => preload('attempt')}
        onPress={() => router.open({ screen: 'attempt', id: attempt.id })}
      />
    </Section>
  )
}

/** The attempt links a wallet, or confirms as an owner of a multisig. */
function useName({ confirmsCode }: AttemptSummary): string {
  const { home } = useMessages()
  const messages = useSection('multisig', confirmsCode !== null)
  return messages.status === 'ready' ? messages.value.confirmationUnderWay : home.underWay.name
}

function useSentence(attempt: AttemptSummary): string | null {
  const { attempts } = useCore()
  const { attempt: messages, home } = useMessages()
  if (attempt.state === 'awaiting-consent') return messages.consentText
  return attempts.isOfThisDevice(attempt) ? null : home.underWay.sentence
}
