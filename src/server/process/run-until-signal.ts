import type { Log } from '../log/log.ts'
import type { RunningServer } from '../start-server.ts'

/**
 * Runs the server. On SIGTERM or SIGINT it finishes the work under way and ends the process; a second signal ends it
 * immediately. A signal during the start also ends it in order. A server that cannot go on ends with exit code 1.
 *
 * @param start stops waiting when its signal is aborted
 * @throws what `start` throws
 */
export async function runUntilSignal(
  start: (signal: AbortSignal) => Promise<RunningServer>,
  log: Log,
): Promise<void> {
  const stopping = new AbortController()
  const signalled = stopSignal().then(() => stopping.abort())
  const server = await start(stopping.signal)
  const reason = await Promise.race([signalled, server.ended])
  if (reason) log.fatal(`the server ends: ${reason.message}`)
  else log.info('stopping')
  await server.close()
  log.info('stopped')
  // Work that was cut off must not keep the process running.
  process.exit(reason ? 1 : 0)
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
