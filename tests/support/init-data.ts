import { createHmac } from 'node:crypto'

type InitDataOptions = {
  botToken: string
  /** The user as Telegram describes it. Its JSON is signed. */
  user: Record<string, unknown>
  /** Unix time, in seconds. */
  authDate: number
  startParam?: string
  /** Further fields, or other values for the ones above. */
  fields?: Record<string, string>
}

/** Makes initData as Telegram does for the bot with this token. */
export function signInitData(options: InitDataOptions): string {
  const { botToken, user, authDate, startParam, fields } = options
  return signFields(botToken, {
    auth_date: String(authDate),
    user: JSON.stringify(user),
    ...(startParam === undefined ? {} : { start_param: startParam }),
    signature: 'AAAA',
    ...fields,
  })
}

/** Signs any fields as Telegram does. */
export function signFields(botToken: string, fields: Record<string, string>): string {
  const lines = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
  const secret = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const hash = createHmac('sha256', secret).update(lines.join('\n')).digest('hex')
  return new URLSearchParams({ ...fields, hash }).toString()
}

/** Colours of a dark theme, as launch parameters and the theme’s event name them. */
export const DARK = { bg_color: '#17212b', secondary_bg_color: '#232e3c', text_color: '#f5f5f5' }

/** The named fields that a client puts into the address. */
export type LaunchFields = [name: string, value: string][]

/** Launch parameters as a current client sends them, with some values replaced. */
export function launchFields(initData: string, other: Record<string, string> = {}): LaunchFields {
  return Object.entries({
    tgWebAppData: initData,
    tgWebAppVersion: '9.1',
    tgWebAppPlatform: 'ios',
    tgWebAppThemeParams: JSON.stringify(DARK),
    ...other,
  })
}

/** Encodes the fields for the part after the `#`. */
export function encodeFields(fields: LaunchFields): string {
  return fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}
