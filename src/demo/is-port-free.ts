import { createServer } from 'node:net'

/** Whether a port of the loopback address is free now; false for an invalid port. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) return resolve(false)
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
