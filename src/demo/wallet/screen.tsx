import type { ReactNode } from 'react'

type WalletScreenProps = { children: ReactNode; actions?: ReactNode }

/** What is on the page below the wallet's name, with the actions held at the bottom within a thumb's reach. */
export function Screen({ children, actions }: WalletScreenProps) {
  return (
    <>
      <main>{children}</main>
      {actions && <footer>{actions}</footer>}
    </>
  )
}
