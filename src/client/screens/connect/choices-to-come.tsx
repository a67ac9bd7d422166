import { Skeleton } from '../../ui/skeleton.tsx'

const NAME_WIDTH = 12

/** Placeholder for the wallets. Has no messages. */
export function ChoicesToCome({ lines }: { lines: number }) {
  return (
    <div className="section" aria-busy="true">
      <div className="section-header">
        <Skeleton width={NAME_WIDTH} />
      </div>
      <div className="section-body">
        {Array.from({ length: lines }, (_, line) => (
          <div key={line} className="cell cell-with-icon" aria-busy="true">
            <span className="cell-icon skeleton-icon" />
            <span className="cell-text">
              <Skeleton width={NAME_WIDTH} />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
