import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'

/** Placeholder for a section. @param lines @default 1 */
export function SkeletonSection({ lines = 1 }: { lines?: number }) {
  return (
    <Section>
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonCell key={line} />
      ))}
    </Section>
  )
}
