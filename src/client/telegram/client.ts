import {
  createPostEvent,
  on,
  supports,
  targetOrigin,
  type MethodName,
  type PostEventFn,
} from '@telegram-apps/sdk-react'
import { platformOf } from './platform.ts'
import type { ClientPlatform } from '#shared/client-platform.ts'

/** Oldest protocol of Mini Apps, for a client that names none. */
const OLDEST_VERSION = '6.0'

/** The Telegram client that shows us. */
export type Client = {
  platform: ClientPlatform
  version: string
  /** Posts a method of the protocol; one that the client's version lacks is not posted. */
  post: PostEventFn
  /** Whether the client's version knows the method. */
  can: (method: MethodName) => boolean
}

/**
 * Connects to the client. Of the SDK only the wire is used: its start refuses an odd theme and launch
 * data without `signature`, and its components wait for ever on a client that does not answer.
 */
export function connectClient(parameters: URLSearchParams): Client {
  if (import.meta.env.MODE === 'demo') targetOrigin.set(import.meta.env.VITE_HOST_ORIGIN)
  const named = parameters.get('tgWebAppVersion') ?? ''
  const version = /^\d{1,3}\.\d{1,3}$/.test(named) ? named : OLDEST_VERSION
  const post = createPostEvent(version, () => {})
  on('reload_iframe', () => {
    post('iframe_will_reload')
    location.reload()
  })
  post('iframe_ready', { reload_supported: true })
  return {
    platform: platformOf(parameters),
    version,
    post,
    can: (method) => supports(method, version),
  }
}
