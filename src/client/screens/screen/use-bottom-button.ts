import { useEffect, useEffectEvent, useRef } from 'react'
import type { ButtonState, ShowButton } from '../../telegram/telegram.ts'

/** A screen's settings for one of Telegram's buttons under the page. */
export type BottomAction = {
  text: string
  onPress: () => void
  /** @default true */
  isEnabled?: boolean
  /** @default false */
  isBusy?: boolean
}

/** Shows one of Telegram's buttons as long as the component is mounted. */
export function useBottomButton(
  show: ShowButton,
  { text, onPress, isEnabled = true, isBusy = false }: BottomAction,
): void {
  const press = useEffectEvent(onPress)
  const shown = useRef<ReturnType<ShowButton> | null>(null)
  const state: ButtonState = { text, enabled: isEnabled, busy: isBusy }
  const first = useEffectEvent(() => state)
  useEffect(() => {
    const button = show(first(), () => press())
    shown.current = button
    return () => button.hide()
  }, [show])
  useEffect(() => {
    shown.current?.update({ text, enabled: isEnabled, busy: isBusy })
  }, [text, isEnabled, isBusy])
}
