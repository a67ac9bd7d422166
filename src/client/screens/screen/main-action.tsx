import { Button } from '../../ui/button.tsx'
import { type BottomAction, useBottomButton } from './use-bottom-button.ts'
import { useServices } from '../context/use-services.ts'

/**
 * The screen's one primary action: Telegram's main button, or a drawn one where the client has none. Not for actions
 * that need a tap on the page, such as opening a wallet, because a tap on Telegram's button does not count as one.
 */
export function MainAction(props: BottomAction) {
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

function TelegramMainAction(props: BottomAction) {
  const { telegram } = useServices()
  useBottomButton(telegram.showMainButton, props)
  return null
}
