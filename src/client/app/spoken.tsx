import { useStore } from '#client/ui/use-store.ts'
import { type ReactNode, use, useEffect } from 'react'
import { directionOf } from '#shared/languages.ts'
import { type Speech, SpeechContext } from '#client/i18n/use-speech.ts'
import { useIsLive } from '#client/screens/use-is-live.ts'
import { useServices } from '#client/screens/use-services.ts'
import { Waiting } from '#client/screens/waiting.tsx'

/**
 * Gives everything inside its language. A page that the server drew stays as it is until its own words are here: that
 * is what suspending does there. A page that is drawn anew waits without suspending, since React holds a shown
 * fallback for 300 ms.
 */
export function Spoken({ children }: { children: ReactNode }) {
  const speech = useCurrentSpeech()
  const language = speech?.language
  useEffect(() => {
    if (language === undefined) return
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }, [language])
  return speech === null ? <Waiting /> : <SpeechContext value={speech}>{children}</SpeechContext>
}

/** @throws Error when the words cannot be loaded */
function useCurrentSpeech(): Speech | null {
  const { languages } = useServices()
  const current = useStore(languages.speech)
  const isLive = useIsLive()
  if (!isLive) {
    const { firstSpeech } = languages
    return firstSpeech instanceof Promise ? use(firstSpeech) : firstSpeech
  }
  if (current.status === 'failed') throw new Error('no words to speak')
  return current.status === 'ready' ? current.value : null
}
