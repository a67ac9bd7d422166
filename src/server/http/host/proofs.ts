import { getProof } from '#shared/api/host/get-proof.ts'
import { buildProof } from '../../proofs/build-proof.ts'
import { answerHost, refuseHost } from './host-reply.ts'
import { type HostApi, serveHost } from './serve-host.ts'

/** The proof of a link, for others to verify. */
export function serveHostProofs(api: HostApi): void {
  const { store } = api.deps
  serveHost(api, getProof, async ({ params }) => {
    const stored = await store.findProof(params.id)
    if (!stored) return refuseHost('not-found')
    const proof = buildProof(stored)
    return proof ? answerHost(proof) : refuseHost('proof-missing')
  })
}
