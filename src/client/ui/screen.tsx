import type { ReactNode } from 'react'

type Props = {
  /** @default none: the screen has its own heading */
  title?: string | undefined
  /** @default false */
  isBusy?: boolean
  children: ReactNode
}

/** The page between the device's insets. */
export function Screen({ title, isBusy = false, children }: Props) {
  return (
    <main className="screen" tabIndex={-1} aria-busy={isBusy}>
      {title !== undefined && <h1 className="screen-title">{title}</h1>}
      {children}
    </main>
  )
}
