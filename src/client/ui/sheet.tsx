import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { CROSS } from './icons.ts'

type Props = { title: string; closeLabel: string; onClose: () => void; children: ReactNode }

/** A panel over the screen. The browser traps the focus inside and closes it on Esc. */
export function Sheet({ title, closeLabel, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  // The browser restores the focus only for a dialog that is closed.
  useLayoutEffect(() => {
    const shown = dialog.current
    return () => shown?.close()
  }, [])
  const onClosed = () => {
    if (dialog.current?.open === false) onClose()
  }
  return (
    <dialog className="sheet" ref={dialog} aria-label={title} onClose={onClosed}>
      <header className="sheet-header">
        <h2>{title}</h2>
        <button type="button" className="sheet-close" onClick={onClose} aria-label={closeLabel}>
          <Icon shape={CROSS} />
        </button>
      </header>
      {children}
    </dialog>
  )
}
