import { type ReactNode, useId } from 'react'

type Props = { header?: string | undefined; footer?: ReactNode; children: ReactNode }

/** A group of lines on one surface, with a heading above and a remark below. */
export function Section({ header, footer, children }: Props) {
  const id = useId()
  return (
    <section className="section" aria-labelledby={header === undefined ? undefined : id}>
      {header !== undefined && (
        <h2 className="section-header" id={id}>
          {header}
        </h2>
      )}
      <div className="section-body">{children}</div>
      {footer !== undefined && <p className="section-footer">{footer}</p>}
    </section>
  )
}
