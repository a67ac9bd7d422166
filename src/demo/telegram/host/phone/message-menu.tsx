import { useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'

/** Opens at a long press or the second button of the mouse on the message; its own button is for all else. */
export function MessageMenu({ onForward }: { onForward: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const message = menu.current?.parentElement
    const open = (event: Event) => {
      event.preventDefault()
      setOpen(true)
    }
    message?.addEventListener('contextmenu', open)
    return () => message?.removeEventListener('contextmenu', open)
  }, [])
  useEffect(() => {
    if (!isOpen) return undefined
    return onLeaving(menu.current, () => setOpen(false))
  }, [isOpen])

  return (
    <div className="message-menu" data-open={isOpen ? 'yes' : 'no'} ref={menu}>
      <button
        type="button"
        className="message-menu-button"
        data-testid="message-menu"
        aria-label="Message menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="dots" />
      </button>
      {isOpen && (
        <ul className="message-menu-items">
          <li>
            <button
              type="button"
              data-testid="forward"
              onClick={() => {
                setOpen(false)
                onForward()
              }}
            >
              <Icon name="forward" />
              Forward
            </button>
          </li>
        </ul>
      )}
    </div>
  )
}

/** Calls back at a press elsewhere and at Escape, until the returned function is called. */
function onLeaving(element: HTMLElement | null, leave: () => void): () => void {
  const pressed = ({ target }: PointerEvent) => {
    if (target instanceof Node && element?.contains(target) !== true) leave()
  }
  const typed = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') leave()
  }
  window.addEventListener('pointerdown', pressed)
  window.addEventListener('keydown', typed)
  return () => {
    window.removeEventListener('pointerdown', pressed)
    window.removeEventListener('keydown', typed)
  }
}
