import type { AttemptSummary } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { CLOCK } from '../../ui/icons/clock.ts'
import { Section } from '../../ui/section.tsx'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'

/** The way back to an attempt that is live, wherever it was begun. */
export function UnderWaySection({ attempt }: { attempt: AttemptSummary }) {
  const { router, preload } = useServices()
  const { home } = useMessages()
  const sentence = useSentence(attempt)
  return (
    <Section>
      <LinkCell
        icon={CLOCK}
        tone="accent"
        title={home.underWay.name}
        {...(sentence !== null && { subtitle: sentence })}
        after={home.goOn}
        onIntent={() => preload('attempt')}
        onPress={() => router.open({ screen: 'attempt', id: attempt.id })}
      />
    </Section>
  )
}

function useSentence(attempt: AttemptSummary): string | null {
  const { attempts } = useCore()
  const { attempt: words, home } = useMessages()
  if (attempt.state === 'awaiting-consent') return words.consentText
  return attempts.isOfThisDevice(attempt) ? null : home.underWay.sentence
}
