import * as v from 'valibot'
import type { Launch } from './telegram.ts'

const UserSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    first_name: v.string(),
    username: v.optional(v.string()),
    language_code: v.optional(v.string()),
  }),
)

/**
 * Reads the member from the signed `initData`. Verifies nothing, because the server does that. Data
 * without a user or a hash counts as none. `signature` may be missing, because older clients
 * do not send it.
 */
export function getLaunch(parameters: URLSearchParams): Launch {
  const initData = parameters.get('tgWebAppData') ?? ''
  const fields = new URLSearchParams(initData)
  const user = v.safeParse(UserSchema, fields.get('user'))
  if (!user.success || !fields.get('hash')) return { place: 'unsigned' }
  return {
    place: 'telegram',
    initData,
    telegramId: `${user.output.id}`,
    firstName: user.output.first_name,
    username: user.output.username,
    languageCode: user.output.language_code,
  }
}
