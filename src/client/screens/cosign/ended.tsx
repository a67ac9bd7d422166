import type { Collection } from '#shared/multisig.ts'
import { formatMoment, isolated } from '../../i18n/format.ts'
import type { Explained } from '../../i18n/messages.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { useMessages, useSpeech } from '../../i18n/use-speech.ts'
import { CLOCK } from '../../ui/icons/clock.ts'
import { CROSS } from '../../ui/icons/cross.ts'
import { Screen } from '../../ui/screen.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { useServices } from '../use-services.ts'
import { MultisigSection } from './multisig-section.tsx'

type Props = { collection: Collection; words: MultisigMessages }

/** Given up, or out of time: nothing was linked. Whoever began may begin again. */
export function Ended({ collection, words }: Props) {
  const { router } = useServices()
  const { attempt } = useMessages()
  const { name, sentence } = useReason(collection, words)
  const { id } = collection.multisig
  return (
    <Screen>
      <Outcome
        icon={collection.state === 'expired' ? CLOCK : CROSS}
        tone="plain"
        title={name}
        text={sentence}
      />
      <MultisigSection collection={collection} words={words} />
      {collection.mine ? (
        <MainAction
          text={words.cosign.again}
          onPress={() => router.replace({ screen: 'multisig', id })}
        />
      ) : (
        <MainAction text={attempt.done} onPress={() => router.replace({ screen: 'home' })} />
      )}
    </Screen>
  )
}

function useReason(collection: Collection, { cosign }: MultisigMessages): Explained {
  const { language } = useSpeech()
  const { state, mine, starter, expiresAt } = collection
  if (state === 'expired') return cosign.expired(formatMoment(language, expiresAt))
  return mine ? cosign.cancelledMine : cosign.cancelled(isolated(starter.firstName))
}
