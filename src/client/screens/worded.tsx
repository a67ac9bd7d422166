import type { ReactNode } from 'react'
import type { LoadingWords } from './lazy-words.ts'
import { PartMissing } from './problem/part-missing.tsx'
import { Waiting } from './waiting.tsx'

type Props<Words> = { words: LoadingWords<Words>; children: (words: Words) => ReactNode }

/** A screen whose own words come in a chunk of their own. */
export function Worded<Words>({ words, children }: Props<Words>) {
  switch (words.status) {
    case 'failed':
      return <PartMissing onRetry={words.retry} />
    case 'waiting':
      return <Waiting />
    case 'ready':
      return children(words.value)
  }
}
