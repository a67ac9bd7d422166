/** Placeholder for text. @param width in characters */
export function Skeleton({ width }: { width: number }) {
  return <span className="skeleton" style={{ inlineSize: `${width}ch` }} aria-hidden="true" />
}

/** Placeholder for a line of a list, with the same height. */
export function SkeletonCell() {
  return (
    <div className="cell cell-with-icon">
      <span className="cell-icon skeleton-icon" />
      <span className="cell-text">
        <span className="cell-title">
          <Skeleton width={14} />
        </span>
        <span className="cell-subtitle">
          <Skeleton width={20} />
        </span>
      </span>
    </div>
  )
}
