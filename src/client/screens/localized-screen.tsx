import type { ReactNode } from 'react'
import type { LoadingMessages } from './lazy-messages.ts'
import { PartMissing } from './problem/part-missing.tsx'
import { Waiting } from './waiting.tsx'

type Props<Section> = {
  messages: LoadingMessages<Section>
  children: (messages: Section) => ReactNode
}

/** A screen whose messages are in their own chunk. */
export function LocalizedScreen<Section>({ messages, children }: Props<Section>) {
  switch (messages.status) {
    case 'failed':
      return <PartMissing onRetry={messages.retry} />
    case 'waiting':
      return <Waiting />
    case 'ready':
      return children(messages.value)
  }
}
