import { isAtLeast } from '../../theme-params.ts'

export type DrawnButton = {
  isVisible: boolean
  isActive: boolean
  isBusy: boolean
  hasShine: boolean
  text: string
  /** `#rrggbb`; null for the theme's own. */
  color: string | null
  textColor: string | null
}

type SecondaryPosition = 'left' | 'right' | 'top' | 'bottom'

/** What the Mini App has sent its client about the frame around it. */
export type SessionState = {
  isReady: boolean
  isFullscreen: boolean
  isReloadSupported: boolean
  /** How often the page has announced that it reloads. */
  reloads: number
  hasBackButton: boolean
  hasSettingsButton: boolean
  needsClosingConfirmation: boolean
  allowsVerticalSwipe: boolean
  /** `#rrggbb` or a key of the theme parameters, so that it follows the theme. */
  headerColor: string
  backgroundColor: string
  bottomBarColor: string
  mainButton: DrawnButton
  secondaryButton: DrawnButton
  secondaryPosition: SecondaryPosition
}

/** Clients before this version know no fullscreen. */
export const FULLSCREEN_SINCE = '8.0'

export function initialSessionState(client: {
  version: string
  opensFullscreen: boolean
}): SessionState {
  return {
    isReady: false,
    isFullscreen: client.opensFullscreen && isAtLeast(client.version, FULLSCREEN_SINCE),
    isReloadSupported: false,
    reloads: 0,
    hasBackButton: false,
    hasSettingsButton: false,
    needsClosingConfirmation: false,
    allowsVerticalSwipe: true,
    headerColor: 'bg_color',
    backgroundColor: 'bg_color',
    bottomBarColor: 'bottom_bar_bg_color',
    mainButton: hiddenButton('Continue'),
    secondaryButton: hiddenButton('Cancel'),
    secondaryPosition: 'left',
  }
}

/** True while Telegram's own buttons stand under the page. */
export function hasBottomBar(state: SessionState): boolean {
  return state.mainButton.isVisible || state.secondaryButton.isVisible
}

function hiddenButton(text: string): DrawnButton {
  return {
    isVisible: false,
    isActive: true,
    isBusy: false,
    hasShine: false,
    text,
    color: null,
    textColor: null,
  }
}
