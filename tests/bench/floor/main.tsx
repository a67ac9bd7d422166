import {
  bindThemeParamsCssVars,
  init,
  miniAppReady,
  mountBackButton,
  mountMiniAppSync,
  restoreInitData,
} from '@telegram-apps/sdk-react'
import { createRoot } from 'react-dom/client'

/** The floor: an empty React page with the same SDK and theme variables, and one button that does nothing. */
init()
restoreInitData()
mountBackButton.ifAvailable()
mountMiniAppSync.ifAvailable()
bindThemeParamsCssVars.ifAvailable()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <button type="button" data-intent="connect" onClick={() => undefined}>
      Connect
    </button>,
  )
}
miniAppReady.ifAvailable()
