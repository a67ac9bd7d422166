import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { freePort } from './free-port.ts'

/** A connection to a server that a test can cut and restore. To its client the server seems to go away. */
export type TestRelay = {
  /** The server's URL through the relay. */
  url: string
  /** Ends every connection; new ones are refused. */
  cut(): Promise<void>
  fix(): Promise<void>
  /** Drops the open connections silently: neither side receives anything, not even an end. New ones work. */
  silence(): void
}

/**
 * @param serverUrl of a server on loopback
 * @param delayMs extra time for each direction, in milliseconds; data does not wait for earlier data
 */
export async function startRelay(serverUrl: string, delayMs = 0): Promise<TestRelay> {
  const target = new URL(serverUrl)
  const relayed = new URL(serverUrl)
  const port = await freePort()
  relayed.port = String(port)
  const sockets = new Set<Socket>()
  let open: Socket[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(delayed(delayMs)).pipe(upstream)
    upstream.pipe(delayed(delayMs)).pipe(client)
    open.push(client, upstream)
  })

  async function fix(): Promise<void> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  await fix()
  return {
    url: relayed.href,
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

/** Passes data on in order after this many milliseconds. */
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
