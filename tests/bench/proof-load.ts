import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { type Connection, openConnection } from './open-connection.ts'
import { type Ready, ReadySchema, type Seed, type SeedAttempt } from './proof-messages.ts'

/** One attempt, and the body that proves it. */
export type LoadCase = { attempt: SeedAttempt; proof: object }

type Pace = { perSecond: number; seconds: number }

/** Proofs over HTTP against a server in a process of its own, each with its own member and attempt. */
export type ProofLoad = {
  /** Links `count` cases from `from` on through all connections. Answers how many a second. */
  burst(from: number, count: number): Promise<number>
  /** Latencies in ms at an even rate, from the moment at which each proof is due. */
  pace(from: number, at: Pace): Promise<number[]>
  /** The same for reads of these paths in turn. */
  paceReads(paths: readonly string[], at: Pace): Promise<number[]>
  /** Processor time of the server's thread for each of these reads, one after the other, in ms. */
  weighReads(paths: readonly string[]): Promise<number>
  /** Paths of statuses of proofs that were handed out, and of pages of links. */
  paths: { statuses: readonly string[]; pages: readonly string[] }
  /** Latencies of all bursts so far, in ms. */
  latencies: readonly number[]
  stop(): void
}

export const CONNECTIONS = 32

/** @param links how many links there are to pages. @default none */
export async function startLoad(
  cases: readonly LoadCase[],
  { publicUrl, links = 0 }: { publicUrl: string; links?: number },
): Promise<ProofLoad> {
  const latencies: number[] = []
  const child = fork(new URL('./proof-server.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  })
  child.send({ attempts: cases.map(({ attempt }) => attempt), publicUrl, links } satisfies Seed)
  const hear = () => new Promise<unknown>((resolve) => child.once('message', resolve))
  const { port, attempts, digests, codes } = v.parse(ReadySchema, await hear())
  const requests = attempts.map((attempt, index) => writeRequest(attempt, cases[index]?.proof))

  async function submit(index: number, connection: Connection): Promise<void> {
    const status = await connection.ask(requests[index] ?? '')
    if (status !== 201) throw new Error(`a valid proof got ${status}`)
  }

  /** Each connection takes the next of the cases, until none is left. A server closes connections that rest. */
  async function share(count: number, work: (index: number, connection: Connection) => unknown) {
    let next = 0
    const takeAll = async () => {
      const connection = await openConnection(port)
      while (next < count) await work(next++, connection)
      connection.close()
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, takeAll))
  }

  async function pace(
    { perSecond, seconds }: Pace,
    send: (index: number, connection: Connection) => Promise<void>,
  ): Promise<number[]> {
    const startedAt = performance.now()
    const paced: number[] = []
    await share(perSecond * seconds, async (index, connection) => {
      const dueAt = startedAt + (index * 1_000) / perSecond
      await sleep(dueAt - performance.now())
      await send(index, connection)
      paced.push(performance.now() - dueAt)
    })
    return paced
  }

  async function readThreadMs(): Promise<number> {
    child.send('thread')
    return v.parse(v.number(), await hear())
  }

  return {
    latencies,
    async burst(from, count) {
      const startedAt = performance.now()
      await share(count, async (index, connection) => {
        const sentAt = performance.now()
        await submit(from + index, connection)
        latencies.push(performance.now() - sentAt)
      })
      return (count * 1_000) / (performance.now() - startedAt)
    },
    pace: (from, at) => pace(at, (index, connection) => submit(from + index, connection)),
    paceReads: (paths, at) =>
      pace(at, (index, connection) => read(paths[index % paths.length], connection)),
    async weighReads(paths) {
      const connection = await openConnection(port)
      const before = await readThreadMs()
      for (const path of paths) await read(path, connection)
      const after = await readThreadMs()
      connection.close()
      return (after - before) / paths.length
    },
    paths: {
      statuses: digests.map((digest) => `/proofs/${digest}`),
      pages: codes.map((code) => `/?tgWebAppStartParam=${code}`),
    },
    stop() {
      child.disconnect()
    },
  }
}

async function read(path: string | undefined, connection: Connection): Promise<void> {
  const head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: br\r\n\r\n`
  const status = await connection.ask(head)
  if (status !== 200) throw new Error(`${path} got ${status}`)
}

function writeRequest({ token, id }: Ready['attempts'][number], proof: object = {}): string {
  const body = JSON.stringify(proof)
  return [
    `POST /api/attempts/${id}/proof HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

/** Calls a second on one thread for about a second, over the cases in turn. */
export async function rate<Case>(
  cases: readonly Case[],
  run: (proofCase: Case) => boolean | Promise<boolean>,
): Promise<number> {
  const startedAt = performance.now()
  let count = 0
  while (performance.now() - startedAt < 1_000) {
    const proofCase = cases[count % cases.length]
    if (!proofCase || !(await run(proofCase))) throw new Error('a valid proof was refused')
    count += 1
  }
  return (count * 1_000) / (performance.now() - startedAt)
}
