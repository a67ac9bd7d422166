import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url))
const OURS = /^(?:server|proof)\//

/** A function of the server, or of the checks that it shares: its file below `src`, and how often it ran. */
type CalledFunction = { file: string; name: string; count: number }

/** The functions of `src/server` and `src/proof` that ran during the work. V8 counts an async one at each resume, too. */
export async function listCalls(work: () => Promise<unknown>): Promise<CalledFunction[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result.flatMap(({ url, functions }) => {
    const path = url.startsWith('file:') ? fileURLToPath(url) : url
    const file = path.startsWith(SOURCE) ? path.slice(SOURCE.length) : ''
    if (!OURS.test(file)) return []
    return functions.flatMap(({ functionName: name, ranges: [range] }) =>
      range && range.count > 0 ? [{ file, name, count: range.count }] : [],
    )
  })
}
