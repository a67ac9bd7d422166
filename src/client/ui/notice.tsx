import type { ReactNode } from 'react'

/** A remark on the current state, announced to screen readers when it changes. */
export function Notice({ children }: { children: ReactNode }) {
  return <output className="notice">{children}</output>
}
