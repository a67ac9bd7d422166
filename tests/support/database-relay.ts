import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { freePort } from './free-port.ts'

/** A way to a database that can be cut and fixed: what a client sees of a database that goes away. */
export type DatabaseRelay = {
  /** The database's URL, by way of the relay. */
  databaseUrl: string
  /** Ends every connection; new ones are refused. */
  cut(): Promise<void>
  fix(): Promise<void>
  /** The network forgets the connections that are open: neither side hears of the other, or of an end. New ones work. */
  silence(): void
}

/**
 * @param databaseUrl of a Postgres database
 * @param delayMs how much longer each way takes, in milliseconds; nothing waits for what goes before it
 */
export async function startDatabaseRelay(databaseUrl: string, delayMs = 0): Promise<DatabaseRelay> {
  const target = new URL(databaseUrl)
  const relayed = new URL(databaseUrl)
  const port = await freePort()
  relayed.port = String(port)
  const sockets = new Set<Socket>()
  let open: Socket[] = []
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.pipe(delayed(delayMs)).pipe(database)
    database.pipe(delayed(delayMs)).pipe(client)
    open.push(client, database)
  })

  async function fix(): Promise<void> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  await fix()
  return {
    databaseUrl: relayed.href,
    fix,
    silence() {
      for (const socket of open) socket.unpipe().pause()
      open = []
    },
    async cut() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Hands on what comes, in order, so many milliseconds later. */
function delayed(ms: number): Transform {
  return new Transform({
    transform(chunk, _, done) {
      if (ms === 0) return done(null, chunk)
      setTimeout(() => {
        if (!this.destroyed) this.push(chunk)
      }, ms)
      done()
    },
    flush(done) {
      setTimeout(done, ms)
    },
  })
}
