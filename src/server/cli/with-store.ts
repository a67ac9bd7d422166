import { commandLine } from '../config/command-line.ts'
import { listBadVariables } from '../config/config-reader.ts'
import { parseStoreConfig, type StoreConfig } from '../config/config.ts'
import { isExplained } from '../process/start-error.ts'
import { DATABASE_SENTENCES, databaseFailure } from '../log/database-failure.ts'
import { openPresentStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { type CommandContext, CommandError } from './command.ts'

/** @throws {CommandError} naming every variable that is missing or malformed */
export function readStoreConfig({ environment }: CommandContext): StoreConfig {
  const verdict = parseStoreConfig(environment)
  if (verdict.ok) return verdict.config
  throw new CommandError(
    [
      'The database cannot be opened with this configuration:',
      ...listBadVariables(verdict.bad),
      `To set what is missing: ${commandLine('setup')}`,
    ].join('\n'),
  )
}

/**
 * Opens the store while the work runs, over tables as they are.
 *
 * @throws {CommandError} when the key does not fit, the tables are of another version, or the database fails
 */
export async function withStore<Result>(
  config: StoreConfig,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openPresentStore(config).catch(explain)
  try {
    return await work(store).catch(explain)
  } finally {
    await store.close()
  }
}

/** For `catch` of work on the database. What says itself why it failed passes through, and so does a fault of ours. */
export function explain(cause: unknown): never {
  if (cause instanceof CommandError) throw cause
  if (isExplained(cause)) throw new CommandError(`Not done: ${cause.message}`, { cause })
  const failure = databaseFailure(cause)
  if (failure === 'other') throw cause
  throw new CommandError(`Not done: ${DATABASE_SENTENCES[failure]}`, { cause })
}
