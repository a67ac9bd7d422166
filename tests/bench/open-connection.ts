import { once } from 'node:events'
import { connect } from 'node:net'

/** One connection to a server on this machine, for one request at a time. */
export type BenchConnection = {
  /** Sends a whole request. Answers the status, once the whole answer has come. */
  ask(request: string): Promise<number>
  close(): void
}

const END_OF_HEAD = '\r\n\r\n'

/** Takes a fraction of the time of `node:http`, which shares the machine with the server that it measures. */
export async function openConnection(port: number): Promise<BenchConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let received = ''
  let settle: Settle | null = null

  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const status = readAnswer(received)
    if (status === null) return
    received = ''
    settle?.resolve(status)
  })
  socket.once('error', (error) => settle?.reject(error))
  socket.once('close', () => settle?.reject(new Error('the server closed the connection')))

  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        socket.write(request, (error) => error && reject(error))
      }),
    close: () => void socket.destroy(),
  }
}

type Settle = { resolve(status: number): void; reject(error: Error): void }

/** The status; null while a part is still to come. */
function readAnswer(received: string): number | null {
  const headLength = received.indexOf(END_OF_HEAD)
  if (headLength < 0) return null
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headLength)) ?? []
  if (length === undefined) throw new Error('an answer without its length')
  const isWhole = received.length >= headLength + END_OF_HEAD.length + Number(length)
  return isWhole ? Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)) : null
}
