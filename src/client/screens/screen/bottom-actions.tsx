import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { useServices } from '../context/context.ts'
import type { Route } from '../routing/router.ts'
import type { ShowButton } from '../../telegram/telegram.ts'
import { MAIN_ACTION } from '../../before-react/picture-marks.ts'
import { useIsLive } from './use-is-live.ts'
import { type BottomAction, useBottomButton } from './use-bottom-button.ts'

/**
 * The screen's one primary action: Telegram's main button, or a drawn one where the client has none. Not for actions
 * that need a tap on the page, such as opening a wallet, because a tap on Telegram's button does not count as one.
 */
export function MainAction(props: BottomAction) {
  const { hasMainButton, showMainButton } = useServices().telegram
  if (!useIsLive()) return <PictureOfMain {...props} />
  if (hasMainButton) return <TelegramButton {...props} show={showMainButton} />
  return <DrawnButton {...props} kind="primary" place="actions actions-end" />
}

/**
 * Another way on from a screen, right after its {@link MainAction}: Telegram's secondary button, or a drawn quiet one
 * where the client has none. Like the main action, not for actions that need a tap on the page.
 */
export function SecondaryAction(props: BottomAction) {
  const { hasMainButton, hasSecondaryButton, showSecondaryButton } = useServices().telegram
  if (hasSecondaryButton) return <TelegramButton {...props} show={showSecondaryButton} />
  // Below a drawn main button; alone at the foot of the page, above Telegram's own main button.
  return (
    <DrawnButton
      {...props}
      kind="quiet"
      place={hasMainButton ? 'actions actions-end' : 'actions'}
    />
  )
}

/** The screen's main action, where that leads to another screen. */
export function RouteAction({ to, text }: { to: Route; text: string }) {
  const { router } = useServices()
  return <MainAction text={text} onPress={() => router.open(to)} />
}

/** The one way on from a screen that is done. */
export function HomeAction({ text }: { text: string }) {
  const { router } = useServices()
  return <MainAction text={text} onPress={() => router.replace({ screen: 'home' })} />
}

/** Back to the chat from which the app was opened. `name`: the chat's title, or the bot's. */
export function BackAction({ name }: { name: string }) {
  const { telegram } = useServices()
  const { attempt } = useMessages()
  return <MainAction text={attempt.backTo(isolated(name))} onPress={() => telegram.close()} />
}

function TelegramButton({ show, ...action }: BottomAction & { show: ShowButton }) {
  useBottomButton(show, action)
  return null
}

/** Names the action to the page's first script, which shows it before React: `show-own-picture.ts`. */
function PictureOfMain({ text, isEnabled = true, isBusy = false }: BottomAction) {
  return isEnabled && !isBusy ? <span hidden {...{ [MAIN_ACTION]: text }} /> : null
}

type DrawnProps = BottomAction & { kind: 'primary' | 'quiet'; place: string }

function DrawnButton({ text, onPress, isEnabled = true, isBusy, kind, place }: DrawnProps) {
  return (
    <div className={place}>
      <Button kind={kind} onPress={onPress} isDisabled={!isEnabled} isBusy={isBusy ?? false}>
        {text}
      </Button>
    </div>
  )
}
