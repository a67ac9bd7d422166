import { Component, type ReactNode } from 'react'
import { pickLanguage } from '#shared/languages.ts'
import { CrashScreen } from '#client/screens/problem/crash-screen.tsx'

type Props = { children: ReactNode }
type CrashState = { hasCrashed: boolean }

/** A screen that throws is replaced by one that says so and offers to load the app again. */
export class ErrorBoundary extends Component<Props, CrashState> {
  override state: CrashState = { hasCrashed: false }

  static getDerivedStateFromError(): CrashState {
    return { hasCrashed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children
    // The page is in the language that was spoken last.
    return <CrashScreen language={pickLanguage(document.documentElement.lang)} />
  }
}
