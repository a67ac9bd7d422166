import { useEffect } from 'react'
import { getRoutePath } from '#client/screens/routing/router.ts'
import { useServices } from '#client/screens/context/context.ts'

/** What can be pressed on a screen. */
const PRESSABLE = 'main :is(button, a)'

/** A screen that the member left, and what they pressed there. */
type LeftScreen = { path: string; pressed: string | null }

/**
 * A new screen is read from its top, by eyes and by screen readers, without what the last one announced. After "back" it is read
 * from what the member had pressed there, once that is there again. When the focused element disappears, for example with a
 * placeholder screen, the focus moves to the screen: otherwise the keyboard would start from the top again.
 */
export function useNewScreen(): void {
  const { announcement, router } = useServices()
  useEffect(() => {
    let left: readonly LeftScreen[] = []
    let focused: EventTarget | null = null
    let pressed: string | null = null
    let awaited: string | null = null
    const note = ({ target }: FocusEvent) => (focused = target)
    const notePress = ({ target }: MouseEvent) => {
      awaited = null
      const button = target instanceof Element ? target.closest<HTMLElement>(PRESSABLE) : null
      pressed = button && getName(button)
    }
    const moveOn = () => (awaited = null)
    const focus = () => {
      const { activeElement, body } = document
      const isFree = activeElement === body || activeElement === document.querySelector('main')
      // It stays awaited: the screen may be drawn anew, as when its first answer comes.
      if (awaited !== null && isFree && focusPressed(awaited)) return
      if (activeElement === body) focusScreen()
    }
    const watcher = new MutationObserver(() => {
      const isLost = focused instanceof Node && !focused.isConnected
      if (isLost || awaited !== null) focus()
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    document.addEventListener('click', notePress, { capture: true })
    document.addEventListener('keydown', moveOn, { capture: true })
    const stop = router.route.listen((route, former) => {
      const last = left.at(-1)
      const isBack = last?.path === getRoutePath(route)
      if (isBack) left = left.slice(0, -1)
      else if (former) left = [...left, { path: getRoutePath(former), pressed }]
      awaited = isBack ? last.pressed : null
      pressed = null
      announcement.set('')
      window.scrollTo(0, 0)
      requestAnimationFrame(() => {
        focusScreen()
        focus()
      })
    })
    return () => {
      watcher.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('click', notePress, { capture: true })
      document.removeEventListener('keydown', moveOn, { capture: true })
      stop()
    }
  }, [announcement, router])
}

function focusPressed(name: string): boolean {
  const buttons = [...document.querySelectorAll<HTMLElement>(PRESSABLE)]
  const button = buttons.find((other) => getName(other) === name)
  button?.focus()
  return button !== undefined
}

/**
 * Tells what can be pressed from the rest of the screen, after the screen was drawn anew, too: where it leads, or its title,
 * without what may change meanwhile, such as a count or a state.
 */
function getName(button: HTMLElement): string | null {
  return button.dataset['to'] ?? (button.querySelector('.cell-title') ?? button).textContent
}

function focusScreen(): void {
  document.querySelector('main')?.focus({ preventScroll: true })
}
