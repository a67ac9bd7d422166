import { findAnswer, CLIENT_TIMEOUT_MS, MEMBER_TIMEOUT_MS } from './answer-of.ts'
import type { TelegramClient } from './client.ts'
import type { Telegram } from './telegram.ts'

/**
 * The shortcut on the device's home screen, since version 8.0. Clients that have none say so or, as Telegram Web K
 * does, say nothing.
 */
export function createHomeScreen(
  client: TelegramClient,
): Pick<Telegram, 'canAddToHomeScreen' | 'addToHomeScreen'> {
  const hasMethods = client.can('web_app_add_to_home_screen')

  async function canAddToHomeScreen(): Promise<boolean> {
    if (!hasMethods) return false
    const answer = await findAnswer(client, {
      events: ['home_screen_checked', 'home_screen_failed'],
      ask: () => client.post('web_app_check_home_screen'),
      timeout: CLIENT_TIMEOUT_MS,
    })
    const status = answer?.data['status']
    // A launcher that does not tell whether the shortcut is there can still be given one.
    return status === 'missed' || status === 'unknown'
  }

  async function addToHomeScreen(): Promise<boolean> {
    if (!hasMethods) return false
    const answer = await findAnswer(client, {
      events: ['home_screen_added', 'home_screen_failed'],
      ask: () => client.post('web_app_add_to_home_screen'),
      timeout: MEMBER_TIMEOUT_MS,
    })
    return answer?.event === 'home_screen_added'
  }

  return { canAddToHomeScreen, addToHomeScreen }
}
