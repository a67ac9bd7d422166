import { setMaxListeners } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { submitProof, type ReadyProof } from '../submit-proof.ts'

/** One answer, or none: times are those of `performance.now()`. */
export type FlowAnswer = { worker: number; begunAt: number; endedAt: number; isLinked: boolean }

export type Flow = {
  answers: readonly FlowAnswer[]
  /** Aborts requests without an answer and sends all further ones to another server. */
  failOver(url: string): void
  /** Ends with the proofs that are under way. */
  stop(): Promise<void>
}

export type FlowOptions = {
  url: string
  /** Taken one after the other, each until it is linked. */
  proofs: readonly ReadyProof[]
  /** Members at the same time. */
  workers: number
  /** Rest of each between two proofs, in milliseconds. @default 0 */
  pauseMs?: number
}

/** A member waits this long for an answer, in milliseconds: longer than the server may take. */
const TIMEOUT_MS = 25_000
/** Rest before the same proof is sent again, in milliseconds. */
const RETRY_MS = 200

/** Members who link wallets over HTTP steadily until stopped. */
export function startFlow({ url, proofs, workers, pauseMs = 0 }: FlowOptions): Flow {
  const agent = new Agent({ keepAlive: true })
  const answers: FlowAnswer[] = []
  let at = target(url)
  const stopping = new AbortController()
  let next = 0

  /** Whether the wallet is linked now: a proof that was spent by a try without an answer is. */
  async function tryOnce(proof: ReadyProof): Promise<boolean> {
    const way = { agent, timeout: TIMEOUT_MS, signal: at.moved.signal }
    const status = await submitProof(at.url, proof, way).catch(() => 0)
    return status === 201 || status === 409
  }

  async function link(worker: number, proof: ReadyProof): Promise<void> {
    for (let isLinked = false; !isLinked && !stopping.signal.aborted;) {
      const begunAt = performance.now()
      isLinked = await tryOnce(proof)
      answers.push({ worker, begunAt, endedAt: performance.now(), isLinked })
      if (!isLinked) await sleep(RETRY_MS)
    }
  }

  async function work(worker: number): Promise<void> {
    while (!stopping.signal.aborted) {
      const proof = proofs[next]
      if (!proof) throw new Error('there are too few proofs for this flow')
      next += 1
      await link(worker, proof)
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }

  const done = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  done.catch(() => undefined)
  return {
    answers,
    failOver(other) {
      const { moved } = at
      at = target(other)
      moved.abort()
    },
    async stop() {
      stopping.abort()
      await done
      agent.destroy()
    },
  }
}

/** Where proofs go, and what breaks them off when they go elsewhere. */
function target(url: string): { url: string; moved: AbortController } {
  const moved = new AbortController()
  setMaxListeners(0, moved.signal)
  return { url, moved }
}

/** How long after a fault every member could link again and nobody was refused, in milliseconds. */
export function healedAfter(answers: readonly FlowAnswer[], faultAt: number): number {
  const later = answers.filter(({ endedAt }) => endedAt > faultAt)
  const firsts = new Map<number, number>()
  for (const { worker, endedAt, isLinked } of later) {
    if (isLinked && !firsts.has(worker)) firsts.set(worker, endedAt)
  }
  const failures = later.filter(({ isLinked }) => !isLinked).map(({ endedAt }) => endedAt)
  return Math.max(0, ...firsts.values(), ...failures) - faultAt
}

type WatchedFlow = { flow: Flow; workers: number }

/**
 * Waits until every member has linked since the fault and nobody was refused for `quietMs`.
 *
 * @throws if that takes longer than `timeoutMs`
 */
export async function untilHealed(
  { flow, workers }: WatchedFlow,
  faultAt: number,
  { quietMs = 3_000, patienceMs: timeoutMs = 60_000 } = {},
): Promise<void> {
  while (!isHealed({ flow, workers }, { faultAt, quietMs })) {
    if (performance.now() - faultAt > timeoutMs)
      throw new Error(`links did not succeed again within ${timeoutMs / 1_000} s`)
    await sleep(50)
  }
}

function isHealed(
  { flow, workers }: WatchedFlow,
  { faultAt, quietMs }: { faultAt: number; quietMs: number },
): boolean {
  const later = flow.answers.filter(({ endedAt }) => endedAt > faultAt)
  const linked = new Set(later.filter(({ isLinked }) => isLinked).map(({ worker }) => worker))
  const quietSince = performance.now() - quietMs
  const isQuiet = later.every(({ isLinked, endedAt }) => isLinked || endedAt < quietSince)
  return linked.size === workers && isQuiet && faultAt < quietSince
}
