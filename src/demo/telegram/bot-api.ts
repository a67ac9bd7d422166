import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import type { BotMethodAnswer, BotMethod } from './bot-methods/bot-method.ts'
import { chatMethods } from './bot-methods/chat-methods.ts'
import { documentMethods, messageMethods } from './bot-methods/message-methods.ts'
import { editMethods } from './bot-methods/edit-methods.ts'
import { inlineMethods } from './bot-methods/inline-methods.ts'
import { joinMethods } from './bot-methods/join-methods.ts'
import { profileMethods } from './bot-methods/profile-methods.ts'
import { updateMethods } from './bot-methods/update-methods.ts'
import type { TelegramWorld } from './world.ts'
import { Buffer } from 'node:buffer'

/**
 * The Bot API of the demo world: `/bot<token>/<method>` with JSON, form or query parameters.
 * Source: https://core.telegram.org/bots/api
 */
export function createBotApi(world: TelegramWorld): Hono {
  const methods = new Map(
    Object.entries({
      ...chatMethods(world),
      ...documentMethods(world),
      ...editMethods(world),
      ...inlineMethods(world),
      ...joinMethods(world),
      ...messageMethods(world),
      ...profileMethods(world),
      ...updateMethods(world),
    }).map(([name, method]) => [name.toLowerCase(), { name, method }]),
  )
  return new Hono().all('/:bot{bot[^/]+}/:method', async (c) => {
    if (c.req.param('bot') !== `bot${world.botToken}`) return reply(UNAUTHORIZED)
    const found = methods.get(c.req.param('method').toLowerCase())
    if (found === undefined) return reply(NOT_FOUND)
    return reply(await call(world, found, await readParameters(c)))
  })
}

const UNAUTHORIZED: BotMethodAnswer = { ok: false, error_code: 401, description: 'Unauthorized' }
const NOT_FOUND: BotMethodAnswer = { ok: false, error_code: 404, description: 'Not Found' }
const NOT_JSON: BotMethodAnswer = {
  ok: false,
  error_code: 400,
  description: "Bad Request: can't parse request body as JSON",
}

async function call(
  world: TelegramWorld,
  called: { name: string; method: BotMethod },
  parameters: Record<string, unknown> | null,
): Promise<BotMethodAnswer> {
  const noteStatus = world.calls.open(called.name, parameters ?? {})
  const answer = await answerTo(world, called, parameters)
  noteStatus(getStatus(answer))
  return answer
}

async function answerTo(
  world: TelegramWorld,
  { name, method }: { name: string; method: BotMethod },
  parameters: Record<string, unknown> | null,
): Promise<BotMethodAnswer> {
  const fault = world.takeFault(name)
  if (fault !== undefined) return { ok: false, ...fault }
  return parameters === null ? NOT_JSON : method(parameters)
}

/** Null for a body that is not what its type says. */
async function readParameters(c: Context): Promise<Record<string, unknown> | null> {
  const query = c.req.query()
  if (c.req.method === 'GET') return query
  const type = c.req.header('content-type') ?? ''
  if (type.startsWith('multipart/form-data')) return { ...query, ...(await readForm(c.req.raw)) }
  if (!type.startsWith('application/json')) return { ...query, ...(await c.req.parseBody()) }
  const body = v.safeParse(JsonObjectSchema, await c.req.text())
  return body.success ? { ...query, ...body.output } : null
}

const JsonObjectSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))

function reply(answer: BotMethodAnswer): Response {
  return Response.json(answer, { status: getStatus(answer) })
}

/** The error code is the HTTP status too. */
function getStatus(answer: BotMethodAnswer): number {
  return answer.ok ? 200 : answer.error_code
}

/** Where a part of a form says its name, and that of its file. */
const PART =
  /content-disposition: *form-data; *name="([^"\r\n]*)"(?:; *filename="?([^"\r\n]*?)"?)?\r\n/gi

/**
 * Reads a multipart form. grammY writes its headers without spaces and quotes, which Telegram takes and the platform's
 * own reader does not.
 */
export async function readForm(request: Request): Promise<Record<string, string | File>> {
  const body = Buffer.from(await request.arrayBuffer()).toString('latin1')
  const written = body.replaceAll(PART, (_, name: string, file: string | undefined) => {
    const filename = file === undefined ? '' : `; filename="${file}"`
    return `Content-Disposition: form-data; name="${name}"${filename}\r\n`
  })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(Buffer.from(written, 'latin1'), { headers }).formData()
  return Object.fromEntries(form)
}
