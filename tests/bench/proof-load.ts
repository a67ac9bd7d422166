import { fork } from 'node:child_process'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { ReadySchema, type Seed, type SeedAttempt } from './proof-messages.ts'
import { submitProof } from './submit-proof.ts'

/** One attempt, and the body that proves it. */
export type LoadCase = { attempt: SeedAttempt; proof: object }

/** Proofs over HTTP against a server in a process of its own, each with its own member and attempt. */
export type ProofLoad = {
  /** Links `count` cases from `from` on through all connections. Answers how many a second. */
  burst(from: number, count: number): Promise<number>
  /** Latencies in ms at an even rate. */
  pace(from: number, at: { perSecond: number; seconds: number }): Promise<number[]>
  /** Latencies of all bursts so far, in ms. */
  latencies: readonly number[]
  stop(): void
}

export const CONNECTIONS = 32

export async function startLoad(cases: readonly LoadCase[], publicUrl: string): Promise<ProofLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const latencies: number[] = []
  const child = fork(new URL('./proof-server.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  })
  child.send({ attempts: cases.map(({ attempt }) => attempt), publicUrl } satisfies Seed)
  const ready: unknown = await new Promise((resolve) => child.once('message', resolve))
  const { port, attempts } = v.parse(ReadySchema, ready)

  /** Milliseconds until the proof is linked for good. */
  async function submit(index: number): Promise<number> {
    const attempt = attempts[index]
    const proof = cases[index]?.proof
    if (!attempt || !proof) throw new Error('no such case')
    const startedAt = performance.now()
    const ready = { token: attempt.token, attemptId: attempt.id, body: JSON.stringify(proof) }
    const status = await submitProof(`http://127.0.0.1:${port}`, ready, { agent })
    if (status !== 201) throw new Error(`a valid proof got ${status}`)
    return performance.now() - startedAt
  }

  return {
    latencies,
    async burst(from, count) {
      const startedAt = performance.now()
      let next = from
      const worker = async () => {
        while (next < from + count) {
          const index = next
          next += 1
          latencies.push(await submit(index))
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, worker))
      return (count * 1_000) / (performance.now() - startedAt)
    },
    async pace(from, { perSecond, seconds }) {
      const startedAt = performance.now()
      const answers: Promise<number>[] = []
      for (let index = 0; index < perSecond * seconds; index += 1) {
        const dueIn = startedAt + (index * 1_000) / perSecond - performance.now()
        if (dueIn > 0) await sleep(dueIn)
        answers.push(submit(from + index))
      }
      return Promise.all(answers)
    },
    stop() {
      child.disconnect()
      agent.destroy()
    },
  }
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
