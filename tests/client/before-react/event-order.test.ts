import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTelegram } from '#client/telegram/create-telegram.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { createFakeTelegram } from '#tests/support/fake-telegram.ts'
import { createFakeWalletConnector, PROOF } from '#tests/support/fake-wallet-connector.ts'
import { type MemberApp, openMemberApp } from '#tests/support/open-member-app.tsx'
import {
  FRAME_ORIGINS,
  openTestMessenger,
  type TestMessenger,
} from '#tests/support/test-messenger.ts'
import { until } from '#tests/support/until.ts'

/** Printed by fast-check together with the shortest course that fails. */
const SEED = 20_261_122
const RUNS = 25

/** The events of clients, each with valid data. `reload_iframe` is left out, because it ends the page. */
const EVENTS: Record<string, unknown> = {
  theme_changed: { theme_params: { bg_color: '#000000', text_color: '#ffffff' } },
  viewport_changed: { height: 600, width: 390, is_expanded: true, is_state_stable: true },
  safe_area_changed: { top: 47, right: 0, bottom: 34, left: 0 },
  content_safe_area_changed: { top: 46, right: 0, bottom: 0, left: 0 },
  back_button_pressed: undefined,
  main_button_pressed: undefined,
  secondary_button_pressed: undefined,
  settings_button_pressed: undefined,
  popup_closed: { button_id: 'confirm' },
  write_access_requested: { status: 'allowed' },
  visibility_changed: { is_visible: true },
  fullscreen_changed: { is_fullscreen: true },
  fullscreen_failed: { error: 'UNSUPPORTED' },
  home_screen_added: undefined,
  home_screen_checked: { status: 'missed' },
  home_screen_failed: { error: 'UNSUPPORTED' },
  event_of_the_future: { x: 1 },
}

type OrderStep =
  | { do: 'event'; name: string; data: unknown }
  | {
      do: 'page'
      type: 'visibilitychange' | 'focus' | 'resize' | 'online' | 'offline' | 'popstate'
    }
  | { do: 'tap'; nth: number }
  | { do: 'wallet' }
  | { do: 'wait' }

const event: fc.Arbitrary<OrderStep> = fc
  .constantFrom(...Object.keys(EVENTS))
  .chain((name) =>
    fc
      .oneof({ arbitrary: fc.constant(EVENTS[name]), weight: 3 }, fc.jsonValue({ maxDepth: 2 }))
      .map((data) => ({ do: 'event', name, data }) as const),
  )

const page: fc.Arbitrary<OrderStep> = fc
  .constantFrom('visibilitychange', 'focus', 'resize', 'online', 'offline', 'popstate')
  .map((type) => ({ do: 'page', type }) as const)

const tap: fc.Arbitrary<OrderStep> = fc.nat({ max: 8 }).map((nth) => ({ do: 'tap', nth }) as const)

const steps = fc.array(
  fc.oneof(
    { arbitrary: event, weight: 6 },
    { arbitrary: page, weight: 2 },
    { arbitrary: tap, weight: 3 },
    fc.constant<OrderStep>({ do: 'wallet' }),
    fc.constant<OrderStep>({ do: 'wait' }),
  ),
  { maxLength: 14 },
)

let messenger: TestMessenger | null = null

async function take(step: OrderStep, app: MemberApp | null): Promise<void> {
  switch (step.do) {
    case 'event':
      return messenger?.emit(step.name, step.data)
    case 'page':
      return void (step.type === 'visibilitychange' ? document : window).dispatchEvent(
        new Event(step.type),
      )
    case 'tap':
      return app?.buttons()[step.nth]?.click()
    case 'wallet':
      return app?.wallets.answer(PROOF)
    case 'wait':
      return new Promise((resolve) => setTimeout(resolve))
  }
}

function openMessenger(server: AppServer): void {
  messenger?.close()
  messenger = openTestMessenger({ initData: server.launch().initData })
}

/** The app over the real port to Telegram. */
function open(server: AppServer): MemberApp {
  const telegram = { ...createFakeTelegram(), ...createTelegram(FRAME_ORIGINS) }
  return openMemberApp(server, { telegram, wallets: createFakeWalletConnector() })
}

test('a live screen remains whatever the client, the page and fingers do, in any order, before, during and after the start', async () => {
  const server = await startAppServer()
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      openMessenger(server)
      for (const step of before) await take(step, null)
      const app = open(server)
      for (const step of after) await take(step, app)
      await until(() =>
        expect(app.container.querySelector('main')?.textContent ?? '').toMatch(/\p{L}/u),
      )
      expect(app.container.querySelector('[role=alert]')).toBeNull()
      app.router.replace({ screen: 'home' })
      await app.sees('Ada')
      app.press('Connect wallet')
      expect(app.router.route.get()).toEqual({ screen: 'connect' })
    }),
    { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 40_000 },
  )
}, 60_000)
