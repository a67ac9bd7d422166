#!/usr/bin/env node
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { commandLine, writeUsage } from '../config/command-line.ts'
import { escapeControls } from '#shared/escape-controls.ts'
import { readEnvironment } from '../config/environment.ts'
import { VERSION } from '../config/version.ts'
import type { Command, CommandContext } from './command.ts'
import { describeFileError } from '../log/describe-file-error.ts'

const USAGE = `${writeUsage([
  ['setup', "from a bot's token to a configured Clasp"],
  ['start', 'runs the server'],
  ['doctor', 'looks for faults, and says how to fix them'],
  ['keys', 'makes, lists and revokes keys of the host API'],
  ['backup', 'copies the database, also while the server runs'],
  ['restore', 'puts a backup in the place of the database'],
  ['migrate', 'brings the database to this version, after a backup'],
  ['move', 'moves the database to another place, such as from SQLite to Postgres'],
  ['adopt', 'hands the database over to another bot'],
  ['forget', 'deletes members by their ids'],
  ['verify', 'verifies a proof that a member took along'],
  ['demo', 'shows it, with a simulated Telegram, wallets and chains around it'],
])}
For more: ${commandLine('<command> --help')}`

/** Each command loads only the modules that it needs. */
const COMMANDS = new Map<string | undefined, () => Promise<Command>>([
  ['setup', loadSetup],
  ['start', async () => (await import('./start.ts')).start],
  ['doctor', async () => (await import('./doctor/doctor.ts')).doctor],
  ['keys', async () => (await import('./keys.ts')).keys],
  ['backup', async () => (await import('./backup.ts')).backup],
  ['restore', async () => (await import('./restore.ts')).restore],
  ['migrate', async () => (await import('./migrate.ts')).migrate],
  ['move', async () => (await import('./move.ts')).move],
  ['adopt', async () => (await import('./adopt.ts')).adopt],
  ['forget', async () => (await import('./forget.ts')).forget],
  ['verify', async () => (await import('./verify.ts')).verify],
  ['demo', loadDemo],
])

async function loadSetup(): Promise<Command> {
  const [{ createSetup }, { createTerminalPrompts }] = await Promise.all([
    import('./setup/setup.ts'),
    import('./setup/terminal-prompts.ts'),
  ])
  return createSetup(createTerminalPrompts({ input: process.stdin, output: process.stdout }))
}

const DemoSchema = v.object({
  demo: v.custom<(args: readonly string[]) => Promise<void>>(
    (value) => typeof value === 'function',
  ),
})

/** The package has it beside this file. In a clone, `npm run demo` builds it first. */
async function loadDemo(): Promise<Command> {
  const path = join(import.meta.dirname, 'demo.js')
  const { demo } = v.parse(DemoSchema, await import(pathToFileURL(path).href))
  return async (args) => {
    await demo(args)
    return Number(process.exitCode ?? 0)
  }
}

process.exitCode = await main(process.argv.slice(2))

async function main([name, ...args]: string[]): Promise<number> {
  if (name === '--help') {
    console.log(USAGE)
    return 0
  }
  if (name === '--version') {
    console.log(VERSION)
    return 0
  }
  const load = COMMANDS.get(name)
  if (load === undefined) {
    console.error(USAGE)
    return 2
  }
  const context = createContext()
  if (context === null) return 1
  const command = await load()
  try {
    return await command(args, context)
  } catch (error) {
    context.complain(describeBug(error))
    return 1
  }
}

/** Never prints the error itself: errors of Telegram's library hold the calls, with their secrets. */
function describeBug(error: unknown): string {
  return `This should not happen. ${error instanceof Error ? error.stack : 'No error was given.'}`
}

/** Null if `.env` exists and cannot be read; the reason is printed. */
function createContext(): CommandContext | null {
  try {
    return {
      environment: readEnvironment('.env', process.env),
      directory: process.cwd(),
      // Names of chats and bots, files and answers of servers come from others.
      print: (line) => console.log(escapeControls(line)),
      complain: (line) => console.error(escapeControls(line)),
      now: Date.now,
      fetch,
      isInteractive: process.stdin.isTTY && process.stdout.isTTY,
    }
  } catch (error) {
    console.error(describeFileError('.env', error))
    return null
  }
}
