import { Component, type ReactNode } from 'react'
import type { Language } from '#shared/languages.ts'
import { CrashScreen } from '#client/screens/problem/crash-screen.tsx'

type Props = { language: Language; children: ReactNode }
type State = { hasCrashed: boolean }

/** A screen that throws is replaced by one that says so and offers to load the app again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasCrashed: false }

  static getDerivedStateFromError(): State {
    return { hasCrashed: true }
  }

  override render(): ReactNode {
    const { language, children } = this.props
    return this.state.hasCrashed ? <CrashScreen language={language} /> : children
  }
}
