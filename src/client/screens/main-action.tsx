import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { useServices } from './use-services.ts'

type Props = {
  text: string
  onPress: () => void
  /** @default true */
  isEnabled?: boolean
  /** @default false */
  isBusy?: boolean
}

/**
 * The screen's one primary action: Telegram's main button, or a drawn one where the client has none. Not for what
 * must happen inside a tap, such as opening a wallet: a tap on Telegram's button is no tap for the page.
 */
export function MainAction(props: Props) {
  const { telegram } = useServices()
  if (telegram.hasMainButton) return <TelegramMainAction {...props} />
  const { text, onPress, isEnabled = true, isBusy = false } = props
  return (
    <div className="actions actions-end">
      <Button onPress={onPress} isDisabled={!isEnabled} isBusy={isBusy}>
        {text}
      </Button>
    </div>
  )
}

function TelegramMainAction({ text, onPress, isEnabled = true, isBusy = false }: Props) {
  const { telegram } = useServices()
  const press = useEffectEvent(onPress)
  const shown = useRef<ReturnType<typeof telegram.showMainButton> | null>(null)
  const state = { text, enabled: isEnabled, busy: isBusy }
  const first = useEffectEvent(() => state)
  useEffect(() => {
    const button = telegram.showMainButton(first(), () => press())
    shown.current = button
    return () => button.hide()
  }, [telegram])
  useEffect(() => {
    shown.current?.update({ text, enabled: isEnabled, busy: isBusy })
  }, [text, isEnabled, isBusy])
  return null
}
