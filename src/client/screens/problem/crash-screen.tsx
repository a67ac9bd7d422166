import type { Language } from '#shared/languages.ts'
import { failureMessages } from '../../i18n/failure-messages.ts'
import { reloadPage } from '../../telegram/launch-params.ts'
import { Button } from '../../ui/button.tsx'
import { Hero } from '../../ui/hero.tsx'
import { Screen } from '../../ui/screen.tsx'
import { WARNING } from '../../ui/first-icons.ts'

/** The app has crashed. Needs only the language: no services, no messages. */
export function CrashScreen({ language }: { language: Language }) {
  const { title, sentence, action } = failureMessages(language).crash
  return (
    <Screen>
      <div role="alert">
        <Hero icon={WARNING} tone="warning" title={title}>
          {sentence}
        </Hero>
      </div>
      <div className="actions">
        <Button onPress={reloadPage}>{action}</Button>
      </div>
    </Screen>
  )
}
