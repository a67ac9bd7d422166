import { type ChildProcess, fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { TonProof } from '#shared/api/submit-ton-proof.ts'
import { verifyTonProof } from '#server/verify/ton-proof.ts'
import { createTestTonChain } from '#tests/support/ton-chain.ts'
import { type Ready, ReadySchema, type Seed } from './proof-messages.ts'
import { median, quantile } from './statistics.ts'
import { bareFullCheck, makeTonProofCases, type TonProofCase } from './ton-proof-cases.ts'

/**
 * `npm run bench:proof`: how fast a ton_proof is checked bare, by us, and over HTTP with its nonce
 * and durable link. Interleaved rounds, medians. Bounded: about half a minute.
 */
const DOMAIN = 'app.example.com'
const PUBLIC_URL = `https://${DOMAIN}`
const NETWORK = '-239'
const ROUNDS = 5
const SLICE_MS = 1_000
const CONNECTIONS = 32
const PROOFS_A_ROUND = 2_000
const PACED_PER_SECOND = 200
const PACED_SECONDS = 5

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const chain = createTestTonChain(NETWORK)
const timestamp = Math.floor(Date.now() / 1_000)
const paced = PACED_PER_SECOND * PACED_SECONDS
const cases = makeTonProofCases(ROUNDS * PROOFS_A_ROUND + paced, {
  domain: DOMAIN,
  network: NETWORK,
  timestamp,
})
const server = await startServer(cases.map(({ payload }) => payload))

const bare: number[] = []
const ours: number[] = []
const http: number[] = []
const latencies: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(await rate((proofCase) => Promise.resolve(bareFullCheck(proofCase.proof))))
  ours.push(await rate(check))
  http.push(await burst(round * PROOFS_A_ROUND))
}
const pacedLatencies = await pace(ROUNDS * PROOFS_A_ROUND)
server.child.disconnect()
print()

async function startServer(payloads: string[]): Promise<Ready & { child: ChildProcess }> {
  const child = fork(new URL('./proof-server.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
  })
  child.send({ payloads, publicUrl: PUBLIC_URL } satisfies Seed)
  const ready: unknown = await new Promise((resolve) => child.once('message', resolve))
  return { ...v.parse(ReadySchema, ready), child }
}

async function check({ proof, payload }: TonProofCase): Promise<boolean> {
  const expected = { payload, domain: DOMAIN, network: NETWORK, now: timestamp * 1_000 } as const
  return (await verifyTonProof(proof, expected, chain)).ok
}

/** Checks a second on one thread, over proofs of different wallets. */
async function rate(run: (proofCase: TonProofCase) => Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  let count = 0
  while (performance.now() - startedAt < SLICE_MS) {
    const proofCase = cases[count % cases.length]
    if (!proofCase || !(await run(proofCase))) throw new Error('a valid proof was refused')
    count += 1
  }
  return (count * 1_000) / (performance.now() - startedAt)
}

/** Links a second through {@link CONNECTIONS} connections, each proof with its own attempt. */
async function burst(from: number): Promise<number> {
  const startedAt = performance.now()
  let next = from
  const worker = async () => {
    while (next < from + PROOFS_A_ROUND) {
      const index = next
      next += 1
      latencies.push(await submit(index))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return (PROOFS_A_ROUND * 1_000) / (performance.now() - startedAt)
}

/** Latencies at an even {@link PACED_PER_SECOND} proofs a second. */
async function pace(from: number): Promise<number[]> {
  const startedAt = performance.now()
  const answers: Promise<number>[] = []
  for (let index = 0; index < paced; index += 1) {
    const dueIn = startedAt + (index * 1_000) / PACED_PER_SECOND - performance.now()
    if (dueIn > 0) await sleep(dueIn)
    answers.push(submit(from + index))
  }
  return Promise.all(answers)
}

/** Milliseconds until the proof is linked for good. */
async function submit(index: number): Promise<number> {
  const attempt = server.attempts[index]
  const proofCase = cases[index]
  if (!attempt || !proofCase) throw new Error('no such case')
  const startedAt = performance.now()
  const status = await post(`/api/attempts/${attempt.id}/proof`, attempt.token, proofCase.proof)
  if (status !== 201) throw new Error(`a valid proof got ${status}`)
  return performance.now() - startedAt
}

function post(path: string, token: string, proof: TonProof): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const call = request(
      { host: '127.0.0.1', port: server.port, path, method: 'POST', headers, agent },
      (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      },
    )
    call.once('error', reject).end(JSON.stringify(proof))
  })
}

function print(): void {
  const [b, o, h] = [bare, ours, http].map((values) => Math.round(median(values)))
  console.log(`bare full check (@ton/core, node:crypto with JWK)   ${b}/s on one thread`)
  console.log(
    `ours, standard wallets                              ${o}/s on one thread, ${ratio(o, b)} of bare`,
  )
  console.log(
    `over HTTP, nonce and durable link, ${CONNECTIONS} connections   ${h}/s, ${ratio(h, b)} of bare`,
  )
  console.log(`  latency p50 ${ms(latencies, 0.5)}, p99 ${ms(latencies, 0.99)}`)
  console.log(
    `  at ${PACED_PER_SECOND} proofs/s: p50 ${ms(pacedLatencies, 0.5)}, p99 ${ms(pacedLatencies, 0.99)}`,
  )
}

/** The value below which `share` of the latencies lie, in words. */
function ms(values: number[], share: number): string {
  return `${quantile(values, share).toFixed(1)} ms`
}

function ratio(value = Number.NaN, base = Number.NaN): string {
  return (value / base).toFixed(2)
}
