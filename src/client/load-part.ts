/** Files that have arrived or are on their way, by their paths. */
const files = new Map<string, Promise<void>>()

/**
 * Imports a part of the app once all its files are in the browser's cache. The build calls this for each dynamic import
 * (`src/build/part-loader.ts`). The import alone would let the browser fetch the modules, and one that it failed to fetch
 * fails for as long as the page lives. What failed here is fetched again with the next call.
 *
 * @param importIt imports the part
 * @param paths of the part's files: scripts and style sheets
 * @throws TypeError without a network
 */
export async function loadPart<T>(
  importIt: () => Promise<T>,
  paths: readonly string[],
): Promise<T> {
  await Promise.all(paths.map(loadFile))
  const part = await importIt().catch(refuse)
  await nextTask()
  return part
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
  if (document.querySelector(`script[src="${path}"],link[rel=stylesheet][href="${path}"]`)) return
  if (path.endsWith('.css')) return loadStyles(path)
  const response = await fetch(path)
  // The browser stores only what was read to its end.
  await response.arrayBuffer()
  if (!response.ok) refuse(new Error(`${path}: ${response.status}`))
}

function loadStyles(path: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new TypeError(path))
    })
    document.head.append(link)
  })
}

/** The server has a newer version, or the browser refuses the module from now on: only a fresh page helps. */
function refuse(error: unknown): never {
  document.documentElement.dataset['stale'] = ''
  throw error
}
