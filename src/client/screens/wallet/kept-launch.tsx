import { formatMoment } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Notice } from '../../ui/notice.tsx'
import { useStore } from '../../ui/use-store.ts'
import { useSharingMessages } from '../share/use-sharing-messages.ts'
import { useCore } from '../use-core.ts'

/** Says that Telegram has just signed the proof of this wallet. Nothing without such a launch. */
export function KeptLaunch({ walletId }: { walletId: string }) {
  const { proofLaunch } = useCore()
  const state = useStore(proofLaunch)
  const messages = useSharingMessages()
  const { language } = useLocalization()
  if (state.status !== 'kept' || state.walletId !== walletId || messages.status !== 'ready')
    return null
  const { includedFrom } = state.launch
  return <Notice>{messages.value.proof.done(formatMoment(language, includedFrom))}</Notice>
}
