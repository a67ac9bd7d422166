import { shareWallet } from '#shared/api/share-wallet.ts'
import type { Route } from '../routing/router.ts'
import { useCore, useServices } from '../context/context.ts'
import { useTask } from '../actions/use-task.ts'

/** Makes a card for a linked wallet, or finds the existing one, and shows it. */
export function useShareWallet() {
  const { api, member } = useCore()
  const { router, telegram } = useServices()
  const { run, isBusy, problem } = useTask()
  /** @param show how to open its card */
  const shareAsCard = (walletId: string, show: (card: Route) => void) =>
    run(async () => {
      const from = router.route.get()
      const { code } = await api.call(shareWallet, { body: { walletId } })
      void member.renew()
      telegram.haptic('success')
      // Skip this if the member has moved on meanwhile.
      if (router.route.get() === from) show({ screen: 'card', code })
    })
  return { shareAsCard, isBusy, problem }
}
