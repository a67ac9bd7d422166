import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** A way to a database that can be cut and mended: what a client sees of a database that goes away. */
export type StoreRelay = { databaseUrl: string; mend(): Promise<void>; cut(): Promise<void> }

export async function createStoreRelay(databaseUrl: string): Promise<StoreRelay> {
  const target = new URL(databaseUrl)
  const port = await freePort()
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.pipe(database).pipe(client)
  })
  const relayed = new URL(databaseUrl)
  relayed.port = String(port)
  return {
    databaseUrl: relayed.href,
    async mend() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
