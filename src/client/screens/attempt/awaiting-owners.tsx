import type { Attempt } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { CROSS } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { SafePart } from './safe-part.tsx'
import { TimeLeft } from './time-left.tsx'
import { useGiveUp } from './use-leave.ts'
import { useTime } from './use-time.ts'

/** A Safe was connected on another device: here its owners can be asked to sign. Leaving cancels nothing. */
export function AwaitingOwners({ attempt }: { attempt: Attempt }) {
  const { attempt: messages } = useMessages()
  const giveUp = useGiveUp(attempt)
  const time = useTime()
  return (
    <Screen title={messages.title}>
      <SafePart>{({ SafeWays }) => <SafeWays attempt={attempt} />}</SafePart>
      <Section>
        <ActionCell icon={CROSS} tone="destructive" title={messages.cancel} onPress={giveUp} />
      </Section>
      <TimeLeft until={attempt.expiresAt} time={time} />
    </Screen>
  )
}
