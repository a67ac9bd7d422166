import type { ReactNode } from 'react'
import type { LoadingWords } from './lazy-words.ts'
import { RetrySection } from './share/retry-section.tsx'
import { SkeletonSection } from './skeleton-section.tsx'

type Props<Words> = { words: LoadingWords<Words>; children: (words: Words) => ReactNode }

/** A part of a screen whose words come in a chunk of their own. */
export function WordedSection<Words>({ words, children }: Props<Words>) {
  switch (words.status) {
    case 'failed':
      return <RetrySection onRetry={words.retry} />
    case 'waiting':
      return <SkeletonSection />
    case 'ready':
      return children(words.value)
  }
}
