import { listBadVariables } from '../config/config-reader.ts'
import { parseStoreConfig, type StoreConfig } from '../config/config.ts'
import { isOutage } from '../store/database/is-outage.ts'
import { openStore, WrongDataKeyError } from '../store/open-store.ts'
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
      'To set what is missing: npm run setup',
    ].join('\n'),
  )
}

/**
 * Opens the store while the work runs.
 *
 * @throws {CommandError} when the key does not fit or the database fails
 */
export async function withStore<Result>(
  config: StoreConfig,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore({ ...config, delivers: false }).catch(explainFailedOpening)
  try {
    return await work(store)
  } catch (error) {
    if (!isOutage(error)) throw error
    throw new CommandError('The database failed; is its disk full, or is it locked or away?', {
      cause: error,
    })
  } finally {
    await store.close()
  }
}

function explainFailedOpening(cause: unknown): never {
  if (cause instanceof WrongDataKeyError) throw new CommandError(`${cause.message}.`, { cause })
  throw new CommandError(
    'The database cannot be opened; is DATABASE_URL right and the database up?',
    { cause },
  )
}
