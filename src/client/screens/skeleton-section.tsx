import { Section } from '../ui/section.tsx'
import { SkeletonCell } from '../ui/skeleton.tsx'

/** Stands where a section of a line or two will be. */
export function SkeletonSection() {
  return (
    <Section>
      <SkeletonCell />
    </Section>
  )
}
