import { createHmac, randomBytes } from 'node:crypto'
import type { DemoLaunch } from './launch.ts'
import type { TelegramAccount, WorldChat } from './snapshot.ts'
import { getThemeParams } from './theme-params.ts'

/** The parties and the hour of a launch, from the world. */
export type LaunchScene = {
  account: TelegramAccount
  botToken: string
  /** Where a direct link leads. */
  appUrl: string
  /** `direct` for a chat between two, be it with the bot. */
  getKind: (chatId: number) => WorldChat['kind']
  /** Unix time, ms. */
  now: number
}

/**
 * The address that Telegram opens, launch parameters in its hash.
 * Source: https://core.telegram.org/bots/webapps and the clients' own addresses.
 */
export function launchUrl(launch: DemoLaunch, scene: LaunchScene): string {
  const url = new URL(launch.source === 'direct-link' ? scene.appUrl : launch.url)
  if (launch.source === 'direct-link' && launch.startParam !== null) {
    url.searchParams.set('tgWebAppStartParam', launch.startParam)
  }
  const initData = findInitData(launch, scene)
  url.hash = encodeFields([
    ...(initData === null ? [] : [['tgWebAppData', initData] as const]),
    ['tgWebAppVersion', launch.version],
    ['tgWebAppPlatform', launch.platform],
    ['tgWebAppThemeParams', JSON.stringify(getThemeParams(launch))],
    ...(launch.isFullscreen === true ? [['tgWebAppFullscreen', '1'] as const] : []),
  ])
  return url.href
}

type Field = readonly [name: string, value: string]

/** Signed init data; null where Telegram sends none. */
function findInitData(launch: DemoLaunch, scene: LaunchScene): string | null {
  if (launch.source === 'keyboard') return null
  const fields: Field[] = [
    ...getContext(launch, scene),
    ['user', JSON.stringify(getUser(scene.account))],
    ['auth_date', String(Math.floor(scene.now / 1000))],
    ['signature', randomBytes(SIGNATURE_BYTES).toString('base64url')],
  ]
  return encodeFields([...fields, ['hash', getHash(fields, scene.botToken)]])
}

/** Length of an Ed25519 signature. Telegram's own key signs the real one; nobody can check this one. */
const SIGNATURE_BYTES = 64
const QUERY_ID_BYTES = 15
const CHAT_INSTANCE_BYTES = 8

function getContext(launch: DemoLaunch, scene: LaunchScene): Field[] {
  if (launch.source !== 'direct-link') {
    return [['query_id', `AA${randomBytes(QUERY_ID_BYTES).toString('base64url')}`]]
  }
  return [
    ['chat_instance', chatInstance(launch.chatId ?? launch.accountId)],
    ['chat_type', chatType(launch.chatId, scene)],
    ...(launch.startParam === null ? [] : [['start_param', launch.startParam] as const]),
  ]
}

/** An opaque number that is the same for every link opened from one chat; not the chat's id. */
export function chatInstance(chatId: number): string {
  const digest = createHmac('sha256', 'chat_instance').update(String(chatId)).digest()
  return digest.subarray(0, CHAT_INSTANCE_BYTES).readBigInt64BE().toString()
}

function chatType(chatId: number | null, { getKind }: LaunchScene): string {
  if (chatId === null) return 'sender'
  const kind = getKind(chatId)
  return kind === 'direct' ? 'private' : kind
}

function getUser(account: TelegramAccount): Record<string, unknown> {
  return {
    id: account.id,
    first_name: account.firstName,
    last_name: account.lastName ?? '',
    ...(account.username === null ? {} : { username: account.username }),
    language_code: account.languageCode,
    ...(account.contact === 'allowed' ? { allows_write_to_pm: true } : {}),
  }
}

/** https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app */
function getHash(fields: readonly Field[], botToken: string): string {
  const lines = fields.map(([name, value]) => `${name}=${value}`).sort()
  const secret = createHmac('sha256', 'WebAppData').update(botToken).digest()
  return createHmac('sha256', secret).update(lines.join('\n')).digest('hex')
}

function encodeFields(fields: readonly Field[]): string {
  return fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}
