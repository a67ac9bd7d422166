import { randomBytes } from 'node:crypto'
import { cpus } from 'node:os'
import type { Insertable } from 'kysely'
import { type Anvil, startAnvil } from '#demo/evm/anvil.ts'
import { ACCOUNTS_A_BATCH } from '#server/accounts/judge-accounts.ts'
import { checkAccounts } from '#server/accounts/check-accounts.ts'
import { createEvmChains } from '#server/chains/evm.ts'
import { createLog } from '#server/log/log.ts'
import type { Schema } from '#server/store/database/schema.ts'
import { ODD_CONTRACTS, placeCode } from '#tests/support/evm-contracts.ts'
import { CIPHER, openBenchStore, openDatabase } from './bench-store.ts'
import { type Dialect, onEachDialect } from './dialects.ts'
import { seconds } from './statistics.ts'
import { batches, getId, memberRow } from './seed-database.ts'

/**
 * `npm run bench:recheck`: what it costs to ask the contract accounts of 100,000 links again, which one hour must be enough
 * for. The chain is an anvil in a process of its own, on the same machine. Bounded: about five minutes.
 *
 * `npm run bench:recheck -- 10000` takes another number of links.
 */
const LINKS = Number(process.argv[2] ?? 100_000)
const CONTRACTS = 10
const SINCE_MS = Date.UTC(2026, 0, 1)
const HOUR_MS = 3_600_000

const [cpu] = cpus()
console.log(`${LINKS} links, ${ACCOUNTS_A_BATCH} a batch; ${cpus().length} x ${cpu?.model}`)
const anvil = await startAnvil({ chainId: 1 })
try {
  for (let index = 0; index < CONTRACTS; index += 1) {
    await placeCode(anvil, contractAt(index), ODD_CONTRACTS.alwaysYes)
  }
  await onEachDialect((dialect) => bench(dialect, anvil))
} finally {
  await anvil.close()
}

async function bench({ name, create }: Dialect, chain: Anvil): Promise<void> {
  const databaseUrl = await create('bench')
  const store = await openBenchStore(databaseUrl)
  await seed(databaseUrl)
  const sent = { requests: 0, bytes: 0 }
  const counted: typeof fetch = (url, init) => {
    sent.requests += 1
    sent.bytes += typeof init?.body === 'string' ? init.body.length : 0
    return fetch(url, init)
  }
  const deps = {
    store,
    evmChains: createEvmChains({
      chains: [{ id: 1, rpcUrls: [chain.url] }],
      fetch: counted,
      timeoutMs: 30_000,
    }),
    now: Date.now,
    log: createLog('silent'),
    onEvent: () => undefined,
  }
  const { signal } = new AbortController()
  const before = process.cpuUsage()
  const startedAt = performance.now()
  let checked = 0
  for (let round = -1; round !== 0; checked += round) round = await checkAccounts(deps, signal)
  const tookMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(before)
  if (checked !== LINKS) throw new Error(`${checked} links were checked`)
  const due = await store.leaseAccountChecks(
    { chainId: 1, until: Date.now() + 1, limit: 1 },
    Date.now(),
  )
  if (due.length > 0) throw new Error('a link is still due')
  await store.close()
  const cpuMs = (user + system) / 1_000
  print(`${name}: all asked again, without rests`, seconds(tookMs))
  print('  CPU of the server', `${seconds(cpuMs)}, ${percent(cpuMs)} of one core over an hour`)
  print('  HTTP requests to the chain', `${sent.requests}, ${Math.round(sent.bytes / 1e6)} MB sent`)
}

async function seed(databaseUrl: string): Promise<void> {
  const opened = await openDatabase(databaseUrl)
  for (const indexes of batches(LINKS)) {
    const members = indexes
      .filter((index) => index % CONTRACTS === 0)
      .map((index) => memberRow(index / CONTRACTS))
    await opened.write(async (sql) => {
      await sql.insertInto('users').values(members).execute()
      await sql.insertInto('wallets').values(indexes.map(linkRow)).execute()
    })
  }
  await opened.close()
}

function linkRow(index: number): Insertable<Schema['wallets']> {
  const id = `wallet-${index}`
  const signature = randomBytes(65)
  const evidence = {
    kind: 'signature',
    hash: `0x${randomBytes(32).toString('hex')}`,
    signature: `0x${signature.toString('hex')}`,
  }
  const aad = { table: 'wallets', column: 'evidence', row: id }
  return {
    id,
    user_id: getId('member', Math.floor(index / CONTRACTS)),
    family: 'evm',
    network: 'eip155:1',
    address: contractAt(index % CONTRACTS),
    kind: 'contract',
    level: 'account',
    binding: 'text',
    key_source: 'contract',
    label: null,
    is_primary: index % CONTRACTS === 0 ? 1 : 0,
    linked_at: SINCE_MS,
    verified_at: SINCE_MS,
    proof: new Uint8Array(),
    evidence: CIPHER.seal(Buffer.from(JSON.stringify(evidence)), aad),
    checked_at: SINCE_MS,
    check_at: SINCE_MS,
  }
}

function contractAt(index: number): string {
  return `0x${(0xc0ffee00 + index).toString(16).padStart(40, '0')}`
}

function print(name: string, value: string): void {
  console.log(`${name.padEnd(44)} ${value}`)
}

function percent(cpuMs: number): string {
  return `${((cpuMs / HOUR_MS) * 100).toFixed(1)} %`
}
