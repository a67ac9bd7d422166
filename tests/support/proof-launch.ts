import type { ResponseOf } from '#shared/api/endpoint.ts'
import type { requestProofLaunch } from '#shared/api/request-proof-launch.ts'
import { createTelegramSigner, type TelegramSigner } from '#demo/telegram/launch-url.ts'
import { signFields } from './init-data.ts'

/** The Telegram of the tests, which signs launches for third parties. */
export const TELEGRAM = createTelegramSigner()

type SampleLaunch = {
  botToken: string
  user: Record<string, unknown>
  /** Unix time in seconds. */
  authDate: number
  startParam: string
  /** Null for a client that passes no signature on. @default {@link TELEGRAM} */
  signer?: TelegramSigner | null
}

/** `initData` of a launch, signed for the bot and for third parties. */
export function signLaunch(launch: SampleLaunch): string {
  const { botToken, user, authDate, startParam, signer = TELEGRAM } = launch
  const fields = {
    auth_date: String(authDate),
    user: JSON.stringify(user),
    start_param: startParam,
    chat_type: 'sender',
    chat_instance: '-3788475317572404878',
  }
  if (signer === null) return signFields(botToken, fields)
  const botId = Number(botToken.split(':')[0])
  return signFields(botToken, {
    ...fields,
    signature: signer.sign(botId, Object.entries(fields)),
  })
}

/** Of the launch that a server without Log In With Telegram awaits. */
export function readStartParam(asked: ResponseOf<typeof requestProofLaunch>): string {
  if ('url' in asked) throw new Error('the server awaits a login')
  return asked.startParam
}
