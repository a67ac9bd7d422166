import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { REFRESH } from '../../ui/icons.ts'
import { WARNING } from '../../ui/first-icons.ts'
import { useIsOnline } from '../screen/use-is-online.ts'
import { useProblemAction } from '../problem/use-problem-action.ts'

/** Replaces a part of a screen whose messages did not load. */
export function RetrySection({ onRetry }: { onRetry: () => void }) {
  const { attempt } = useMessages()
  const isOnline = useIsOnline()
  const { label, act } = useProblemAction('server-unreachable', { retry: onRetry })
  return (
    <Section>
      {!isOnline && <Cell icon={WARNING} title={attempt.hintOffline} />}
      <ActionCell icon={REFRESH} title={label} onPress={act} />
    </Section>
  )
}
