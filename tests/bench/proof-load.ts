import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeTables } from './bench-store.ts'
import { makeFolder, onFolder } from './dialects.ts'
import { type BenchConnection, openConnection } from './open-connection.ts'
import { readyPages } from './ready-pages.ts'
import { type ProofCase, readyProofs } from './ready-proofs.ts'
import { startProduction } from './start-production.ts'
import type { ReadyProof } from './submit-proof.ts'

const SERVER = ['--import', 'tsx', fileURLToPath(new URL('./proof-server.ts', import.meta.url))]
const VARIABLES = {
  EVM: 'in-app',
  EVM_CHAINS: '1',
  REOWN_PROJECT_ID: '0'.repeat(32),
  TON_TEXT_BINDING: 'off',
}

type LoadPace = { perSecond: number; seconds: number }

export const CONNECTIONS = 32

/**
 * Proofs over HTTP against a server with SQLite in a process of its own, each with its own member and attempt.
 *
 * @param links how many links there are to pages. @default none
 */
export async function startLoad(
  cases: readonly ProofCase[],
  { publicUrl, links = 0 }: { publicUrl: string; links?: number },
) {
  const databaseUrl = await onFolder(await makeFolder('proof')).create('clasp')
  await makeTables(databaseUrl)
  const requests = (await readyProofs(databaseUrl, cases)).map(writeProof)
  const paths = await readyPages(databaseUrl, links)
  const server = await startProduction(
    { DATABASE_URL: databaseUrl, PUBLIC_URL: publicUrl, ...VARIABLES },
    { args: SERVER },
  )
  const port = Number(new URL(server.url).port)
  const latencies: number[] = []

  async function submit(index: number, connection: BenchConnection): Promise<void> {
    const status = await connection.ask(requests[index] ?? '')
    if (status !== 201) throw new Error(`a valid proof got ${status}`)
  }

  /** Each connection takes the next of the cases, until none is left. A server closes connections that rest. */
  async function share(
    count: number,
    work: (index: number, connection: BenchConnection) => unknown,
  ) {
    let next = 0
    const takeAll = async () => {
      const connection = await openConnection(port)
      while (next < count) await work(next++, connection)
      connection.close()
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, takeAll))
  }

  async function pace(
    { perSecond, seconds }: LoadPace,
    send: (index: number, connection: BenchConnection) => Promise<void>,
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

  return {
    /** Latencies of all bursts so far, in ms. */
    latencies,
    paths,
    /** Links `count` cases from `from` on through all connections. Answers how many a second. */
    async burst(from: number, count: number): Promise<number> {
      const startedAt = performance.now()
      await share(count, async (index, connection) => {
        const sentAt = performance.now()
        await submit(from + index, connection)
        latencies.push(performance.now() - sentAt)
      })
      return (count * 1_000) / (performance.now() - startedAt)
    },
    /** Latencies in ms at an even rate, from the moment at which each proof is due. */
    pace: (from: number, at: LoadPace) =>
      pace(at, (index, connection) => submit(from + index, connection)),
    /** The same for reads of these paths in turn. */
    paceReads: (list: readonly string[], at: LoadPace) =>
      pace(at, (index, connection) => read(list[index % list.length], connection)),
    /** Processor time of the server's thread for each of these reads, one after the other, in ms. */
    async weighReads(list: readonly string[]): Promise<number> {
      const connection = await openConnection(port)
      const before = await readThreadMs(server.pid)
      for (const path of list) await read(path, connection)
      const after = await readThreadMs(server.pid)
      connection.close()
      return (after - before) / list.length
    },
  }
}

/** Processor time of the main thread so far, whatever else the machine does. Linux only. */
async function readThreadMs(pid: number): Promise<number> {
  const [ns] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ')
  return Number(ns) / 1e6
}

async function read(path: string | undefined, connection: BenchConnection): Promise<void> {
  const head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: br\r\n\r\n`
  const status = await connection.ask(head)
  if (status !== 200) throw new Error(`${path} got ${status}`)
}

function writeProof({ token, attemptId, body }: ReadyProof): string {
  return [
    `POST /api/attempts/${attemptId}/proof HTTP/1.1`,
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
