import { connect, createServer, type Socket } from 'node:net'

/** A loopback port that leads to another one, until the way is cut. */
export type CuttableProxy = {
  port: number
  /** Ends every connection, and every new one at once. */
  cut(): void
  mend(): void
  close(): void
}

export async function startCuttableProxy(targetPort: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  let isCut = false

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }

  const server = createServer((client) => {
    keep(client)
    if (isCut) return void client.destroy()
    const target = connect(targetPort, '127.0.0.1')
    keep(target)
    client.pipe(target).pipe(client)
    client.once('close', () => target.destroy())
    target.once('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')

  function cut(): void {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }

  return {
    port: address.port,
    cut,
    mend() {
      isCut = false
    },
    close() {
      cut()
      server.close()
    },
  }
}
