import { Button } from '../../ui/button.tsx'
import { type BottomAction, useBottomButton } from './use-bottom-button.ts'
import { useServices } from '../context/use-services.ts'

/**
 * Another way on from a screen, right after its `MainAction`: Telegram's secondary button, or a drawn quiet one where
 * the client has none. Like the main action, not for actions that need a tap on the page.
 */
export function SecondaryAction(props: BottomAction) {
  const { telegram } = useServices()
  if (telegram.hasSecondaryButton) return <TelegramSecondaryAction {...props} />
  const { text, onPress, isEnabled = true, isBusy = false } = props
  // Below a drawn main button; alone at the foot of the page, above Telegram's own main button.
  return (
    <div className={telegram.hasMainButton ? 'actions actions-end' : 'actions'}>
      <Button kind="quiet" onPress={onPress} isDisabled={!isEnabled} isBusy={isBusy}>
        {text}
      </Button>
    </div>
  )
}

function TelegramSecondaryAction(props: BottomAction) {
  const { telegram } = useServices()
  useBottomButton(telegram.showSecondaryButton, props)
  return null
}
