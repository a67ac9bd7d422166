import type { RequestingMessages } from '../../i18n/messages.ts'
import { RadioCell } from '../../ui/radio-cell.tsx'
import { Section } from '../../ui/section.tsx'
import type { RequestTarget } from './request-draft.ts'

type Props = {
  targets: readonly RequestTarget[]
  chosen: RequestTarget | null
  onChoose: (target: RequestTarget) => void
  messages: RequestingMessages['form']
}

/** The chats in which the member may ask, and the link to send oneself. */
export function WhereSection({ targets, chosen, onChoose, messages }: Props) {
  return (
    <Section
      header={messages.where}
      {...(chosen?.kind === 'chat' && { footer: messages.chatNote })}
      {...(chosen?.kind === 'anywhere' && { footer: messages.whomeverNote })}
    >
      {targets.map((target) => (
        <RadioCell
          key={target.id}
          group="place"
          title={target.kind === 'chat' ? <bdi>{target.title}</bdi> : messages.anyone}
          isChosen={target.id === chosen?.id}
          onChoose={() => onChoose(target)}
        />
      ))}
    </Section>
  )
}
