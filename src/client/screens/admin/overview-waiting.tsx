import { Screen } from '../../ui/screen.tsx'
import { Skeleton, SkeletonCell } from '../../ui/skeleton.tsx'

/** Placeholder for the numbers. */
export function OverviewWaiting({ title }: { title: string }) {
  return (
    <Screen title={title} isBusy>
      <div className="section-body">
        <div className="cell">
          <Skeleton width={16} />
        </div>
      </div>
      {[1, 2, 3].map((block) => (
        <div key={block} className="section-body">
          <SkeletonCell />
          <SkeletonCell />
          <SkeletonCell />
        </div>
      ))}
    </Screen>
  )
}
