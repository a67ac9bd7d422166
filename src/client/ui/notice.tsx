import type { ReactNode } from 'react'

/** A remark on the state of things, read aloud when it changes. */
export function Notice({ children }: { children: ReactNode }) {
  return <output className="notice">{children}</output>
}
