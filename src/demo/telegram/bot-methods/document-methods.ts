import { Buffer } from 'node:buffer'
import * as v from 'valibot'
import type { SentFile } from '../snapshot.ts'
import type { TelegramWorld } from '../world.ts'
import { badRequest, botMethod, ChatIdSchema, succeed } from './bot-method.ts'
import type { BotMethod, BotMethodAnswer } from './bot-method.ts'
import { refuseAccess } from './chat-access.ts'
import { readText, TextSchema } from './message-text.ts'

const CAPTION_MAX_LENGTH = 1_024
/** Where a form names the part that has the file. */
const ATTACHED = 'attach://'

const DocumentSchema = v.looseObject({
  chat_id: ChatIdSchema,
  document: v.union([v.string(), v.file()], 'there is no document in the request'),
  caption: v.optional(v.string(), ''),
  parse_mode: TextSchema.parse_mode,
})

/** Files that the bot sends as a form: by a file id or a URL it sends none here. */
export function documentMethods(world: TelegramWorld): Record<string, BotMethod> {
  return { sendDocument: botMethod(DocumentSchema, (parameters) => send(world, parameters)) }
}

async function send(
  world: TelegramWorld,
  { chat_id: chatId, caption, parse_mode, ...parameters }: v.InferOutput<typeof DocumentSchema>,
): Promise<BotMethodAnswer> {
  const refusal = refuseAccess(world, chatId, 'write')
  if (refusal !== null) return refusal
  const file = findFile(parameters)
  if (file === undefined) return badRequest('wrong file identifier/HTTP URL specified')
  const text =
    caption === ''
      ? { ok: true as const, text: '', entities: [] }
      : readText({ text: caption, parse_mode })
  if (!text.ok) return { ok: false, error_code: 400, description: text.description }
  if (text.text.length > CAPTION_MAX_LENGTH) return badRequest('message caption is too long')
  const message = world.log.add({
    chatId,
    senderId: world.botId,
    text: text.text,
    entities: text.entities,
    file: await readFile(file),
    keyboard: [],
  })
  world.changed()
  return succeed(world.wire.message(message))
}

function findFile({ document, ...parts }: Record<string, unknown>): File | undefined {
  if (document instanceof File) return document
  const name = typeof document === 'string' && document.startsWith(ATTACHED) ? document : null
  const part = name === null ? undefined : parts[name.slice(ATTACHED.length)]
  return part instanceof File ? part : undefined
}

async function readFile(file: File): Promise<SentFile> {
  const bytes = Buffer.from(await file.arrayBuffer())
  return {
    name: file.name,
    type: getType(file),
    size: bytes.length,
    base64: bytes.toString('base64'),
  }
}

/** Telegram goes by the name, because bots say nothing of the type. */
function getType({ name, type }: File): string {
  return name.endsWith('.json') ? 'application/json' : type
}
