import type { ReactNode } from 'react'

type ScreenProps = { children: ReactNode; actions?: ReactNode }

/** Wallet's name on top, actions held at the bottom within a thumb's reach. */
export function Screen({ children, actions }: ScreenProps) {
  return (
    <div className="screen">
      <header>
        <img src="/ton/icons/clasp-demo-wallet.png" alt="" width="28" height="28" />
        <span>Demo Wallet</span>
        <small>Play money only</small>
      </header>
      <main>{children}</main>
      {actions && <footer>{actions}</footer>}
    </div>
  )
}
