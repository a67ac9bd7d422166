import {
  createPostEvent,
  init,
  supports,
  targetOrigin,
  type MethodName,
} from '@telegram-apps/sdk-react'
import { platformOf } from './platform.ts'
import type { Platform } from './telegram.ts'

/** Oldest protocol of Mini Apps, for a client that names none. */
const OLDEST_VERSION = '6.0'

/** The Telegram client that shows us. */
export type Client = { platform: Platform; version: string }

/**
 * Connects the SDK to the client. The parameters are handed over ready-made, because the SDK
 * refuses to start on an odd theme or on launch data without `signature`; methods that the client's
 * version lacks are not posted instead of thrown.
 */
export function connectClient(parameters: URLSearchParams): Client {
  const platform = platformOf(parameters)
  const named = parameters.get('tgWebAppVersion') ?? ''
  const version = /^\d+\.\d+$/.test(named) ? named : OLDEST_VERSION
  if (import.meta.env.MODE === 'demo') targetOrigin.set(import.meta.env.VITE_HOST_ORIGIN)
  init({
    launchParams: { tgWebAppPlatform: platform, tgWebAppVersion: version },
    postEvent: createPostEvent(version, () => {}),
  })
  return { platform, version }
}

/** Whether the client's version knows the method. */
export function can(client: Client, method: MethodName): boolean {
  return supports(method, client.version)
}
