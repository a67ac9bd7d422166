import { useMessages } from '../../i18n/use-speech.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { REFRESH } from '../../ui/icons/refresh.ts'
import { WARNING } from '../../ui/icons/warning.ts'

/** What is to be chosen from did not arrive. */
export function ChoicesMissing({ onRetry }: { onRetry: () => void }) {
  const { actions, problems } = useMessages()
  return (
    <Section>
      <Cell icon={WARNING} title={problems['server-unreachable']} />
      <ActionCell icon={REFRESH} tone="accent" title={actions.retry} onPress={onRetry} />
    </Section>
  )
}
