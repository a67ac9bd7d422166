import { parseArgs } from 'node:util'
import { judgeEvm } from '#server/proofs/judge-evm.ts'
import { judgeTonProof } from '#server/proofs/judge-ton.ts'
import { createTestTonChain } from '#tests/support/ton-chain.ts'
import { bareEvmCase, bareRecovery, makeEvmProofCases } from './evm-proof-cases.ts'
import { INSTANT_CHAINS } from './instant-chains.ts'
import { CONNECTIONS, rate, startLoad } from './proof-load.ts'
import { type ProofCase, toTonCase } from './ready-proofs.ts'
import { describeTimes, median } from './statistics.ts'
import { bareFullCheck, makeTonProofCases } from './ton-proof-cases.ts'
import { undoing } from './undoing.ts'

/**
 * `npm run bench:proof`: how fast a ton_proof and the signature of an EVM account are checked bare, by us,
 * and over HTTP with nonce and durable link, beside statuses of proofs too; what the page of a link costs. Interleaved rounds,
 * medians. `-- --only pages` for one of the three. Bounded: about a minute, and the build.
 */
const DOMAIN = 'app.example.com'
const PUBLIC_URL = `https://${DOMAIN}`
const NETWORK = '-239'
const ROUNDS = 5
const PROOFS_A_ROUND = 2_000
const PACED = { perSecond: 200, seconds: 5 }
const PACED_PROOFS = PACED.perSecond * PACED.seconds
const COUNT = ROUNDS * PROOFS_A_ROUND + 2 * PACED_PROOFS

/** More pages than the server keeps (`LINK_PAGES` in `shell.ts`), and few enough that it keeps them. */
const LINKS = 1_200
const KEPT = 100
/** Links a second beside which pages are read. */
const BESIDE = { perSecond: 50, seconds: 5 }

const PARTS = { ton: benchTon, evm: benchEvm, pages: benchPages }

const { values } = parseArgs({ options: { only: { type: 'string' } } })
for (const [name, run] of Object.entries(PARTS))
  if (values.only === undefined || values.only === name) await undoing(run)

async function benchTon(): Promise<void> {
  const chain = createTestTonChain(NETWORK)
  const timestamp = Math.floor(Date.now() / 1_000)
  const cases = makeTonProofCases(COUNT, { domain: DOMAIN, network: NETWORK, timestamp })
  await bench({
    cases,
    toLoad: toTonCase,
    names: ['full check of a ton_proof', '@ton/core, node:crypto with JWK', 'standard wallets'],
    bare: ({ proof }) => bareFullCheck(proof),
    ours: async ({ proof, committed }) => {
      const terms = { committed, now: timestamp * 1_000 }
      return (await judgeTonProof(proof, terms, chain)).ok
    },
  })
}

async function benchEvm(): Promise<void> {
  const issuedAt = Date.now()
  const terms = { publicUrl: PUBLIC_URL, chainId: 1, issuedAt, expiresAt: issuedAt + 3_600_000 }
  const cases = makeEvmProofCases(COUNT, terms).map((evmCase) => ({
    evmCase,
    bare: bareEvmCase(evmCase),
  }))
  await bench({
    cases,
    toLoad: ({ evmCase: { account, message, signature } }) => ({
      nonce: signature.slice(-40),
      proof: { signature },
      signed: { account, message },
    }),
    names: ['recovery of an EVM key', '@noble/curves', 'keys, chain at once'],
    bare: ({ bare }) => bareRecovery(bare).length > 0,
    ours: async ({ evmCase }) => (await judgeEvm(evmCase, evmCase, INSTANT_CHAINS)).ok,
  })
}

/** Pages with the picture of what a link leads to: drawn, compressed and sent, and those that the server still has. */
async function benchPages(): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1_000)
  const count = 2 * BESIDE.perSecond * BESIDE.seconds
  const cases = makeTonProofCases(count, { domain: DOMAIN, network: NETWORK, timestamp })
  const load = await startLoad(cases.map(toTonCase), { publicUrl: PUBLIC_URL, links: LINKS })
  const { pages } = load.paths
  const kept = pages.slice(-KEPT)
  console.log(
    `a page without a picture: ${(await load.weighReads(pages.map(() => '/'))).toFixed(2)} ms of the thread`,
  )
  console.log(
    `a page with a picture, drawn: ${(await load.weighReads(pages)).toFixed(2)} ms of the thread`,
  )
  console.log(`  the same again: ${(await load.weighReads(pages)).toFixed(2)} ms of the thread`)
  console.log(`  the same, kept: ${(await load.weighReads([...kept, ...kept])).toFixed(2)} ms`)
  for (const [from, paths] of [kept, pages].entries()) {
    const [read] = await Promise.all([
      load.paceReads(paths, PACED),
      load.pace((from * count) / 2, BESIDE),
    ])
    console.log(
      `at ${PACED.perSecond} pages/s of ${paths.length} links beside ${BESIDE.perSecond} links/s: ` +
        describeTimes(read),
    )
  }
}

type Bench<Case> = {
  cases: Case[]
  toLoad: (proofCase: Case) => ProofCase
  /** What is measured, with what it is done bare, and of which wallets ours is. */
  names: [subject: string, bare: string, ours: string]
  bare: (proofCase: Case) => boolean
  ours: (proofCase: Case) => Promise<boolean>
}

async function bench<Case>({ cases, toLoad, names, bare, ours }: Bench<Case>): Promise<void> {
  const load = await startLoad(cases.map(toLoad), { publicUrl: PUBLIC_URL })
  const rates: Record<'bare' | 'ours' | 'http', number[]> = { bare: [], ours: [], http: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.bare.push(await rate(cases, bare))
    rates.ours.push(await rate(cases, ours))
    rates.http.push(await load.burst(round * PROOFS_A_ROUND, PROOFS_A_ROUND))
  }
  const paced = await load.pace(ROUNDS * PROOFS_A_ROUND, PACED)
  const [beside, statuses] = await Promise.all([
    load.pace(ROUNDS * PROOFS_A_ROUND + PACED_PROOFS, PACED),
    load.paceReads(load.paths.statuses, PACED),
  ])
  const base = median(rates.bare)
  const [subject, bareWith, oursOf] = names
  print(`${subject}, bare (${bareWith})`, base)
  print(`  ours, ${oursOf}`, median(rates.ours), base)
  print(`  over HTTP, nonce and durable link, ${CONNECTIONS} connections`, median(rates.http), base)
  console.log(`    latency ${describeTimes(load.latencies)}`)
  console.log(`    at ${PACED.perSecond} proofs/s: ${describeTimes(paced)}`)
  console.log(
    `    beside as many statuses/s: ${describeTimes(beside)}; the statuses: ${describeTimes(statuses)}`,
  )
}

function print(name: string, perSecond: number, base = perSecond): void {
  const ratio = base === perSecond ? '' : `, ${(perSecond / base).toFixed(2)} of bare`
  console.log(`${name.padEnd(62)} ${Math.round(perSecond)}/s${ratio}`)
}
