import { findAnswer, CLIENT_TIMEOUT_MS, MEMBER_TIMEOUT_MS } from './find-answer.ts'
import type { TelegramClient } from './client.ts'
import type { Telegram } from './telegram.ts'

/**
 * The shortcut on the device's home screen, since version 8.0. Clients without it say so or, like Telegram Web K,
 * do not answer.
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
    // Where the launcher does not report whether the shortcut exists, we can still offer it.
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
