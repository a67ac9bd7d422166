import { useServices } from '../context/context.ts'

/** The way to the choice of wallets. */
export function useConnect() {
  const { core, preload, router } = useServices()
  return {
    open: () => router.open({ screen: 'connect' }),
    /** The member has pressed, but not released yet. */
    getReady: () => {
      preload('connect')
      const loading = core.state.get()
      if (loading.status === 'ready') void loading.value.preparations.ton.warmUp()
    },
  }
}
