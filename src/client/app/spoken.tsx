import { useStore } from '@nanostores/react'
import { type ReactNode, use, useEffect } from 'react'
import { directionOf } from '#shared/languages.ts'
import { type Speech, SpeechContext } from '#client/i18n/use-speech.ts'
import { useIsLive } from '#client/screens/use-is-live.ts'
import { useServices } from '#client/screens/use-services.ts'

/** Gives everything inside its language. Suspends until the words of the page's own language are here. */
export function Spoken({ children }: { children: ReactNode }) {
  const speech = useCurrentSpeech()
  const { language } = speech
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
  }, [language])
  return <SpeechContext value={speech}>{children}</SpeechContext>
}

function useCurrentSpeech(): Speech {
  const { languages } = useServices()
  const switched = useStore(languages.switched)
  const isLive = useIsLive()
  const { first, firstMessages } = languages
  const messages = firstMessages instanceof Promise ? use(firstMessages) : firstMessages
  return isLive && switched !== null ? switched : { language: first, messages }
}
