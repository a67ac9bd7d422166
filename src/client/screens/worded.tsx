import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Language } from '#shared/languages.ts'
import { useSpeech } from '../i18n/use-speech.ts'
import { PartMissing } from './problem/part-missing.tsx'
import { createLoadable } from './state/loadable.ts'
import { Waiting } from './waiting.tsx'

type Props<Words> = {
  /** The same function each time. */
  load: (language: Language) => Promise<Words>
  children: (words: Words) => ReactNode
}

/** A screen whose own words come in a chunk of their own, in the language in use. */
export function Worded<Words>({ load, children }: Props<Words>) {
  const { language } = useSpeech()
  const words = useMemo(() => createLoadable(() => load(language)), [load, language])
  const state = useStore(words.state)
  useEffect(() => {
    words.load()
  }, [words])
  if (state.status === 'waiting') return <Waiting />
  if (state.status === 'failed') {
    return <PartMissing onRetry={() => words.load()} />
  }
  return children(state.value)
}
