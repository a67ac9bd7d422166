import { canImportAgain, isNotFetched } from './engine.ts'

const { dataset } = document.documentElement

/** Files that have arrived or are on their way, by their paths. */
const files = new Map<string, Promise<void>>()

/**
 * Imports a part of the app. The build calls this for each dynamic import (`src/build/part-loader.ts`). Where an import that
 * failed is kept, all files of the part are in the browser's cache before. What failed here is tried again with the next call.
 *
 * @param importIt imports the part
 * @param paths of the part's scripts
 * @throws TypeError without a network; what the part throws
 */
export async function loadPart<T>(
  importIt: () => Promise<T>,
  paths: readonly string[],
): Promise<T> {
  const part = canImportAgain()
    ? await importFirst(importIt, paths)
    : await fetchFirst(importIt, paths)
  await nextTask()
  return part
}

async function fetchFirst<T>(importIt: () => Promise<T>, paths: readonly string[]): Promise<T> {
  await Promise.all(paths.map(loadFile))
  return importIt().catch(refuse)
}

async function importFirst<T>(importIt: () => Promise<T>, paths: readonly string[]): Promise<T> {
  try {
    return await importIt()
  } catch (error) {
    return isNotFetched(error) ? fetchFirst(importIt, paths) : refuse(error)
  }
}

/** Parts that arrive together would otherwise hold the page up in one long task. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

function loadFile(path: string): Promise<void> {
  const known = files.get(path)
  if (known !== undefined) return known
  const file = startLoading(path)
  files.set(path, file)
  file.catch(() => files.delete(path))
  return file
}

async function startLoading(path: string): Promise<void> {
  if (document.querySelector(`script[src="${path}"]`)) return
  const response = await fetch(path)
  // The browser stores only what was read to its end.
  await response.arrayBuffer()
  if (response.ok) return
  dataset['stale'] = ''
  throw new Error(`${path}: ${response.status}`)
}

/** The part throws, or the browser refuses it from now on: only a fresh page helps. */
function refuse(error: unknown): never {
  dataset['stale'] = ''
  if (!isNotFetched(error)) dataset['broken'] = ''
  throw error
}
