import { describe, expect, test } from 'vitest'
import { PORTABLE_CRYPTO } from '#proof/crypto.ts'
import { tonProofDigest, tonTextDigest } from '#proof/ton/digests.ts'
import { findKey, getWalletKind } from '#proof/ton/find-key.ts'
import { readStateInit } from '#proof/ton/read-state-init.ts'
import { NODE_CRYPTO } from '#server/proofs/node-crypto.ts'
import { parseTonAddress } from '#shared/ton-address.ts'
import proofs from '#tests/vectors/ton-proof.json' with { type: 'json' }
import { vectors as texts } from '#tests/vectors/ton-text.json' with { type: 'json' }

/* Published proofs, and texts that another language signed, commit to no account of ours. So what is signed is checked alone. */

type SigningAccount = Parameters<typeof tonTextDigest>[0]

const SIGNED = [
  ...proofs.map(({ name, address, public_key: publicKey, proof }) => ({
    name: `proof of ${name}`,
    address,
    publicKey,
    stateInit: proof.state_init,
    signature: proof.signature,
    digest: (account: SigningAccount) =>
      tonProofDigest(account, {
        domain: proof.domain.value,
        timestamp: proof.timestamp,
        payload: proof.payload,
      }),
  })),
  ...texts.map((text) => ({
    name: `text of ${text.name}`,
    address: text.address,
    publicKey: text.public_key,
    stateInit: text.state_init,
    signature: text.signature,
    digest: (account: SigningAccount) => tonTextDigest(account, text),
  })),
]

describe.each(SIGNED)('the $name', ({ name, address, publicKey, stateInit, signature, digest }) => {
  const account = parseTonAddress(address)
  const read = readStateInit(Buffer.from(stateInit, 'base64'))
  if (account === null || read === null) throw new Error('the vector is not read')

  test('names its wallet and its key by the StateInit of its account', () => {
    expect(read.hash).toBe(account.hash)
    const kind = getWalletKind(read)
    expect(name).toContain(kind)
    expect(findKey(read)).toEqual(
      kind === 'WalletTg' ? { at: 'chain', initial: publicKey } : { at: 'data', publicKey },
    )
  })

  test.each([
    ['the portable', PORTABLE_CRYPTO],
    ["the server's", NODE_CRYPTO],
  ])('is signed by that key, by %s rules', (_, { isEd25519Signature }) => {
    const signed = {
      publicKey: Buffer.from(publicKey, 'hex'),
      message: digest(account),
      signature: Buffer.from(signature, 'base64'),
    }
    expect(isEd25519Signature(signed)).toBe(true)
    const message = digest({ ...account, workchain: account.workchain === 0 ? -1 : 0 })
    expect(isEd25519Signature({ ...signed, message })).toBe(false)
  })
})
