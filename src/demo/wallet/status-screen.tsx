import { Screen } from './screen.tsx'

export type WalletStatus = {
  sign: 'wait' | 'done' | 'refused' | 'problem'
  title: string
  text?: string
  action?: { label: string; run: () => void; testId?: string }
}

/** One thing to know and at most one thing to do. */
export function StatusScreen({ status }: { status: WalletStatus }) {
  const { sign, title, text, action } = status
  const actions = action && (
    <button type="button" className="primary" data-testid={action.testId} onClick={action.run}>
      {action.label}
    </button>
  )
  return (
    <Screen actions={actions}>
      <section className="status" aria-live="polite" data-testid={`status-${sign}`}>
        <span className={`sign sign-${sign}`} aria-hidden="true">
          {sign === 'wait' ? null : <Mark path={MARKS[sign]} />}
        </span>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </section>
    </Screen>
  )
}

const MARKS = {
  done: 'M7 16.5l6 6 12-13',
  refused: 'M9 9l14 14M23 9L9 23',
  problem: 'M16 8v10M16 23.5v.5',
}

function Mark({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" fill="none" stroke="currentColor">
      <path d={path} strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
