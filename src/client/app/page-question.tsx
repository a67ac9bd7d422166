import { useStore } from '#client/ui/use-store.ts'
import { useEffect } from 'react'
import { createLoadable } from '#client/screens/reading/loadable.ts'
import { useServices } from '#client/screens/use-services.ts'
import type { OpenQuestion } from '#client/telegram/telegram.ts'

const DIALOG = createLoadable(async () => (await import('./question-dialog.tsx')).QuestionDialog)

/** Draws a question where the client has no popup, with a dialog that is loaded on demand. */
export function PageQuestion() {
  const { telegram } = useServices()
  const open = useStore(telegram.question)
  return open === null ? null : <Asked open={open} />
}

function Asked({ open }: { open: OpenQuestion }) {
  const dialog = useStore(DIALOG.state)
  useEffect(() => DIALOG.load(), [])
  useEffect(() => {
    if (dialog.status === 'failed') askBrowser(open)
  }, [dialog.status, open])
  return dialog.status === 'ready' ? <dialog.value {...open} /> : null
}

/** Fallback when the dialog cannot be loaded: the browser's own dialog, whose buttons cannot be named. */
function askBrowser({ question: { title, message }, answer }: OpenQuestion): void {
  answer(window.confirm(`${title}\n\n${message}`))
}
