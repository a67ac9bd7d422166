import type { AttemptSummary } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { CLOCK } from '../../ui/icons/clock.ts'
import { Section } from '../../ui/section.tsx'
import { useCore } from '../use-core.ts'
import { useMultisigWords } from '../use-multisig-words.ts'
import { useServices } from '../use-services.ts'

/** The way back to an attempt that is live, wherever it was begun. */
export function UnderWaySection({ attempt }: { attempt: AttemptSummary }) {
  const { router, preload } = useServices()
  const { home } = useMessages()
  const sentence = useSentence(attempt)
  const name = useName(attempt)
  return (
    <Section>
      <LinkCell
        icon={CLOCK}
        tone="accent"
        title={name}
        {...(sentence !== null && { subtitle: sentence })}
        after={home.goOn}
        onIntent={() => preload('attempt')}
        onPress={() => router.open({ screen: 'attempt', id: attempt.id })}
      />
    </Section>
  )
}

/** What is under way is a link, or the member's word as an owner of a multisig. */
function useName({ cosignCode }: AttemptSummary): string {
  const { home } = useMessages()
  const words = useMultisigWords(cosignCode !== null)
  return words.status === 'ready' ? words.value.wordUnderWay : home.underWay.name
}

function useSentence(attempt: AttemptSummary): string | null {
  const { attempts } = useCore()
  const { attempt: words, home } = useMessages()
  if (attempt.state === 'awaiting-consent') return words.consentText
  return attempts.isOfThisDevice(attempt) ? null : home.underWay.sentence
}
