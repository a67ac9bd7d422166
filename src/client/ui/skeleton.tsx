import { CellText } from './list.tsx'

/** Placeholder for text. @param width in characters */
export function Skeleton({ width }: { width: number }) {
  return <span className="skeleton" style={{ inlineSize: `${width}ch` }} aria-hidden="true" />
}

/** Placeholder for a line of a list, with the same height. */
export function SkeletonCell() {
  return (
    <div className="cell cell-with-icon">
      <span className="cell-icon skeleton-icon" />
      <CellText title={<Skeleton width={14} />} subtitle={<Skeleton width={20} />} />
    </div>
  )
}
