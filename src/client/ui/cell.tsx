import type { ReactNode } from 'react'
import { Icon, type IconShape } from './icon.tsx'
import { CHEVRON } from './icons/chevron.ts'

type CellSlots = {
  icon?: IconShape
  /** In place of the icon. */
  tile?: ReactNode
  title: ReactNode
  subtitle?: ReactNode
  /** At the end of the line: a value or a mark. */
  after?: ReactNode
  /** @default 'plain' */
  tone?: 'plain' | 'accent' | 'warning' | 'destructive'
}

type CellPress = {
  onPress: () => void
  /** The finger is down, or the pointer on it: what follows may be got ready. */
  onIntent?: () => void
  /** @default false */
  isBusy?: boolean
}

/** One line of a list that only tells something. */
export function Cell(content: CellSlots) {
  return (
    <div className={getClass(content)}>
      <CellContent {...content} />
    </div>
  )
}

/** A line that does something here. */
export function ActionCell({
  onPress,
  onIntent,
  isBusy = false,
  ...content
}: CellSlots & CellPress) {
  return (
    <button
      type="button"
      className={`${getClass(content)} cell-press`}
      onClick={onPress}
      onPointerDown={onIntent}
      aria-busy={isBusy}
    >
      <CellContent {...content} />
    </button>
  )
}

/** A line that leads to another screen. */
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
      <span className="cell-text">
        <span className="cell-title">{title}</span>
        {subtitle !== undefined && <span className="cell-subtitle">{subtitle}</span>}
      </span>
      {after !== undefined && <span className="cell-after">{after}</span>}
    </>
  )
}

function getClass({ tone = 'plain' }: CellSlots): string {
  return tone === 'plain' ? 'cell' : `cell cell-${tone}`
}
