import { type ReactNode, useId } from 'react'
import { CHEVRON, type IconShape } from './first-icons.ts'
import { Icon } from './icon.tsx'

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

type CellSlots = {
  icon?: IconShape
  /** Replaces the icon. */
  tile?: ReactNode
  title: ReactNode
  /** Null for none. */
  subtitle?: ReactNode
  /** At the end of the line: a value or a mark. */
  after?: ReactNode
  /** @default 'plain' */
  tone?: 'plain' | 'accent' | 'success' | 'warning' | 'destructive'
}

type CellPress = {
  onPress: () => void
  /** The member has pressed or hovers over it, so that the next screen can be prepared. */
  onIntent?: () => void
  /** @default false */
  isBusy?: boolean
  /** Name under which a tap before hydration is stored. */
  intent?: string
  /** Path of the screen that it opens. */
  to?: string
}

/** A line of a list that only shows something. */
export function Cell(content: CellSlots) {
  return (
    <div className={getClass(content)}>
      <CellContent {...content} />
    </div>
  )
}

/** A line that does something on this screen. */
export function ActionCell({
  onPress,
  onIntent,
  isBusy = false,
  intent,
  to,
  ...content
}: CellSlots & CellPress) {
  return (
    <button
      type="button"
      className={`${getClass(content)} cell-press`}
      onClick={onPress}
      onPointerDown={onIntent}
      aria-busy={isBusy}
      data-intent={intent}
      data-to={to}
    >
      <CellContent {...content} />
    </button>
  )
}

/** A line that opens another screen. */
export function LinkCell({ after, ...cell }: CellSlots & CellPress) {
  const chevron = (
    <>
      {after}
      <span className="cell-chevron">
        <Icon shape={CHEVRON} />
      </span>
    </>
  )
  return <ActionCell {...cell} after={chevron} />
}

function CellContent({ icon, tile, title, subtitle, after }: CellSlots) {
  return (
    <>
      {(tile ?? icon) !== undefined && (
        <span className="cell-icon">{icon === undefined ? tile : <Icon shape={icon} />}</span>
      )}
      <CellText title={title} subtitle={subtitle} />
      {after !== undefined && <span className="cell-after">{after}</span>}
    </>
  )
}

/** What a line says. */
export function CellText({ title, subtitle }: Pick<CellSlots, 'title' | 'subtitle'>) {
  return (
    <span className="cell-text">
      <span className="cell-title">{title}</span>
      {subtitle != null && <span className="cell-subtitle">{subtitle}</span>}
    </span>
  )
}

function getClass({ icon, tile, tone = 'plain' }: CellSlots): string {
  const withIcon = (tile ?? icon) === undefined ? '' : ' cell-with-icon'
  return tone === 'plain' ? `cell${withIcon}` : `cell cell-${tone}${withIcon}`
}
