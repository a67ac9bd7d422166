import type { Log } from './log.ts'
import type { RunningServer } from './start-server.ts'

/**
 * Starts, and on SIGTERM or SIGINT finishes what was begun and ends the process. A second signal
 * ends it at once. A signal that comes during the start ends it in order, too.
 *
 * @param start ends what it waits for when its signal is aborted
 * @throws what `start` throws
 */
export async function runUntilSignal(
  start: (signal: AbortSignal) => Promise<RunningServer>,
  log: Log,
): Promise<void> {
  const stopping = new AbortController()
  const signalled = stopSignal().then(() => stopping.abort())
  const server = await start(stopping.signal)
  await signalled
  log.info('stopping')
  await server.close()
  log.info('stopped')
  // Whatever was not worth waiting for any longer is not to keep the process, either.
  process.exit()
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isFirst = true
    const listener = () => {
      if (!isFirst) process.exit(1)
      isFirst = false
      resolve()
    }
    process.on('SIGTERM', listener)
    process.on('SIGINT', listener)
  })
}
