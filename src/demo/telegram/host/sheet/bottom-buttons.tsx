import { hasBottomBar } from '../mini-app/session-state.ts'
import type { BottomButton, SessionState } from '../mini-app/session-state.ts'
import type { MiniAppSession } from '../mini-app/session.ts'

/** Telegram's own main and secondary buttons under the page. */
export function BottomButtons({
  session,
  state,
}: {
  session: MiniAppSession
  state: SessionState
}) {
  if (!hasBottomBar(state)) return null
  return (
    <div className="bottom-buttons" data-position={state.secondaryPosition}>
      <Button
        button={state.secondaryButton}
        kind="secondary"
        onPress={() => session.buttonPressed('secondary_button_pressed')}
      />
      <Button
        button={state.mainButton}
        kind="main"
        onPress={() => session.buttonPressed('main_button_pressed')}
      />
    </div>
  )
}

type Props = { button: BottomButton; kind: 'main' | 'secondary'; onPress: () => void }

function Button({ button, kind, onPress }: Props) {
  if (!button.isVisible) return null
  return (
    <button
      type="button"
      className={`bottom-button bottom-button-${kind}`}
      data-testid={`host-${kind}-button`}
      data-shine={button.hasShine ? 'on' : undefined}
      aria-busy={button.isBusy}
      disabled={!button.isActive}
      style={{
        ...(button.color === null ? {} : { backgroundColor: button.color }),
        ...(button.textColor === null ? {} : { color: button.textColor }),
      }}
      onClick={onPress}
    >
      {button.text}
      {button.isBusy && <span className="bottom-button-busy" aria-hidden="true" />}
    </button>
  )
}
