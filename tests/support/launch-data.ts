import { createHmac } from 'node:crypto'

type LaunchDataOptions = {
  botToken: string
  /** The user as Telegram describes it; its JSON is what is signed. */
  user: Record<string, unknown>
  /** Unix time, in seconds. */
  authDate: number
  startParam?: string
  /** Further fields, or other values for the ones above. */
  fields?: Record<string, string>
}

/** Launch data as Telegram makes it for the bot with this token. */
export function signLaunchData(options: LaunchDataOptions): string {
  const { botToken, user, authDate, startParam, fields } = options
  return signFields(botToken, {
    auth_date: String(authDate),
    user: JSON.stringify(user),
    ...(startParam === undefined ? {} : { start_param: startParam }),
    signature: 'AAAA',
    ...fields,
  })
}

/** Signs any fields whatever, as Telegram would. */
export function signFields(botToken: string, fields: Record<string, string>): string {
  const lines = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
  const secret = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const hash = createHmac('sha256', secret).update(lines.join('\n')).digest('hex')
  return new URLSearchParams({ ...fields, hash }).toString()
}
