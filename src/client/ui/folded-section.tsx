import type { ReactNode } from 'react'
import { Fold } from './fold.tsx'
import { Section } from './list.tsx'

type Props = { header: string; footer?: ReactNode; children: ReactNode }

/** A group of lines behind its heading, until the member opens it. */
export function FoldedSection({ header, footer, children }: Props) {
  return (
    <Section>
      <Fold title={header}>
        {children}
        {footer !== undefined && <p className="fold-note">{footer}</p>}
      </Fold>
    </Section>
  )
}
