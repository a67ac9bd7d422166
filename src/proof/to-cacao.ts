import type { Hex } from '#shared/hex.ts'
import { type Exported, readSiwe } from './read-siwe.ts'

/**
 * A signed EIP-4361 message as a capability, in JSON. In a block of IPLD, `s.s` is bytes.
 *
 * @see https://chainagnostic.org/CAIPs/caip-74
 */
export type Cacao = {
  h: { t: 'eip4361' }
  p: {
    domain: string
    /** The wallet in did:pkh, on the chain that the message names. */
    iss: string
    aud: string
    version: '1'
    nonce: string
    iat: string
    exp: string
    statement: string
    requestId: string
    resources: string[]
  }
  s: { t: 'eip191'; s: Hex }
}

/** The proof as a CACAO. Its reader makes the message again from the fields, and checks the signature of that. */
export function toCacao(source: Uint8Array | string): Exported<Cacao> {
  const signed = readSiwe(source)
  if (!signed.ok) return signed
  const { read, signature } = signed.value
  const { domain, chain, address, uri, nonce, statement } = read
  const value: Cacao = {
    h: { t: 'eip4361' },
    p: {
      domain,
      iss: `did:pkh:eip155:${chain}:${address}`,
      aud: uri,
      version: '1',
      nonce,
      iat: read.issued,
      exp: read.expires,
      statement,
      requestId: read.request,
      resources: [read.resource],
    },
    s: { t: 'eip191', s: signature },
  }
  return { ok: true, value }
}
