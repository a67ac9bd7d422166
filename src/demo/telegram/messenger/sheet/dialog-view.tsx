import { useStore } from '@nanostores/react'
import { useEffect, useId } from 'react'
import type { Dialog, Dialogs } from '../mini-app/dialogs.ts'

export function DialogView({ dialogs }: { dialogs: Dialogs }) {
  const dialog = useStore(dialogs.current)
  if (dialog === null) return null
  return <OpenDialog key={`${dialog.title}\n${dialog.message}`} dialogs={dialogs} dialog={dialog} />
}

function OpenDialog({ dialogs, dialog }: { dialogs: Dialogs; dialog: Dialog }) {
  const titleId = useId()
  const messageId = useId()
  useEffect(() => {
    const dismiss = (event: KeyboardEvent) => {
      if (event.key === 'Escape') dialogs.answer(null)
    }
    window.addEventListener('keydown', dismiss)
    return () => window.removeEventListener('keydown', dismiss)
  }, [dialogs])

  return (
    <div className="dialog-layer">
      <button
        type="button"
        className="dialog-backdrop"
        data-testid="dialog-dismiss"
        aria-label="Dismiss"
        tabIndex={-1}
        onClick={() => dialogs.answer(null)}
      />
      <div
        className="dialog"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={messageId}
        data-testid="messenger-dialog"
      >
        <h2 id={titleId} className="dialog-title" dir="auto">
          {dialog.title}
        </h2>
        <p id={messageId} className="dialog-message" dir="auto">
          {dialog.message}
        </p>
        <div className="dialog-buttons" data-count={dialog.buttons.length} ref={focusFirstButton}>
          {dialog.buttons.map(({ id, text, tone }) => (
            <button
              type="button"
              key={id}
              className="dialog-button"
              data-tone={tone}
              onClick={() => dialogs.answer(id)}
            >
              {text}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}

/** A stable function: React calls it when the dialog appears and when it goes. */
function focusFirstButton(buttons: HTMLElement | null): void {
  buttons?.querySelector('button')?.focus()
}
