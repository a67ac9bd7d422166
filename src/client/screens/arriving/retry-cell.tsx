import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/list.tsx'
import { REFRESH } from '../../ui/icons.ts'

/** A line that does once more what failed. */
export function RetryCell(press: { onPress: () => void; isBusy?: boolean }) {
  const { actions } = useMessages()
  return <ActionCell icon={REFRESH} tone="accent" title={actions.retry} {...press} />
}
