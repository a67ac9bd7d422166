import { getPartProblem } from '../../parts/part.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { useIsOnline } from '../screen/use-is-online.ts'
import { useProblemAction } from '../problem/use-problem-action.ts'
import { REFRESH } from '../../ui/icons.ts'
import { WARNING } from '../../ui/first-icons.ts'

/** The choices did not load. */
export function ChoicesMissing({ onRetry }: { onRetry: () => void }) {
  const { attempt, problems } = useMessages()
  // Asked for again when that changes.
  useIsOnline()
  const code = getPartProblem()
  const { label, act } = useProblemAction(code, { retry: onRetry })
  return (
    <Section>
      <Cell icon={WARNING} title={code === 'offline' ? attempt.hintOffline : problems[code]} />
      <ActionCell icon={REFRESH} tone="accent" title={label} onPress={act} />
    </Section>
  )
}
