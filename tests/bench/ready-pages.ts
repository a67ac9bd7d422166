import { getDigest } from '#server/proofs/build-proof.ts'
import type { Store } from '#server/store/store.ts'
import { sampleCosigning, sampleTonMultisig } from '#tests/support/multisig-samples.ts'
import { linkSample, newRequest, sampleCode, sampleMember } from '#tests/support/store-samples.ts'
import { openBenchStore } from './bench-store.ts'

const HANDED = 500

/** Paths of statuses of proofs that were handed out, and of pages of links: of requests, cards and cosignings in turn. */
export async function readyPages(databaseUrl: string, links: number) {
  const store = await openBenchStore(databaseUrl)
  const statuses: string[] = []
  for (let count = 0; count < HANDED; count += 1) statuses.push(await handOut(store))
  const pages: string[] = []
  for (let index = 0; index < links; index += 1) pages.push(await makeLink(store, index))
  await store.close()
  return { statuses, pages }
}

async function handOut(store: Store): Promise<string> {
  const { id } = await linkSample(store, (await sampleMember(store)).id)
  const proof = await store.handOutProof(id, getDigest, Date.now())
  const digest = proof && getDigest(proof)
  if (!digest) throw new Error('a sample has no proof')
  return `/proofs/${Buffer.from(digest).toString('base64url')}`
}

/** Each is of a member of its own. */
async function makeLink(store: Store, index: number): Promise<string> {
  const { id: userId } = await sampleMember(store)
  return `/?tgWebAppStartParam=${await makeCode(store, userId, index % 3)}`
}

async function makeCode(store: Store, userId: string, kind: number): Promise<string> {
  const now = Date.now()
  if (kind === 0) {
    const times = { now, expiresAt: now + 3_600_000 }
    return (await store.createRequest(newRequest({ userId }, times))).code
  }
  if (kind === 1) {
    const code = sampleCode('c')
    const { id: walletId } = await linkSample(store, userId)
    await store.shareWallet({ code, walletId, userId }, now)
    return code
  }
  const multisig = await store.saveMultisig(sampleTonMultisig(), now)
  return (await sampleCosigning(store, userId, multisig, { now })).code
}
