import { existsSync } from 'node:fs'
import { DATABASE_URL_DEFAULT } from '../../config/variables.ts'
import { join, resolve } from 'node:path'
import { listBadVariables } from '#server/config/config-reader.ts'
import { parseConfig } from '#server/config/config.ts'
import { type Environment, readEnvironment } from '#server/config/environment.ts'
import { isSqlite, sqlitePath } from '#server/store/database/sqlite-path.ts'
import { type CommandContext, CommandError } from '../command.ts'
import type { EnvFile } from './env-file.ts'
import type { Settings } from './read-flags.ts'

/**
 * Settings that are set already: from flags, else from variables of the process, else from the file.
 *
 * @throws {CommandError} when one of them cannot be used, or a flag contradicts the file
 */
export function knownSettings(
  given: Settings,
  file: EnvFile,
  context: CommandContext,
): Environment {
  refuseOtherValues(given, file)
  const known = { ...file.values, ...processVariables(file, context), ...given }
  refuseMalformed(known)
  refuseKeylessDatabase(known, context.directory)
  return known
}

/** The context's environment includes `.env`; when the settings go to another file, `.env` is left out. */
function processVariables(file: EnvFile, { environment, directory }: CommandContext): Environment {
  const usualFile = join(directory, '.env')
  if (file.path === resolve(usualFile)) return environment
  const usual = readEnvironment(usualFile, {})
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => usual[name] !== value),
  )
}

function refuseOtherValues(given: Settings, file: EnvFile): void {
  const names = Object.entries(given)
    .filter(([name, value]) => (file.values[name] ?? '') !== '' && file.values[name] !== value)
    .map(([name]) => name)
  if (names.length === 0) return
  throw new CommandError(
    `${file.path} has another value for ${names.join(', ')}. Setup never changes a line of it: change it there, or leave the flag out.`,
  )
}

function refuseMalformed(known: Environment): void {
  const verdict = parseConfig(known)
  const malformed = verdict.ok ? [] : verdict.bad.filter(({ problem }) => problem === 'malformed')
  if (malformed.length === 0) return
  throw new CommandError(
    [
      'These settings, from the file or the environment, cannot be used:',
      ...listBadVariables(malformed),
    ].join('\n'),
  )
}

/** A new key would not open a database that was made with another. */
function refuseKeylessDatabase(known: Environment, directory: string): void {
  const databaseUrl = known['DATABASE_URL'] || DATABASE_URL_DEFAULT
  if ((known['DATA_KEY'] ?? '') !== '' || !isSqlite(databaseUrl)) return
  const path = resolve(directory, sqlitePath(databaseUrl))
  if (!existsSync(path)) return
  throw new CommandError(
    `${path} was made under a DATA_KEY that is not set now. Set that key again, or move the database away.`,
  )
}
