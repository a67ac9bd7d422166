import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { useIsOnline } from '../use-is-online.ts'
import { useProblemAction } from '../problem/use-problem-action.ts'
import { REFRESH } from '../../ui/icons.ts'
import { WARNING } from '../../ui/first-icons.ts'

/** The choices did not load. */
export function ChoicesMissing({ onRetry }: { onRetry: () => void }) {
  const { attempt, problems } = useMessages()
  const isOnline = useIsOnline()
  const { label, act } = useProblemAction('server-unreachable', { retry: onRetry })
  return (
    <Section>
      <Cell
        icon={WARNING}
        title={isOnline ? problems['server-unreachable'] : attempt.hintOffline}
      />
      <ActionCell icon={REFRESH} tone="accent" title={label} onPress={act} />
    </Section>
  )
}
