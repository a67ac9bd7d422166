import type { Family } from '#shared/wallet.ts'
import { useServices } from '../context/context.ts'

/** Whether wallets of this family are connected on our page in the browser, instead of here. */
export function useIsInBrowser(family: Family): boolean {
  const { boot, telegram } = useServices()
  return family === 'evm' && boot.policy.evm === 'browser' && telegram.launch.place === 'telegram'
}
