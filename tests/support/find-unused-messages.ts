import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'

const ROOT = join(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
/** One file of each side with messages. From it the language server finds the side's whole project. */
const SIDES = [
  'src/client/main.tsx',
  'src/client/prerender.tsx',
  'src/server/main.ts',
  'src/verifier/page/main.ts',
]

/** The folders that use messages. */
const SPEAKING = ['src/client', 'src/server/bot', 'src/verifier', 'src/i18n']

/** Messages that the program finds by a code at runtime: whole groups and single messages. */
const LOOKED_UP = new Set(
  (
    'problems actions causes levels lives post deadLinks theySee bindings keySources outcomes names health states kinds commands shown ' +
    'eventNames walletMovedHere walletMovedAway stronger moveNow reasons whys needs ends over'
  ).split(' '),
)

/** The same for names that are not unique, by the start of their paths. */
const LOOKED_UP_PATHS = [
  'main.claims.',
  'door.join.host',
  'door.join.reading',
  'request.closed',
  'request.full',
  'evm.upstreams.',
  'bot.login.results.',
  'bot.texts.waiting.request.',
  'bot.texts.answered.',
  'bot.texts.consentRefused.',
  'bot.texts.cosigningEnded.',
  'checks.',
  'sharing.proof.byLogin.',
  'proof.finding.',
  'proof.status.',
  'proof.today.',
  'proof.site.',
  'proof.time.',
  // The page names them in its markup.
  'verifier.',
]

const ReferencesSchema = v.nullable(v.array(v.object({ uri: v.string() })))

type DeclaredMessage = { path: string; group: string; key: string; line: number; character: number }

/**
 * Finds messages that the sources do not use, by their paths in the JSON files. It asks TypeScript's language server,
 * which follows a message that is destructured, renamed or passed on.
 */
export async function findUnusedMessages(types: string, source?: string): Promise<string[]> {
  const text = source ?? readFileSync(types, 'utf8')
  const server = startLanguageServer()
  try {
    await server.ask('initialize', {
      processId: null,
      rootUri: pathToFileURL(ROOT).href,
      capabilities: {},
    })
    server.report('initialized', {})
    for (const file of SIDES) server.open(join(ROOT, file), readFileSync(join(ROOT, file), 'utf8'))
    server.open(types, text)
    const uri = pathToFileURL(types).href
    const messages = doubtfulMessages([...messagesIn(text)])
    const answers = await Promise.all(
      messages.map(({ line, character }) =>
        server.ask('textDocument/references', {
          textDocument: { uri },
          position: { line, character },
          context: { includeDeclaration: false },
        }),
      ),
    )
    const isUsed = (answer: unknown) =>
      v.parse(ReferencesSchema, answer)?.some((reference) => reference.uri !== uri) === true
    return messages.filter((_, index) => !isUsed(answers[index])).map(({ path }) => path)
  } finally {
    server.stop()
  }
}

/** The messages that need the language server. A unique name that is read as a property is surely used. */
function doubtfulMessages(all: DeclaredMessage[]): DeclaredMessage[] {
  const sources = SPEAKING.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  ).join('\n')
  const read = new Set([...sources.matchAll(/\.(?<name>\w+)/g)].map((match) => match[1]))
  return all.filter(({ path, group, key }) => {
    if (LOOKED_UP.has(group) || LOOKED_UP.has(key)) return false
    if (LOOKED_UP_PATHS.some((beginning) => path.startsWith(beginning))) return false
    const isOnly = all.every((other) => other.key !== key || other.path === path)
    return !isOnly || !read.has(key)
  })
}

/** Every key below the sections. The parts of one message are on one line and are used together. */
function* messagesIn(types: string): Generator<DeclaredMessage> {
  const groups: string[] = []
  for (const [line, text] of types.split('\n').entries()) {
    const key = /^ +'?(?<key>[\w-]+)'?:/.exec(text)?.groups?.['key']
    const group = groups.at(-1)
    if (key !== undefined && group !== undefined) {
      yield { path: [...groups, key].join('.'), group, key, line, character: text.indexOf(key) }
    }
    if (key !== undefined && text.endsWith('{')) groups.push(key)
    if (/^ +\}/.test(text)) groups.pop()
  }
}

/** Starts the language server, which uses JSON-RPC with headers (Language Server Protocol). */
function startLanguageServer() {
  const child = spawn(process.execPath, [TSC, '--lsp', '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map<number, (result: unknown) => void>()
  let received = Buffer.alloc(0)
  let lastId = 0
  child.stdout.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (let message = take(); message !== null; message = take()) {
      const { id, method, result } = v.parse(MessageSchema, message)
      if (id === undefined) continue
      if (method === undefined) waiting.get(Number(id))?.(result)
      else send({ id, result: null })
    }
  })

  function take(): unknown {
    const header = received.indexOf('\r\n\r\n')
    if (header === -1) return null
    const length = Number(/Content-Length: (\d+)/i.exec(received.toString('utf8', 0, header))?.[1])
    const end = header + 4 + length
    if (received.length < end) return null
    const message: unknown = JSON.parse(received.toString('utf8', header + 4, end))
    received = received.subarray(end)
    return message
  }

  function send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  const report = (method: string, params: object) => send({ method, params })
  return {
    report,
    ask(method: string, params: object): Promise<unknown> {
      lastId += 1
      const id = lastId
      send({ id, method, params })
      return new Promise((resolve) => waiting.set(id, resolve))
    },
    open(file: string, text: string): void {
      const uri = pathToFileURL(file).href
      const languageId = file.endsWith('x') ? 'typescriptreact' : 'typescript'
      report('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } })
    },
    stop: () => void child.kill(),
  }
}

const MessageSchema = v.object({
  id: v.optional(v.union([v.number(), v.string()])),
  method: v.optional(v.string()),
  result: v.optional(v.unknown()),
})
