import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'

type ListeningApp = { fetch: (request: Request) => Response | Promise<Response> }

/** A server on loopback. */
export type Listening = {
  port: number
  url: string
  /** Ends every connection, too. */
  close: () => Promise<void>
}

/** @param port by default one that is free */
export async function listenHere(served: Server | ListeningApp, port = 0): Promise<Listening> {
  const server = 'fetch' in served ? createAdaptorServer({ fetch: served.fetch }) : served
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
