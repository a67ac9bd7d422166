import { useEffect, useRef } from 'react'
import { PROBLEMS } from '#shared/problem.ts'
import { Section } from '../../ui/list.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import type { Pages, PagesState } from './pages.ts'
import { RetryCell } from '../arriving/retry-cell.tsx'

type Props = { pages: Pick<Pages<unknown>, 'more'>; state: PagesState<unknown> }

/** How far below the screen the next page begins to be read, in pixels: about a screen. */
const AHEAD = '800px'

/** The end of a list that is read page by page: reads the next one when it comes near. */
export function PageEnd({ pages, state: { status, problem } }: Props) {
  const mark = useRef<HTMLDivElement>(null)
  const isWaiting = status === 'waiting'
  useEffect(() => {
    const { current } = mark
    if (!isWaiting || current === null) return undefined
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) pages.more()
      },
      { rootMargin: AHEAD },
    )
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [isWaiting, pages])
  if (status === 'end') return null
  if (status === 'failed')
    return (
      <>
        <ProblemNotice code={problem} />
        {problem !== null && PROBLEMS[problem].retry && (
          <Section>
            <RetryCell onPress={() => pages.more()} />
          </Section>
        )}
      </>
    )
  return (
    <div ref={mark}>
      <SkeletonCell />
    </div>
  )
}
