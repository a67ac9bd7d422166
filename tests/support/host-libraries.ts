import { execFile } from 'node:child_process'
import { join } from 'node:path'
import * as v from 'valibot'
import type { ClaspConnection } from '#host/call-clasp.ts'
import { ClaspError } from '#host/clasp-error.ts'
import { createClasp, type LinkFilter, type RequestFields } from '#host/create-clasp.ts'
import { verifyWebhook } from '#host/verify-webhook.ts'

/** A use of a library, in a form that crosses to another process. */
export type LibraryCall =
  | { use: 'wallets'; telegramId: string | number }
  | { use: 'token'; telegramId: string | number; audience: string }
  | { use: 'links'; filter: LinkFilter }
  /** Takes so many events, and stops in the middle of the loop. */
  | { use: 'events'; after: string | null; take: number; pollMs?: number }
  | { use: 'createRequest'; input: RequestFields; idempotencyKey?: string }
  | { use: 'readRequest' | 'answers' | 'closeRequest'; code: string }
  | { use: 'decideJoin'; id: string; decision: 'approve' | 'decline' | 'queue' }
  | { use: 'verifyWebhook'; body: string; headers: Record<string, string>; secret: string }

const ResultSchema = v.union([
  v.object({ value: v.unknown() }),
  v.object({ error: v.object({ code: v.string(), isTemporary: v.boolean() }) }),
])
type LibraryResult = v.InferOutput<typeof ResultSchema>

export type HostLibrary = {
  name: string
  run: (connection: ClaspConnection, call: LibraryCall) => Promise<LibraryResult>
}

/** The libraries for operators' code, which are to do the same. */
export const HOST_LIBRARIES: HostLibrary[] = [
  { name: 'TypeScript', run: runTypeScript },
  { name: 'Python', run: runPython },
]

async function runTypeScript(
  connection: ClaspConnection,
  call: LibraryCall,
): Promise<LibraryResult> {
  try {
    return { value: await use(connection, call) }
  } catch (error) {
    if (!(error instanceof ClaspError)) throw error
    return { error: { code: error.code, isTemporary: error.isTemporary } }
  }
}

function use(connection: ClaspConnection, call: LibraryCall): Promise<unknown> {
  const clasp = createClasp(connection)
  switch (call.use) {
    case 'wallets':
      return clasp.wallets(call.telegramId)
    case 'token':
      return clasp.token(call.telegramId, call.audience)
    case 'links':
      return collect(clasp.links(call.filter))
    case 'events':
      return takeEvents(connection, call)
    case 'createRequest':
      return clasp.createRequest(call.input, call.idempotencyKey)
    case 'answers':
      return collect(clasp.answers(call.code))
    case 'readRequest':
    case 'closeRequest':
      return clasp[call.use](call.code)
    case 'decideJoin':
      return clasp.decideJoin(call.id, call.decision)
    case 'verifyWebhook': {
      const { body, headers, secret } = call
      return verifyWebhook(new Request('http://bot', { method: 'POST', headers, body }), secret)
    }
  }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

async function takeEvents(
  connection: ClaspConnection,
  { after, take, pollMs }: Extract<LibraryCall, { use: 'events' }>,
) {
  const saved: string[] = []
  const events = createClasp(connection).events({
    load: () => Promise.resolve(after),
    save: (cursor) => Promise.resolve(void saved.push(cursor)),
    ...(pollMs !== undefined && { pollMs }),
  })
  const taken = []
  for await (const event of events) {
    taken.push(event)
    if (taken.length === take) break
  }
  return { taken, saved }
}

const PROGRAM = join(import.meta.dirname, 'run_clasp.py')
const NO_PYTHON =
  'python3 is missing: install it, because the contract holds for the Python library too'

function runPython(connection: ClaspConnection, call: LibraryCall): Promise<LibraryResult> {
  return new Promise((resolve, reject) => {
    const options = { env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' } }
    const { traceparent, ...rest } = connection
    const child = execFile('python3', [PROGRAM], options, (error, stdout) => {
      if (error?.code === 'ENOENT') reject(new Error(NO_PYTHON))
      else if (error) reject(error)
      else resolve(v.parse(ResultSchema, JSON.parse(stdout)))
    })
    child.stdin?.end(
      JSON.stringify({ connection: { ...rest, traceparent: traceparent?.() }, call }),
    )
  })
}
