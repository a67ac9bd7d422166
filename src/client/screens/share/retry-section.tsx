import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { REFRESH } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'

/** Replaces a part of a screen whose messages did not load. */
export function RetrySection({ onRetry }: { onRetry: () => void }) {
  const { actions } = useMessages()
  return (
    <Section>
      <ActionCell icon={REFRESH} title={actions.retry} onPress={onRetry} />
    </Section>
  )
}
