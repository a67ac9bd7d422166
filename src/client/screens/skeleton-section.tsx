import { Section } from '../ui/section.tsx'
import { SkeletonCell } from '../ui/skeleton.tsx'

/** Placeholder for a section of one or two lines. */
export function SkeletonSection() {
  return (
    <Section>
      <SkeletonCell />
    </Section>
  )
}
