import './question-dialog.css'
import { useId, useLayoutEffect, useRef } from 'react'
import { useInterceptBack } from '#client/screens/screen/use-intercept-back.ts'
import type { OpenQuestion } from '#client/telegram/telegram.ts'
import { Button } from '#client/ui/button.tsx'

/**
 * Telegram's popup as the page draws it. The browser traps the focus inside and restores it afterwards; Esc and
 * "back" mean no.
 */
export function QuestionDialog({ question, answer }: OpenQuestion) {
  const { title, message, confirm, cancel, destructive } = question
  const dialog = useRef<HTMLDialogElement>(null)
  const [titleId, messageId] = [useId(), useId()]
  const refuse = () => answer(false)
  useInterceptBack(refuse)
  // Close it while it is still in the page; otherwise the browser does not restore the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      className="question"
      ref={dialog}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={messageId}
      onCancel={refuse}
    >
      <div className="question-text">
        <h2 id={titleId}>{title}</h2>
        <p id={messageId}>{message}</p>
      </div>
      {/* The first button gets the focus, so that one key press cannot do something irreversible. */}
      <div className="question-answers">
        <Button kind="quiet" onPress={refuse}>
          {cancel}
        </Button>
        <Button kind={destructive ? 'destructive' : 'quiet'} onPress={() => answer(true)}>
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
