import * as v from 'valibot'
import {
  appMethod,
  ColorSchema,
  plainMethod,
  type AppMethods,
  type SessionContext,
} from './session-context.ts'
import { emitInsets } from './device-methods.ts'
import { hasBottomBar, type DrawnButton, type SessionState } from './session-state.ts'

const VisibleSchema = v.object({ is_visible: v.boolean() })
const ColorChoiceSchema = v.union([
  v.object({ color: ColorSchema }),
  v.object({ color_key: v.picklist(['bg_color', 'secondary_bg_color']) }),
])
/** An empty text or colour keeps what was there. */
const ButtonSchema = v.object({
  is_visible: v.optional(v.boolean()),
  is_active: v.optional(v.boolean()),
  is_progress_visible: v.optional(v.boolean()),
  has_shine_effect: v.optional(v.boolean()),
  text: v.optional(v.string(), ''),
  color: v.optional(v.union([ColorSchema, v.literal('')]), ''),
  text_color: v.optional(v.union([ColorSchema, v.literal('')]), ''),
  position: v.optional(v.picklist(['left', 'right', 'top', 'bottom'])),
})

/** What the client draws around the page: header, buttons, colours. */
export function chromeMethods(context: SessionContext): AppMethods {
  return {
    iframe_ready: appMethod(
      '6.0',
      v.object({ reload_supported: v.optional(v.boolean(), false) }),
      ({ reload_supported }) => context.update({ isReloadSupported: reload_supported }),
    ),
    iframe_will_reload: plainMethod('6.0', () =>
      context.update({ isReady: false, reloads: context.state.get().reloads + 1 }),
    ),
    web_app_ready: plainMethod('6.0', () => context.update({ isReady: true })),
    web_app_close: plainMethod('6.0', () => context.ports.close()),
    web_app_setup_back_button: appMethod('6.1', VisibleSchema, ({ is_visible }) =>
      context.update({ hasBackButton: is_visible }),
    ),
    web_app_setup_settings_button: appMethod('6.10', VisibleSchema, ({ is_visible }) =>
      context.update({ hasSettingsButton: is_visible }),
    ),
    web_app_setup_closing_behavior: appMethod(
      '6.0',
      v.object({ need_confirmation: v.boolean() }),
      ({ need_confirmation }) => context.update({ needsClosingConfirmation: need_confirmation }),
    ),
    ...bottomButtonMethods(context),
    ...colorMethods(context),
  }
}

function bottomButtonMethods(context: SessionContext): AppMethods {
  const { state } = context
  return {
    web_app_setup_main_button: appMethod('6.0', ButtonSchema, (change) =>
      showButtons(context, { mainButton: changed(state.get().mainButton, change) }),
    ),
    web_app_setup_secondary_button: appMethod('7.10', ButtonSchema, (change) =>
      showButtons(context, {
        secondaryButton: changed(state.get().secondaryButton, change),
        secondaryPosition: change.position ?? state.get().secondaryPosition,
      }),
    ),
  }
}

/** The bar with the buttons takes the place of the home indicator: the safe area changes with it. */
function showButtons(context: SessionContext, change: Partial<SessionState>): void {
  const hadBar = hasBottomBar(context.state.get())
  context.update(change)
  if (hasBottomBar(context.state.get()) !== hadBar) emitInsets(context)
}

function changed(button: DrawnButton, change: v.InferOutput<typeof ButtonSchema>): DrawnButton {
  return {
    isVisible: change.is_visible ?? button.isVisible,
    isActive: change.is_active ?? button.isActive,
    isBusy: change.is_progress_visible ?? button.isBusy,
    hasShine: change.has_shine_effect ?? button.hasShine,
    text: change.text.trim() || button.text,
    color: change.color || button.color,
    textColor: change.text_color || button.textColor,
  }
}

function colorMethods(context: SessionContext): AppMethods {
  return {
    web_app_set_header_color: appMethod('6.1', ColorChoiceSchema, (choice) =>
      context.update({ headerColor: 'color' in choice ? choice.color : choice.color_key }),
    ),
    web_app_set_background_color: appMethod('6.1', v.object({ color: ColorSchema }), ({ color }) =>
      context.update({ backgroundColor: color }),
    ),
    web_app_set_bottom_bar_color: appMethod('7.10', v.object({ color: ColorSchema }), ({ color }) =>
      context.update({ bottomBarColor: color }),
    ),
  }
}
