import type { WalletConnectors } from '../../wallets/wallet-connector.ts'
import type { Router } from './router.ts'

/** What "back" does now: closes the topmost thing that can be closed, else shows the previous screen. */
export type Back = ReturnType<typeof createBack>

export function createBack(router: Router, { ton, evm }: WalletConnectors) {
  let layers: readonly { act: () => void }[] = []
  return {
    press(): void {
      const top = layers.at(-1)
      const chooser = [ton, evm].find((wallets) => wallets?.chooserOpen.get())
      if (chooser) chooser.closeChooser()
      else if (top === undefined) router.back()
      else top.act()
    },
    /** Takes over "back" until the returned function is called. */
    intercept(act: () => void): () => void {
      const layer = { act }
      layers = [...layers, layer]
      return () => {
        layers = layers.filter((other) => other !== layer)
      }
    },
  }
}
