import { createHmac, randomBytes, generateKeyPairSync, sign } from 'node:crypto'
import type { DemoLaunch } from './launch.ts'
import type { TelegramAccount, WorldChat } from './snapshot.ts'
import { getThemeParams } from './theme-params.ts'

/** The parties and the hour of a launch, from the world. */
export type LaunchScene = {
  account: TelegramAccount
  botToken: string
  botId: number
  signer: TelegramSigner
  /** What the guard showed; null for every other launch. */
  join: { queryId: string; webAppUrl: string } | null
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
  const url = new URL(scene.join?.webAppUrl ?? ('url' in launch ? launch.url : scene.appUrl))
  if (launch.source === 'direct-link' && launch.startParam !== null) {
    url.searchParams.set('tgWebAppStartParam', launch.startParam)
  }
  const initData = findInitData(launch, scene)
  url.hash = encodeFields([
    ...(initData === null ? [] : [['tgWebAppData', initData] as const]),
    ['tgWebAppVersion', launch.version],
    ['tgWebAppPlatform', launch.platform],
    // Clients leave it out here: https://github.com/Telegram-Mini-Apps/tma.js/pull/875
    ...(scene.join === null
      ? [['tgWebAppThemeParams', JSON.stringify(getThemeParams(launch))] as const]
      : []),
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
  ]
  const signed: Field[] = [...fields, ['signature', scene.signer.sign(scene.botId, fields)]]
  return encodeFields([...signed, ['hash', getHash(signed, scene.botToken)]])
}

const QUERY_ID_BYTES = 15
const CHAT_INSTANCE_BYTES = 8

function getContext(launch: DemoLaunch, scene: LaunchScene): Field[] {
  if (launch.source !== 'direct-link') {
    return [
      ['query_id', `AA${randomBytes(QUERY_ID_BYTES).toString('base64url')}`],
      ...(scene.join === null ? [] : [['chat_join_request_query_id', scene.join.queryId] as const]),
    ]
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

/** The simulated Telegram's own key, with which it signs launches for third parties. */
export type TelegramSigner = {
  /** Ed25519, in hex. A verifier trusts it only if asked to. */
  publicKey: string
  /** Signs the fields of a launch of this bot; unpadded base64url. */
  sign(botId: number, fields: readonly (readonly [name: string, value: string])[]): string
}

/** Length of a public key, which ends its DER form, in bytes. */
const KEY_BYTES = 32

/** A random key, so that it cannot be mistaken for Telegram's. */
export function createTelegramSigner(): TelegramSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey
      .export({ format: 'der', type: 'spki' })
      .subarray(-KEY_BYTES)
      .toString('hex'),
    sign(botId, fields) {
      const text = `${botId}:WebAppData\n${getCheckString(fields)}`
      return sign(null, Buffer.from(text), privateKey).toString('base64url')
    },
  }
}

/** https://core.telegram.org/bots/webapps#validating-data-for-third-party-use */
function getCheckString(fields: readonly (readonly [name: string, value: string])[]): string {
  return fields
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n')
}
