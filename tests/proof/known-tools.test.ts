import { Cacao, CacaoBlock, SiweMessage as CacaoMessage } from '@didtools/cacao'
import { getEIP191Verifier } from '@didtools/pkh-ethereum'
import { SiweMessage } from 'siwe'
import { createPublicClient, custom, getAddress, verifyMessage } from 'viem'
import { createSiweMessage, parseSiweMessage, verifySiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { type Cacao as CacaoOfProof, toCacao } from '#proof/to-cacao.ts'
import { type Siwe, toSiwe } from '#proof/to-siwe.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import { findVector, makeProofVectors, readDocument } from '#tests/support/proof-vectors.ts'

/* What a proof becomes is read by the libraries of others, as they are. */

/** A proof in both other forms; `at`: when its message says that it was issued */
type ExportedProof = { siwe: Siwe; cacao: CacaoOfProof; at: Date }

function readForms(document: string): ExportedProof | null {
  const [siwe, cacao] = [toSiwe(document), toCacao(document)]
  if (!siwe.ok || !cacao.ok) return null
  return { siwe: siwe.value, cacao: cacao.value, at: new Date(cacao.value.p.iat) }
}

const vectors = await makeProofVectors()
const exported = vectors.flatMap((vector) => {
  const forms = readForms(vector.document)
  return forms === null ? [] : [{ ...vector, ...forms }]
})

const noNetwork = createPublicClient({
  transport: custom({ request: () => Promise.reject(new Error('no network')) }, { retryCount: 0 }),
})

/** Whether each library takes the message for one that the wallet signed, and for valid at its own time. */
const TOOLS = {
  async siwe({ siwe: { message, signature }, at }: ExportedProof) {
    const asked = { signature, time: at.toISOString() }
    return (await new SiweMessage(message).verify(asked, { suppressExceptions: true })).success
  },
  viem: ({ siwe, at }: ExportedProof) => verifySiweMessage(noNetwork, { ...siwe, time: at }),
  cacao({ cacao, at }: ExportedProof) {
    const options = { verifiers: getEIP191Verifier(), atTime: at, clockSkewSecs: 0 }
    return Cacao.verify(cacao, options).then(
      () => true,
      () => false,
    )
  },
}
const toolNames = ['siwe', 'viem', 'cacao'] as const

/** Which libraries refuse what Clasp has proven. */
const REFUSALS: Record<string, readonly (typeof toolNames)[number][]> = {
  // viem's parser knows no domain with an underscore, and none that is an IPv6 address.
  'evm-message-site-underscore': ['viem'],
  'evm-message-site-address': ['viem'],
  'evm-message-site-local-ipv6': ['viem'],
  // It expires in the second in which it was issued.
  'evm-message-in-9999': ['siwe', 'viem'],
}

describe.each(exported)('$name: $why', ({ name, document, siwe, cacao, at, expected }) => {
  test.each(toolNames)('%s says of it what Clasp says', async (tool) => {
    const { verdict } = await verifyProof(document, { now: at.getTime() })
    const isRefused = REFUSALS[name]?.includes(tool) ?? false
    expect(await TOOLS[tool]({ siwe, cacao, at })).toBe(verdict === 'proven' && !isRefused)
  })

  test('its forms lose nothing of message and signature', async () => {
    const { evidence } = readDocument({ document })
    expect({ type: 'evm-message', ...siwe }).toEqual(evidence)
    expect(new SiweMessage(siwe.message).toMessage()).toBe(siwe.message)
    const message = CacaoMessage.fromCacao(cacao)
    expect({ message: message.toMessage(), signature: message.signature }).toEqual(siwe)
    const address = getAddress(message.address)
    const isSigned = 'checks' in expected && expected.checks[1]?.result === 'passed'
    expect(await verifyMessage({ ...siwe, address })).toBe(isSigned)
    const { bytes } = await CacaoBlock.fromCacao(cacao)
    expect(await Cacao.fromBlockBytes(bytes)).toEqual(cacao)
  })
})

test('every proof has these forms that is a key’s message in the form, and in the letters of EIP-4361', () => {
  const messages = vectors.filter(({ name, expected }) => {
    const [check] = 'checks' in expected ? expected.checks : []
    return name.startsWith('evm-message-') && check?.result === 'passed'
  })
  expect(exported.map(({ name }) => name)).toEqual(
    messages.map(({ name }) => name).filter((name) => name !== 'evm-message-time-in-statement'),
  )
})

test.each([
  ['ton-proof-v4r2', 'ton'],
  ['ton-text-v4r2', 'ton'],
  ['evm-contract', 'contract'],
  ['safe-two-of-three', 'multisig'],
  ['quorum-safe', 'multisig'],
  ['quorum-ton', 'multisig'],
  ['evm-message-other-account', 'message-differs'],
  ['evm-message-other-wallet', 'message-differs'],
  ['evm-message-more-resources', 'message-differs'],
  ['evm-message-time-in-statement', 'beyond-eip-4361'],
  ['evm-message-high-s', 'malformed'],
  ['form-not-json', 'not-json'],
  ['form-repeated-member', 'repeated-member'],
])('%s has no other form, because of %s', (name, reason) => {
  const { document } = findVector(vectors, name)
  expect([toSiwe(document), toCacao(document)]).toEqual([
    { ok: false, reason },
    { ok: false, reason },
  ])
})

test('a known tool that is asked about now takes an old proof for expired', async () => {
  const proof = readForms(findVector(vectors, 'evm-message-key').document)
  if (proof === null) throw new Error('no other form')
  for (const tool of toolNames) expect(await TOOLS[tool]({ ...proof, at: new Date() })).toBe(false)
})

test.each(['evm-contract', 'safe-two-of-three'])(
  'known tools read the message of %s, whose account alone can say that it accepts',
  (name) => {
    const { evidence } = readDocument(findVector(vectors, name))
    if (!('message' in evidence)) throw new Error('no message')
    const { message } = evidence
    expect(new SiweMessage(message).toMessage()).toBe(message)
    const { domain, address, uri, version, chainId, nonce, ...rest } = parseSiweMessage(message)
    if (!domain || !address || !uri || !version || !chainId || !nonce) throw new Error('not read')
    expect(createSiweMessage({ domain, address, uri, version, chainId, nonce, ...rest })).toBe(
      message,
    )
  },
)
