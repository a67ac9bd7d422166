import { useStore } from '#client/ui/use-store.ts'
import { type ReactNode, use, useEffect } from 'react'
import { getDirection } from '#shared/languages.ts'
import { type Localization, LocalizationContext } from '#client/i18n/use-localization.ts'
import { useIsLive } from '#client/screens/use-is-live.ts'
import { useServices } from '#client/screens/use-services.ts'
import { Waiting } from '#client/screens/waiting.tsx'

/**
 * Provides the language to everything inside. A page that the server drew stays as it is until its own messages have
 * loaded, because hydration suspends there. A page that is drawn anew waits without suspending, because React keeps a
 * fallback on the screen for 300 ms.
 */
export function LocalizationProvider({ children }: { children: ReactNode }) {
  const localization = useCurrentLocalization()
  const language = localization?.language
  useEffect(() => {
    if (language === undefined) return
    document.documentElement.lang = language
    document.documentElement.dir = getDirection(language)
  }, [language])
  return localization === null ? (
    <Waiting />
  ) : (
    <LocalizationContext value={localization}>{children}</LocalizationContext>
  )
}

/** @throws Error when the messages cannot be loaded */
function useCurrentLocalization(): Localization | null {
  const { languages } = useServices()
  const current = useStore(languages.localization)
  const isLive = useIsLive()
  if (!isLive) {
    const { firstLocalization } = languages
    return firstLocalization instanceof Promise ? use(firstLocalization) : firstLocalization
  }
  if (current.status === 'failed') throw new Error('no words to speak')
  return current.status === 'ready' ? current.value : null
}
