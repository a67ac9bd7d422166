import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { RadioCell } from '../../ui/radio-cell.tsx'
import { Section } from '../../ui/section.tsx'
import type { Place } from './asking-wish.ts'

type Props = {
  places: readonly Place[]
  chosen: Place | null
  onChoose: (place: Place) => void
  words: AskingMessages['form']
}

/** The chats in which the member may ask, and the link to send oneself. */
export function WhereSection({ places, chosen, onChoose, words }: Props) {
  return (
    <Section
      header={words.where}
      {...(chosen?.kind === 'chat' && { footer: words.chatNote })}
      {...(chosen?.kind === 'anywhere' && { footer: words.whomeverNote })}
    >
      {places.map((place) => (
        <RadioCell
          key={place.id}
          group="place"
          title={place.kind === 'chat' ? <bdi>{place.title}</bdi> : words.whomever}
          isChosen={place.id === chosen?.id}
          onChoose={() => onChoose(place)}
        />
      ))}
    </Section>
  )
}
