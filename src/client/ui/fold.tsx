import type { ReactNode } from 'react'
import { CellText } from './list.tsx'
import { UNFOLD } from './icons.ts'
import { Icon } from './icon.tsx'
import './fold.css'

/** Lines of a section that show when their heading is pressed. The browser brings keyboard and screen readers along. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="fold">
      <summary className="cell cell-press">
        <CellText title={title} />
        <span className="fold-mark">
          <Icon shape={UNFOLD} />
        </span>
      </summary>
      {children}
    </details>
  )
}
