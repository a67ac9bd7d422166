import { Screen } from '../../ui/screen.tsx'
import { Skeleton, SkeletonCell } from '../../ui/skeleton.tsx'

/** Placeholder for a screen while nothing is known yet. Has no messages. */
export function Waiting() {
  return (
    <Screen isBusy>
      <p className="screen-title">
        <Skeleton width={12} />
      </p>
      <div className="section-body">
        <SkeletonCell />
        <SkeletonCell />
      </div>
    </Screen>
  )
}
