import type { ReactNode } from 'react'

type FactProps = { name: string; children: ReactNode; testId?: string; code?: boolean }

/** One line of what a person agrees to. */
export function Fact({ name, children, testId, code = false }: FactProps) {
  return (
    <div className="fact">
      <span>{name}</span>
      <strong data-testid={testId} className={code ? 'code' : undefined}>
        {children}
      </strong>
    </div>
  )
}
