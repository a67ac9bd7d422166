import { sampleProof } from './proof-samples.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import {
  provenTonMultisig,
  sampleCosigning,
  sampleTonMultisig,
  confirmSample,
} from './multisig-samples.ts'
import { NOON, proveByText, proveWallet, sampleEvmWallet, sampleMember } from './store-samples.ts'

/**
 * A process that links wallets as fast as it can, until it is killed or its standard input ends, which
 * happens when its parent dies. Prints the id of every attempt whose link the store has confirmed.
 *
 * `free`: each member proves a separate wallet of either family. `taken`: all members take one wallet
 * from each other. `agreed`: each member completes a separate cosigning with one other member.
 *
 * Usage: `tsx crash-linker.ts <database url> <data key in hex> <free|taken|agreed>`
 */
const CONCURRENCY = 8

async function main(databaseUrl: string, dataKey: Uint8Array, kind: string): Promise<void> {
  const store = await openStore({ databaseUrl, dataKey, delivers: true })
  const prove = getWays(store)[kind] ?? proveFree(store)
  const linkers = Array.from({ length: CONCURRENCY }, async () => {
    for (let count = 0; ; count += 1) {
      const member = await sampleMember(store)
      const { attemptId, outcome } = await prove(member.id, count)
      if (outcome.outcome === 'linked') process.stdout.write(`${attemptId}\n`)
    }
  })
  await Promise.all(linkers)
}

function getWays(store: Store): Record<string, Prove> {
  return { taken: takeOne(store), agreed: (userId) => agree(store, userId) }
}

type Prove = (
  userId: string,
  count: number,
) => Promise<{ attemptId: string; outcome: { outcome: string } }>

async function agree(store: Store, userId: string) {
  const read = sampleTonMultisig()
  const multisig = await store.saveMultisig(read, NOON)
  const { code, attemptId } = await sampleCosigning(store, userId, multisig)
  const members = [userId, (await sampleMember(store)).id]
  const owners = read.owners.slice(0, 2)
  const links = members.map((member, index) => ({
    userId: member,
    evidence: { kind: 'agreements', owners, own: owners[index] ?? '' } as const,
    proof: sampleProof(),
  }))
  for (const { userId: member, evidence } of links) {
    await confirmSample(store, member, { code, owner: evidence.own })
  }
  const completed = { code, proven: provenTonMultisig(read), links, walletLimit: 9 }
  return { attemptId, outcome: await store.completeCosigning(completed, NOON) }
}

function proveFree(store: Store) {
  return (userId: string, count: number) =>
    count % 2 === 0 ? proveWallet(store, userId) : proveByText(store, userId)
}

function takeOne(store: Store) {
  const proven = sampleEvmWallet()
  return (userId: string) => proveByText(store, userId, proven)
}

process.stdin.resume().once('end', () => process.exit(1))
const [databaseUrl = '', dataKey = '', kind = 'free'] = process.argv.slice(2)
void main(databaseUrl, Buffer.from(dataKey, 'hex'), kind)
