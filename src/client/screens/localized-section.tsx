import type { ReactNode } from 'react'
import type { LoadingMessages } from './lazy-messages.ts'
import { RetrySection } from './share/retry-section.tsx'
import { SkeletonSection } from './skeleton-section.tsx'

type Props<Section> = {
  messages: LoadingMessages<Section>
  children: (messages: Section) => ReactNode
}

/** A part of a screen whose messages are in their own chunk. */
export function LocalizedSection<Section>({ messages, children }: Props<Section>) {
  switch (messages.status) {
    case 'failed':
      return <RetrySection onRetry={messages.retry} />
    case 'waiting':
      return <SkeletonSection />
    case 'ready':
      return children(messages.value)
  }
}
