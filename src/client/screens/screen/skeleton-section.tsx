import { Section } from '../../ui/list.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'

/** Placeholder for a section. */
export function SkeletonSection({ lines }: { lines: number }) {
  return (
    <Section>
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonCell key={line} />
      ))}
    </Section>
  )
}
