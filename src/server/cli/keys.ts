import { commandLine, writeUsage } from '../config/command-line.ts'
import * as v from 'valibot'
import { type Scope, SCOPES } from '#shared/api/host/host-endpoint.ts'
import { createApiKey } from '../http/host/api-key.ts'
import type { StoredApiKey } from '../store/api-keys/api-keys.ts'
import type { Store } from '../store/store.ts'
import { writeColumns } from './columns.ts'
import {
  type CommandContext,
  CommandError,
  WrongUseError,
  defineCommand,
  parseFlags,
} from './command.ts'
import { readStoreConfig, withStore } from './with-store.ts'

const USAGE = `${writeUsage([
  ['keys add <name> --scope <scope>[,<scope>…]', 'makes a key and shows it once'],
  ['keys list', 'shows every key, never the key itself'],
  ['keys revoke <name>', 'revokes a key immediately'],
])}
Scopes: ${SCOPES.join(', ')}`

const NameSchema = v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/))
const ScopeSchema = v.picklist(SCOPES)

/** The keys with which the host calls the host API. */
export const keys = defineCommand(USAGE, async (args, context) => {
  const task = parseTask(args)
  await withStore(readStoreConfig(context), (store) => runTask(task, store, context))
  return 0
})

type KeysTask =
  | { verb: 'add'; name: string; scopes: Scope[] }
  | { verb: 'list' }
  | { verb: 'revoke'; name: string }

function parseTask(args: string[]): KeysTask {
  const { values, positionals } = parseFlags({
    args,
    allowPositionals: true,
    options: { scope: { type: 'string', multiple: true } },
  })
  const [verb, ...names] = positionals
  if (values.scope !== undefined && verb !== 'add') {
    throw new WrongUseError('--scope goes with add only.')
  }
  switch (verb) {
    case 'add':
      return { verb, name: parseName(names), scopes: parseScopes(values.scope ?? []) }
    case 'revoke':
      return { verb, name: parseName(names) }
    case 'list':
      if (names.length > 0) throw new WrongUseError('list takes no name.')
      return { verb }
    default:
      throw new WrongUseError('Say what to do: add, list or revoke.')
  }
}

function parseName(names: string[]): string {
  if (names.length !== 1) throw new WrongUseError('Give one name for the key.')
  const name = v.safeParse(NameSchema, names[0])
  if (!name.success) throw new WrongUseError('A name is 1 to 64 of A-Z a-z 0-9 . _ -')
  return name.output
}

function parseScopes(lists: string[]): Scope[] {
  const scopes = lists.flatMap((list) => list.split(',')).map((scope) => scope.trim())
  if (scopes.length === 0) {
    throw new WrongUseError('Say with --scope what the key may do; there is no default.')
  }
  const parsed = v.safeParse(v.array(ScopeSchema), scopes)
  if (!parsed.success) throw new WrongUseError('One of the scopes is unknown.')
  return [...new Set(parsed.output)]
}

async function runTask(task: KeysTask, store: Store, context: CommandContext): Promise<void> {
  switch (task.verb) {
    case 'add':
      return addKey(task, store, context)
    case 'list':
      return listKeys(store, context)
    case 'revoke':
      return revokeKey(task.name, store, context)
  }
}

/** Prints nothing but the key to stdout, so that it can be piped into a secret store. */
async function addKey(
  { name, scopes }: Extract<KeysTask, { verb: 'add' }>,
  store: Store,
  { print, complain, now }: CommandContext,
): Promise<void> {
  const { key, hash } = createApiKey()
  const added = await store.addApiKey({ name, scopes, hash }, now())
  if (added === 'name-taken') {
    throw new CommandError(
      `There is or was a key named ${name}; a name is used once, so that records stay clear.`,
    )
  }
  print(key)
  complain(`Key ${name} may: ${scopes.join(', ')}. It is shown this once and stored only hashed.`)
  complain('Your code sends it as: Authorization: Bearer <key>')
}

async function listKeys(store: Store, { print, complain }: CommandContext): Promise<void> {
  const stored = await store.listApiKeys()
  if (stored.length === 0)
    return complain(`There are no keys. To make one: ${commandLine('keys add')}`)
  for (const line of writeColumns([HEADER, ...stored.map(getRow)])) print(line)
}

const HEADER = ['name', 'scopes', 'made', 'revoked']

function getRow({ name, scopes, createdAt, revokedAt }: StoredApiKey): string[] {
  return [name, scopes.join(','), getDay(createdAt), revokedAt === null ? '-' : getDay(revokedAt)]
}

function getDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

async function revokeKey(
  name: string,
  store: Store,
  { complain, now }: CommandContext,
): Promise<void> {
  const isRevoked = await store.revokeApiKey(name, now())
  if (!isRevoked) throw new CommandError(`There is no live key named ${name}.`)
  complain(`Key ${name} is revoked: calls with it are refused from now on.`)
}
