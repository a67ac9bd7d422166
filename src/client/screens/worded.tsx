import { useStore } from '../ui/use-store.ts'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
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

/** A screen whose own words come in a chunk of their own. While those of another language come, the ones before stay. */
export function Worded<Words>({ load, children }: Props<Words>) {
  const { language } = useSpeech()
  const words = useMemo(() => createLoadable(() => load(language)), [load, language])
  const state = useStore(words.state)
  useEffect(() => {
    words.load()
  }, [words])
  const [latest, setLatest] = useState<{ words: Words } | null>(null)
  if (state.status === 'ready' && state.value !== latest?.words) setLatest({ words: state.value })
  if (state.status === 'failed') {
    return <PartMissing onRetry={() => words.load()} />
  }
  // What is open on the screen, or chosen, is not lost for a language.
  const shown = state.status === 'ready' ? state.value : latest?.words
  return shown === undefined ? <Waiting /> : children(shown)
}
