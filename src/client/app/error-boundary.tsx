import { Component, type ReactNode } from 'react'
import { pickLanguage, type Language } from '#shared/languages.ts'
import { messages } from 'virtual:messages/crash'
import { reloadPage } from '../telegram/launch-params.ts'
import { Button } from '../ui/button.tsx'
import { Hero } from '../ui/hero.tsx'
import { Screen } from '../ui/screen.tsx'
import { WARNING } from '../ui/first-icons.ts'

type Props = { children: ReactNode }
type CrashState = { hasCrashed: boolean }

/** Replaces a screen that throws with one that says so and offers to reload the app. */
export class ErrorBoundary extends Component<Props, CrashState> {
  override state: CrashState = { hasCrashed: false }

  static getDerivedStateFromError(): CrashState {
    return { hasCrashed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children
    // The page still has the language that was last in use.
    return <CrashScreen language={pickLanguage(document.documentElement.lang)} />
  }
}

/** The app has crashed. Needs only the language: no services, no messages. */
function CrashScreen({ language }: { language: Language }) {
  const { title, sentence, action } = messages[language]
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
