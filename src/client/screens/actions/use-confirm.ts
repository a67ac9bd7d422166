import { useMessages } from '../../i18n/use-localization.ts'
import type { ConfirmDialog } from '../../telegram/telegram.ts'
import { useServices } from '../context/context.ts'

export type Loss = Omit<ConfirmDialog, 'cancel' | 'destructive'> & {
  /** @default "Cancel" */
  cancel?: string
}

/** Asks the member before something is lost. Resolves with whether they agree. */
export function useConfirm(): (loss: Loss) => Promise<boolean> {
  const { telegram } = useServices()
  const { common } = useMessages()
  return (loss) => telegram.ask({ cancel: common.cancel, ...loss, destructive: true })
}
