import { describe, expect, test } from 'vitest'
import { PORTABLE_CRYPTO } from '#proof/crypto.ts'
import { tonProofDigest, tonTextDigest } from '#proof/ton/digests.ts'
import { findKey, getWalletKind } from '#proof/ton/find-key.ts'
import { readStateInit } from '#proof/ton/state-init.ts'
import { NODE_CRYPTO } from '#server/proofs/node-crypto.ts'
import { parseTonAddress } from '#shared/ton-address.ts'
import proofs from '#tests/vectors/ton-proof.json' with { type: 'json' }
import { vectors as texts } from '#tests/vectors/ton-text.json' with { type: 'json' }

/* Published proofs, and texts that another language signed, commit to no account of ours. So what is signed is checked alone. */

type Signed = {
  name: string
  address: string
  public_key: string
  stateInit: string
  signature: string
  digest: (account: { workchain: 0 | -1; hash: string }) => Uint8Array
}

const SIGNED: Signed[] = [
  ...proofs.map(({ proof, ...account }) => ({
    ...account,
    name: `proof of ${account.name}`,
    stateInit: proof.state_init,
    signature: proof.signature,
    digest: (address: Parameters<typeof tonProofDigest>[0]) =>
      tonProofDigest(address, { ...proof, domain: proof.domain.value }),
  })),
  ...texts.map(({ state_init: stateInit, ...text }) => ({
    ...text,
    name: `text of ${text.name}`,
    stateInit,
    digest: (address: Parameters<typeof tonTextDigest>[0]) => tonTextDigest(address, text),
  })),
]

describe.each(SIGNED)(
  'the $name',
  ({ name, address, public_key, stateInit, signature, digest }) => {
    const account = parseTonAddress(address)
    const read = readStateInit(Buffer.from(stateInit, 'base64'))
    if (account === null || read === null) throw new Error('the vector is not read')

    test('names its wallet and its key by the StateInit of its account', () => {
      expect(read.hash).toBe(account.hash)
      const kind = getWalletKind(read)
      expect(name).toContain(kind)
      expect(findKey(read)).toEqual(
        kind === 'WalletTg'
          ? { at: 'chain', initial: public_key }
          : { at: 'data', publicKey: public_key },
      )
    })

    test.each([
      ['the portable', PORTABLE_CRYPTO],
      ["the server's", NODE_CRYPTO],
    ])('is signed by that key, by %s rules', (_, { isEd25519Signature }) => {
      const signed = {
        publicKey: Buffer.from(public_key, 'hex'),
        message: digest(account),
        signature: Buffer.from(signature, 'base64'),
      }
      expect(isEd25519Signature(signed)).toBe(true)
      const message = digest({ ...account, workchain: account.workchain === 0 ? -1 : 0 })
      expect(isEd25519Signature({ ...signed, message })).toBe(false)
    })
  },
)
