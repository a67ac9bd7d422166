import * as v from 'valibot'
import type { Launch } from './telegram.ts'

const UserSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    first_name: v.string(),
    language_code: v.optional(v.string()),
  }),
)

/**
 * Reads who is here from the signed init data. Nothing is verified: the server does that. Data
 * that names nobody or bears no hash is as good as none. `signature` may be missing: older clients
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
    languageCode: user.output.language_code,
  }
}
