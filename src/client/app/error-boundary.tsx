import { Component, type ReactNode } from 'react'
import { pickLanguage } from '#shared/languages.ts'
import { CrashScreen } from '#client/screens/problem/crash-screen.tsx'

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
