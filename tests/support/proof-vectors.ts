import { createHash, sign } from 'node:crypto'
import { beginCell, Cell } from '@ton/core'
import * as v from 'valibot'
import { privateKeyToAccount } from 'viem/accounts'
import { signParts, signToken, type TokenKey } from '#demo/telegram/id-token.ts'
import { commitToAccount } from '#proof/commitment.ts'
import type { CheckName } from '#proof/check.ts'
import {
  type Evidence,
  type KeyEvidence,
  type LoginJwk,
  type ProofDocument,
  ProofDocumentSchema,
} from '#proof/document.ts'
import { type LoginKey, TELEGRAM_LOGIN_ISSUER, TELEGRAM_LOGIN_KEYS } from '#proof/login.ts'
import { proofStartParam } from '#proof/proof-digest.ts'
import { TELEGRAM_PRODUCTION } from '#proof/telegram.ts'
import { writeEvmMessage } from '#proof/evm/sign-in-message.ts'
import { writeTonText } from '#proof/ton/ton-text.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import { safeMessageHash, safeTypedData } from '#shared/safe-message.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { createEd25519Key, getPublicKey } from './ed25519-key.ts'
import { LOGIN_ES256, LOGIN_OTHER, LOGIN_RS256 } from './login-token.ts'
import {
  createTonSigner,
  type TonSigner,
  type TonSignerKind,
  type TonSignerOptions,
} from './ton-signer.ts'

/** What a verifier that asks no chain must answer. */
type ExpectedVerdict =
  | { verdict: 'unreadable' }
  | {
      verdict: 'proven' | 'open' | 'refused'
      checks: { check: CheckName; result: 'passed' | 'failed' | 'open' }[]
    }

/** One file of `tests/vectors/proofs/`. */
export type ProofVector = {
  name: string
  why: string
  /** Telegram's key that the verifier trusts, in hex. @default the one of production */
  telegramKey?: string
  /** Keys of Telegram that the verifier trusts for logins. @default those of production */
  loginKeys?: readonly LoginKey[]
  /** The raw text. */
  document: string
  expected: ExpectedVerdict
}

const ALICE = '5000000001'
const BOB = '5000000002'
const DOMAIN = 'app.example.org'
const AT = 1_764_000_000
const BLOCK = { number: 21_000_000, hash: `0x${'ab'.repeat(32)}` } as const
const BOT = '6000000001'

/** The last second that the format has: in the future of every verifier. */
const LAST_SECOND = 253_402_300_799

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const nonceOf = (text: string) => hashOf(`nonce of ${text}`).toString('base64url')

function tonSigner(
  kind: TonSignerKind,
  name: string,
  changes: Partial<TonSignerOptions> = {},
): TonSigner {
  return createTonSigner({ kind, seed: hashOf(`key of ${name}`), network: '-239', ...changes })
}

const tonName = (address: string, network: TonNetwork = '-239') =>
  `tvm:${network}:${address.replace(':', '%3A')}`

type Made = {
  telegramId?: string
  network?: TonNetwork
  multisig?: string
  domain?: string
  timestamp?: number
}

function tonProof(signer: TonSigner, made: Made = {}): Extract<Evidence, { type: 'ton-proof' }> {
  const { domain = DOMAIN, timestamp = AT } = made
  const { nonce, payload } = makeCommitment(signer, made)
  const { proof } = signer.sign({ domain, payload, timestamp })
  const { signature } = proof
  const { stateInit } = signer
  return { type: 'ton-proof', domain, nonce, timestamp, signature, stateInit }
}

function makeCommitment(signer: TonSigner, made: Made) {
  const { telegramId = ALICE, network = '-239', multisig, domain = DOMAIN } = made
  const nonce = nonceOf(signer.address)
  const committed = { chain: `tvm:${network}`, domain, telegramId, nonce }
  const payload = commitToAccount({ ...committed, ...(multisig !== undefined && { multisig }) })
  return { nonce, payload }
}

function tonText(
  signer: TonSigner,
  made: Made & { edit?: (text: string) => string } = {},
): Extract<Evidence, { type: 'ton-text' }> {
  const { telegramId = ALICE, network = '-239', multisig, domain = DOMAIN } = made
  const { timestamp = AT, edit = (text: string) => text } = made
  const { nonce, payload } = makeCommitment(signer, made)
  const [, , hash = ''] = multisig?.split(':') ?? []
  const friendly = hash && formatTonAddress(hash.replace('%3A', ':'), { network })
  const text = edit(
    writeTonText({
      domain,
      appName: 'Example',
      user: { telegramId, username: 'alice' },
      ...(friendly !== '' && { multisig: friendly }),
      payload,
      issuedAt: (AT - 60) * 1_000,
      expiresAt: (AT + 600) * 1_000,
    }),
  )
  const { signature } = signer.signText({ domain, text, timestamp })
  return { ...tonProof(signer, made), type: 'ton-text', nonce, text, signature }
}

type SiteCase = readonly [name: string, why: string, origin: string]

/** Origins that sites have. */
const SITES: readonly SiteCase[] = [
  ['underscore', 'a host with an underscore', 'https://my_app.example.com'],
  ['longest', 'a host of 128 characters', `https://${'a'.repeat(120)}.example`],
  ['address', 'an IPv6 address', 'https://[2001:db8::1]'],
  [
    'local',
    'plain http and a port at an address that only this machine reaches',
    'http://127.0.0.1:8080',
  ],
  ['local-ipv6', 'the same at an IPv6 address', 'http://[::1]:8080'],
  [
    'odd-name',
    'only the form of a host is checked, and not whether there is such a host',
    'https://0.-.256',
  ],
]

/** Texts that look like origins, but have another host than a site. */
const NO_SITES: readonly SiteCase[] = [
  ['too-long', 'a host of 129 characters', `https://${'a'.repeat(121)}.example`],
  ['port', 'a port at a host that others reach', 'https://app.example.org:8443'],
  ['no-such-local', 'a port at an address that does not exist', 'https://127.0.0.256:8080'],
  ['zero-port', 'a port with a leading zero', 'https://localhost:080'],
  ['last-dot', 'a dot at the end', 'https://app.example.org.'],
  ['empty-label', 'two dots in sequence', 'https://app..example.org'],
  ['upper-case', 'a capital letter', 'https://App.example.org'],
  ['bare-ipv6', 'an IPv6 address without brackets', 'https://::1'],
  ['sign', 'a character that no host of the format has', 'https://app+1.example.org'],
]

const getDomain = (origin: string) => origin.slice(origin.indexOf('//') + 2)

/** Writes another site into an EIP-4361 message. */
const at = (origin: string) => (text: string) =>
  text.replaceAll(`https://${DOMAIN}`, origin).replace(DOMAIN, getDomain(origin))

const evmKey = (name: string) =>
  privateKeyToAccount(`0x${hashOf(`key of ${name}`).toString('hex')}`)

type MessageTerms = Parameters<typeof writeEvmMessage>[0]

function evmMessage(terms: Pick<MessageTerms, 'account'> & Partial<MessageTerms>): string {
  return writeEvmMessage({
    publicUrl: `https://${DOMAIN}`,
    appName: 'Example',
    user: { telegramId: ALICE, username: null },
    attemptId: 'a7f3kQ2mZ0xw1LrT9bYc4Q',
    nonce: nonceOf('evm'),
    issuedAt: AT * 1_000,
    expiresAt: (AT + 600) * 1_000,
    ...terms,
  })
}

async function evmEvidence(
  key: ReturnType<typeof evmKey>,
  {
    edit = (message: string) => message,
    ...terms
  }: Partial<MessageTerms> & {
    edit?: (message: string) => string
  } = {},
): Promise<Extract<Evidence, { type: 'evm-message' }>> {
  const message = edit(evmMessage({ account: { address: key.address, chainId: 1 }, ...terms }))
  return { type: 'evm-message', message, signature: await key.signMessage({ message }) }
}

function documentOf(wallet: string, evidence: Evidence, telegramId = ALICE): ProofDocument {
  return { format: 'clasp-proof/1', telegramId, wallet, evidence }
}

const CONTRACT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OWNERS = ['first', 'second', 'third'].map((name) => evmKey(`${name} owner`))
const ADDRESSES = OWNERS.map(({ address }) => address)

async function safeEvidence(): Promise<Extract<Evidence, { type: 'safe' }>> {
  const account = { address: CONTRACT, chainId: 10 }
  const message = evmMessage({ account, kind: 'safe' })
  const typed = safeTypedData(account, message)
  const [first, second] = OWNERS
  if (!first || !second) throw new Error('no owners')
  const signed = [
    { owner: first.address, signature: await first.signTypedData(typed) },
    { owner: second.address, signature: markPersonal(await signHash(second, account, message)) },
  ]
  const signatures = signed.sort(byOwner)
  return { type: 'safe', message, signatures, owners: ADDRESSES, threshold: 2, block: BLOCK }
}

const byOwner = (one: { owner: string }, other: { owner: string }) =>
  one.owner.toLowerCase() < other.owner.toLowerCase() ? -1 : 1

/** As `eth_sign` does: over the Safe's hash as a personal message. */
function signHash(
  key: ReturnType<typeof evmKey>,
  account: { address: string; chainId: number },
  message: string,
) {
  return key.signMessage({ message: { raw: safeMessageHash(account, message) } })
}

/** The mark that a Safe reads in v. */
function markPersonal(signature: `0x${string}`): `0x${string}` {
  const v = parseInt(signature.slice(-2), 16) + 4
  return `0x${signature.slice(2, -2)}${v.toString(16)}`
}

const TREASURY = `0:${hashOf('treasury').toString('hex')}`
const SIGNERS = ['first', 'second', 'third'].map((name) => tonSigner('v5r1', `${name} signer`))

function tonQuorum(
  signers = SIGNERS,
  network: TonNetwork = '-239',
): Extract<Evidence, { type: 'quorum' }> {
  const multisig = tonName(TREASURY, network)
  const [first, second] = signers
  if (!first || !second) throw new Error('no signers')
  const agreements = [
    agreement(first.address, ALICE, tonText(first, { multisig, network })),
    agreement(second.address, BOB, tonProof(second, { multisig, network, telegramId: BOB })),
  ].sort((one, other) => (one.owner < other.owner ? -1 : 1))
  const owners = signers.map(({ address }) => address)
  return { type: 'quorum', agreements, owners, threshold: 2, block: { seqno: 40_000_000 } }
}

async function safeQuorum(): Promise<Extract<Evidence, { type: 'quorum' }>> {
  const safe = { address: CONTRACT, chainId: 10 }
  const people = [ALICE, BOB]
  const agreements = await Promise.all(
    OWNERS.slice(0, 2).map(async (key, index) => {
      const telegramId = people[index] ?? ALICE
      const user = { telegramId, username: null }
      return agreement(key.address, telegramId, await evmEvidence(key, { safe, user }))
    }),
  )
  return {
    type: 'quorum',
    agreements: agreements.sort((one, other) => (one.owner < other.owner ? -1 : 1)),
    owners: ADDRESSES,
    threshold: 2,
    block: BLOCK,
  }
}

function agreement(owner: string, telegramId: string, evidence: KeyEvidence) {
  return { owner, telegramId, evidence }
}

const TELEGRAM = createEd25519Key(hashOf('key of the simulated Telegram'))
const TELEGRAM_KEY = getPublicKey(TELEGRAM).toString('hex')

type LaunchTerms = {
  botId?: string
  telegramId?: string
  startParam?: string
  extra?: string
  user?: string
  authDate?: number
  /** Fields beside the usual ones. */
  more?: [name: string, value: string][]
  /** Signs the lines in the order of the lines, where the format demands that of the names. */
  byLine?: boolean
}

function withLaunch(document: ProofDocument, terms: LaunchTerms = {}): ProofDocument {
  const { botId = BOT, telegramId = ALICE, extra = '' } = terms
  const named = { id: Number(telegramId), first_name: 'Alice', language_code: 'en' }
  const { user = JSON.stringify(named), authDate = AT + 120 } = terms
  const fields = [
    ['auth_date', String(authDate)],
    ...(terms.more ?? []),
    ['start_param', terms.startParam ?? proofStartParam(document)],
    ['user', user],
  ] as const
  const byName = fields.map(([name, value]) => `${name}=${value}`)
  const lines = terms.byLine === true ? byName.toSorted() : byName
  const bytes = Buffer.from(`${botId}:WebAppData\n${lines.join('\n')}`)
  const signature = sign(null, bytes, TELEGRAM).toString('base64url')
  const query = new URLSearchParams([
    ...fields.map(([name, value]) => [name, value]),
    ['signature', signature],
  ])
  return { ...document, telegram: { botId: BOT, launch: query.toString() + extra } }
}

const passing = (...checks: CheckName[]) =>
  checks.map((check) => ({ check, result: 'passed' as const }))
const leaving = (...checks: CheckName[]) =>
  checks.map((check) => ({ check, result: 'open' as const }))

type Checks = Extract<ExpectedVerdict, { checks: unknown }>['checks']

const OF_TELEGRAM = [
  'telegram-signature',
  'telegram-account',
  'telegram-proof',
  'telegram-time',
] as const

/** All checks of the evidence, and then those that every document of that form passes. */
function holds(ofEvidence: Checks, ...ofTelegram: CheckName[]): ExpectedVerdict {
  const checks = [...ofEvidence, ...passing('time', ...ofTelegram)]
  const isOpen = checks.some(({ result }) => result === 'open')
  return { verdict: isOpen ? 'open' : 'proven', checks }
}
/** The verifier stops at the first check that fails. */
const fails = (check: CheckName, ...before: CheckName[]): ExpectedVerdict =>
  refusal(check, passing(...before))
const refusal = (check: CheckName, before: Checks): ExpectedVerdict => ({
  verdict: 'refused',
  checks: [...before, { check, result: 'failed' }],
})
const UNREADABLE: ExpectedVerdict = { verdict: 'unreadable' }

type Case = [name: string, why: string, document: ProofDocument | string, expected: ExpectedVerdict]

function toVector([name, why, document, expected]: Case): ProofVector {
  const text = typeof document === 'string' ? document : JSON.stringify(document, null, 2)
  const vector = { name, why, document: text, expected }
  if (name.startsWith('login-')) return { ...vector, loginKeys: LOGIN_KEYS }
  return name.startsWith('telegram-') ? { ...vector, telegramKey: TELEGRAM_KEY } : vector
}

/** Whom a verifier of the vector trusts as Telegram. @param name of the vector's own key for launches */
export function trustOf(
  { telegramKey, loginKeys }: Pick<ProofVector, 'telegramKey' | 'loginKeys'>,
  name = 'simulated',
) {
  return {
    telegramKeys: [
      TELEGRAM_PRODUCTION,
      ...(telegramKey === undefined ? [] : [{ name, publicKey: telegramKey }]),
    ],
    loginKeys: [...TELEGRAM_LOGIN_KEYS, ...(loginKeys ?? [])],
  }
}

/** The vector of this name. */
export function findVector(vectors: readonly ProofVector[], name: string): ProofVector {
  const vector = vectors.find((one) => one.name === name)
  if (vector === undefined) throw new Error(`no vector ${name}`)
  return vector
}

/** The document of a vector that is one. */
export function readDocument({ document }: Pick<ProofVector, 'document'>): ProofDocument {
  return v.parse(ProofDocumentSchema, JSON.parse(document))
}

/** All vectors; the same on every run. */
export async function makeProofVectors(): Promise<ProofVector[]> {
  const cases = [
    ...tonCases(),
    ...tonTextCases(),
    ...(await evmCases()),
    ...(await contractCases()),
    ...(await quorumCases()),
    ...telegramCases(),
    ...(await loginCases()),
    ...formCases(),
  ]
  return cases.map(toVector)
}

const V4 = tonSigner('v4r2', 'alice')
const TG = tonSigner('WalletTg', 'alice')

function tonDocument(signer: TonSigner, changes: Record<string, unknown> = {}, made: Made = {}) {
  const evidence = { ...tonProof(signer, made), ...changes }
  return documentOf(tonName(signer.address, made.network), evidence)
}

function chainKey(signer: TonSigner, deployed: boolean) {
  const publicKey = Buffer.from(signer.publicKey).toString('hex')
  return { chainKey: { publicKey, deployed, block: { seqno: 40_000_000 } } }
}

/** A cell with one byte, and without references. */
const LEAF = Buffer.of(0, 2, 0xaa)

type OddBag = {
  /** Of the header, beside the size of an index. */
  flags?: number
  /** Where a cell stands that nothing refers to. */
  unused?: 'first' | 'last'
}

/** The StateInit in a bag that @ton/core does not write. */
function withOddBag(stateInit: string, { flags = 0, unused }: OddBag): { stateInit: string } {
  const [root] = Cell.fromBoc(Buffer.from(stateInit, 'base64'))
  if (!root) throw new Error('no root')
  const bag = root.toBoc({ idx: false, crc32: false })
  const sizeBytes = bag.readUInt8(5)
  const cells = bag.subarray(10 + sizeBytes)
  const isFirst = unused === 'first'
  const size = Buffer.alloc(sizeBytes)
  const total = cells.length + (unused ? LEAF.length : 0)
  size.writeUIntBE(total, 0, sizeBytes)
  const bytes = Buffer.concat([
    bag.subarray(0, 4),
    Buffer.of(flags | 1, sizeBytes, bag.readUInt8(6) + (unused ? 1 : 0), 1, 0),
    size,
    Buffer.of(isFirst ? 1 : 0),
    ...(isFirst ? [LEAF, shiftReferences(cells)] : [cells]),
    ...(unused === 'last' ? [LEAF] : []),
  ])
  return { stateInit: bytes.toString('base64') }
}

/** Cells whose references lead one further. */
function shiftReferences(cells: Buffer): Buffer {
  const shifted = Buffer.from(cells)
  for (let at = 0; at < cells.length;) {
    const references = at + 2 + Math.ceil(cells.readUInt8(at + 1) / 2)
    const end = references + (cells.readUInt8(at) & 7)
    for (let one = references; one < end; one += 1) shifted[one] = cells.readUInt8(one) + 1
    at = end
  }
  return shifted
}

/** Wallets with other code or data than published ones. */
function changedContracts(): Case[] {
  const all = ['state-init', 'key', 'signature'] as const
  const empty = beginCell().endCell()
  const unknown = tonSigner('v4r2', 'alice', {
    change: ({ data }) => ({ code: beginCell().storeUint(1, 8).endCell(), data }),
  })
  const muted = tonSigner('v5r1', 'alice', {
    change({ code, data }) {
      const rest = data.beginParse()
      return { code, data: beginCell().storeBit(!rest.loadBit()).storeSlice(rest).endCell() }
    },
  })
  return [
    [
      'ton-proof-unknown-code',
      'a contract that is not known: only the chain has its key',
      tonDocument(unknown, chainKey(unknown, true)),
      holds([...passing('state-init'), ...leaving('key'), ...passing('signature')]),
    ],
    [
      'ton-proof-unknown-code-undeployed',
      'a contract that is neither known nor deployed has no key',
      tonDocument(unknown, chainKey(unknown, false)),
      fails('key', 'state-init'),
    ],
    [
      'ton-proof-muted-key',
      'a wallet whose data does not let its key sign',
      tonDocument(muted),
      fails('key', 'state-init'),
    ],
    [
      'ton-proof-no-key-in-data',
      'a wallet whose data has no key',
      tonDocument(tonSigner('v4r2', 'alice', { change: ({ code }) => ({ code, data: empty }) })),
      fails('key', 'state-init'),
    ],
    [
      'ton-proof-masterchain',
      'a wallet in the masterchain',
      tonDocument(tonSigner('v4r2', 'alice', { workchain: -1 })),
      holds([...passing(...all)]),
    ],
  ]
}

function tonCases(): Case[] {
  const all = ['state-init', 'key', 'signature'] as const
  const rotated = tonSigner('WalletTg', 'alice', { signingSeed: hashOf('second key of alice') })
  const other = tonProof(tonSigner('v4r2', 'bob'))
  const ofAlice = tonDocument(V4)
  return [
    ...(['v3r2', 'v4r2', 'v5r1'] as const).map((kind): Case => [
      `ton-proof-${kind}`,
      `a wallet ${kind} on mainnet`,
      tonDocument(tonSigner(kind, 'alice')),
      holds([...passing(...all)]),
    ]),
    [
      'ton-proof-testnet',
      'a wallet on the test network',
      tonDocument(tonSigner('v5r1', 'alice', { network: '-3' }), {}, { network: '-3' }),
      holds([...passing(...all)]),
    ],
    [
      'ton-proof-anchor-key',
      'a WalletTg that is not deployed: its key is the one in the data',
      tonDocument(TG, chainKey(TG, false)),
      holds([...passing('state-init'), ...leaving('key'), ...passing('signature')]),
    ],
    [
      'ton-proof-rotated-key',
      'a WalletTg whose key was replaced',
      tonDocument(rotated, chainKey(rotated, true)),
      holds([...passing('state-init'), ...leaving('key'), ...passing('signature')]),
    ],
    [
      'ton-proof-former-key',
      'a replaced key is claimed to be the one in the data',
      tonDocument(rotated, chainKey(rotated, false)),
      fails('key', 'state-init'),
    ],
    [
      'ton-proof-no-chain-key',
      'a WalletTg without the key',
      tonDocument(TG),
      fails('key', 'state-init'),
    ],
    ...changedContracts(),
    [
      'ton-proof-needless-chain-key',
      'a key from the chain for a wallet that has it in its data',
      tonDocument(V4, chainKey(V4, true)),
      fails('key', 'state-init'),
    ],
    [
      'ton-proof-low-order-key',
      'a key of low order, for which anyone can sign',
      tonDocument(TG, {
        chainKey: { publicKey: `01${'00'.repeat(31)}`, deployed: true },
        signature: Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64'),
      }),
      refusal('signature', [...passing('state-init'), ...leaving('key')]),
    ],
    [
      'ton-proof-other-account',
      'another Telegram id than the one of the commitment',
      { ...ofAlice, telegramId: BOB },
      fails('signature', 'state-init', 'key'),
    ],
    [
      'ton-proof-other-network',
      'the same account on the other network',
      { ...ofAlice, wallet: ofAlice.wallet.replace('-239', '-3') },
      fails('signature', 'state-init', 'key'),
    ],
    ...(
      [
        ['other-domain', { domain: 'app.example.com' }],
        ['other-nonce', { nonce: nonceOf('another attempt') }],
        ['other-time', { timestamp: AT + 1 }],
        ['other-signature', { signature: other.signature }],
      ] as const
    ).map(([name, changes]): Case => [
      `ton-proof-${name}`,
      'a part that was not signed',
      tonDocument(V4, changes),
      fails('signature', 'state-init', 'key'),
    ]),
    [
      'ton-proof-in-9999',
      'a time in the future, which the wallet can make up',
      tonDocument(V4, {}, { timestamp: LAST_SECOND }),
      fails('time', ...all),
    ],
    [
      'ton-proof-other-state-init',
      'the StateInit of another wallet',
      tonDocument(V4, { stateInit: other.stateInit }),
      fails('state-init'),
    ],
    [
      'ton-proof-unused-cell',
      'a cell that nothing refers to',
      tonDocument(V4, withOddBag(V4.stateInit, { unused: 'last' })),
      holds(passing(...all)),
    ],
    [
      'ton-proof-root-not-first',
      'a root that is not the first cell',
      tonDocument(V4, withOddBag(V4.stateInit, { unused: 'first' })),
      holds(passing(...all)),
    ],
    [
      'ton-proof-cache-bits',
      'cache bits without the index that they are part of',
      tonDocument(V4, withOddBag(V4.stateInit, { flags: 0x20 })),
      fails('state-init'),
    ],
    ...SITES.map(([name, why, site]): Case => [
      `ton-proof-site-${name}`,
      why,
      tonDocument(V4, {}, { domain: getDomain(site) }),
      holds(passing(...all)),
    ]),
    ...NO_SITES.map(([name, why, site]): Case => [
      `unreadable-site-${name}`,
      why,
      JSON.stringify(tonDocument(V4, {}, { domain: getDomain(site) })),
      UNREADABLE,
    ]),
    [
      'ton-proof-broken-state-init',
      'a StateInit that is no bag of cells',
      tonDocument(V4, { stateInit: 'AAAA' }),
      fails('state-init'),
    ],
    [
      'ton-proof-other-wallet',
      'the name of another wallet',
      { ...ofAlice, wallet: tonName(tonSigner('v4r2', 'bob').address) },
      fails('state-init'),
    ],
  ]
}

function tonTextCases(): Case[] {
  const all = ['text', 'state-init', 'key', 'signature'] as const
  const made = (edit?: (text: string) => string, more: Made = {}) =>
    documentOf(tonName(V4.address), tonText(V4, { ...more, ...(edit && { edit }) }))
  const refused = (name: string, why: string, edit: (text: string) => string): Case => [
    `ton-text-${name}`,
    why,
    made(edit),
    fails('text'),
  ]
  const unsigned = made()
  return [
    ['ton-text-v4r2', 'a text that names the account', made(), holds([...passing(...all)])],
    [
      'ton-text-id-only',
      'a text for an account without a username',
      made((text) => text.replace(`@alice (id ${ALICE})`, `with the id ${ALICE}`)),
      holds([...passing(...all)]),
    ],
    refused('other-account', 'a signed text for another account', (text) =>
      text.replace(ALICE, BOB),
    ),
    refused('longer-id', 'an id that only starts with the right one', (text) =>
      text.replace(ALICE, `${ALICE}0`),
    ),
    refused('account-in-app-name', 'the right account stands in the name of the app', (text) =>
      text.replace(
        `@alice (id ${ALICE}) in Example`,
        `@bob (id ${BOB}) in @alice (id ${ALICE}) in E`,
      ),
    ),
    refused('account-then-more', 'more than the account is linked', (text) =>
      text.replace(`(id ${ALICE}) in`, `(id ${ALICE}) and others in`),
    ),
    refused('other-domain-inside', 'the text names another site', (text) =>
      text.replace(` at ${DOMAIN}.`, ' at app.example.com.'),
    ),
    refused('other-nonce', 'the text of another attempt', (text) =>
      text.replace(/Nonce: .+/, `Nonce: ${nonceOf('another attempt')}`),
    ),
    ...['Issued', 'Expires'].flatMap((line) => [
      refused(`no-${line.toLowerCase()}`, `a text without the line ${line}`, (text) =>
        text.replace(new RegExp(`\n${line}: .+`), ''),
      ),
      refused(`no-such-${line.toLowerCase()}`, 'a day that does not exist', (text) =>
        text.replace(new RegExp(`${line}: .+`), `${line}: 2025-02-30T00:00:00Z`),
      ),
    ]),
    ...(
      [
        ['before-it-held', AT - 60 - 601],
        ['after-expiry', AT + 600 + 601],
      ] as const
    ).map(([name, timestamp]): Case => [
      `ton-text-${name}`,
      'a time at which the text did not hold',
      made(undefined, { timestamp }),
      fails('time', ...all),
    ]),
    ...(
      [
        ['just-before', AT - 60 - 600],
        ['just-after', AT + 600 + 600],
      ] as const
    ).map(([name, timestamp]): Case => [
      `ton-text-${name}`,
      'clocks may differ by ten minutes',
      made(undefined, { timestamp }),
      holds(passing(...all)),
    ]),
    refused('two-nonces', 'a second nonce', (text) => `${text}\nNonce: ${nonceOf('second')}`),
    refused('agreement', 'the agreement of a signer is no link of the wallet', (text) =>
      text.replace('Link this wallet to', 'Agree, with'),
    ),
    [
      'ton-text-changed',
      'a text that was not signed',
      documentOf(unsigned.wallet, {
        ...tonText(V4),
        text: tonText(V4).text.replace('nothing and', 'nothing or'),
      }),
      fails('signature', 'text', 'state-init', 'key'),
    ],
  ]
}

async function evmCases(): Promise<Case[]> {
  const key = evmKey('alice')
  const name = `eip155:1:${key.address}`
  const made = (edit?: (message: string) => string) => evmEvidence(key, edit ? { edit } : {})
  const refused = async (
    suffix: string,
    why: string,
    edit: (message: string) => string,
  ): Promise<Case> => [
    `evm-message-${suffix}`,
    why,
    documentOf(name, await made(edit)),
    fails('message'),
  ]
  const good = await made()
  const bob = evmKey('bob')
  return [
    [
      'evm-message-key',
      'a key signed a message that names the account',
      documentOf(name, good),
      holds([...passing('message', 'signature')]),
    ],
    [
      'evm-message-other-chain',
      'the message names another chain than 1: a key is on all of them',
      documentOf(name, await made((text) => text.replace('Chain ID: 1', 'Chain ID: 8453'))),
      holds([...passing('message', 'signature')]),
    ],
    [
      'evm-message-other-account',
      'another Telegram id than the one in the message',
      documentOf(name, good, BOB),
      fails('message'),
    ],
    [
      'evm-message-other-wallet',
      'another address than the one in the message',
      documentOf(`eip155:1:${bob.address}`, good),
      fails('message'),
    ],
    [
      'evm-message-other-signer',
      'signed by another key',
      documentOf(name, { ...good, signature: await bob.signMessage({ message: good.message }) }),
      fails('signature', 'message'),
    ],
    [
      'evm-message-changed',
      'a message that was not signed',
      documentOf(name, { ...good, message: good.message.replace('Example', 'Examples') }),
      fails('signature', 'message'),
    ],
    await refused('statement', 'the statement names another account than the resource', (text) =>
      text.replace(`with the id ${ALICE}`, `with the id ${BOB}`),
    ),
    await refused('statement-then-more', 'more than the account is linked', (text) =>
      text.replace(`with the id ${ALICE}`, `with the id ${ALICE} and others`),
    ),
    ...(await Promise.all(
      SITES.map(async ([site, why, origin]): Promise<Case> => [
        `evm-message-site-${site}`,
        why,
        documentOf(name, await made(at(origin))),
        holds([...passing('message', 'signature')]),
      ]),
    )),
    ...(await Promise.all(
      NO_SITES.map(([site, why, origin]) => refused(`site-${site}`, why, at(origin))),
    )),
    await refused('resource', 'the resource names another account than the statement', (text) =>
      text.replace(`user?id=${ALICE}`, `user?id=${BOB}`),
    ),
    await refused(
      'more-resources',
      'a second resource',
      (text) => `${text}\n- tg://user?id=${BOB}`,
    ),
    await refused('plain-http', 'a site that others can change on the way', (text) =>
      text.replace('https://', 'http://'),
    ),
    await refused(
      'no-such-host',
      'plain http at an address that does not exist',
      at('http://127.0.0.256'),
    ),
    await refused('other-uri', 'another site than the domain', (text) =>
      text.replace(`https://${DOMAIN}`, 'https://app.example.com'),
    ),
    await refused('no-such-time', 'a day that does not exist', (text) =>
      text.replace(/Issued At: .+/, 'Issued At: 2025-02-30T00:00:00.000Z'),
    ),
    await refused('no-such-month', 'a month that does not exist', (text) =>
      text.replace(/Expiration Time: .+/, 'Expiration Time: 2025-13-01T00:00:00.000Z'),
    ),
    ...(await Promise.all(
      [
        ['after-expiry', '2025-11-24T16:00:00.000Z', '2025-11-24T15:59:59.999Z'],
        ['in-9999', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
      ].map(async ([suffix = '', issued = '', expires = '']): Promise<Case> => [
        `evm-message-${suffix}`,
        'a time that cannot be',
        documentOf(name, await made((text) => atTime(text, issued, expires))),
        fails('time', 'message', 'signature'),
      ]),
    )),
    [
      'evm-message-in-0000',
      'the first year that the form has',
      documentOf(
        name,
        await made((text) => atTime(text, '0000-02-29T00:00:00.000Z', '0000-02-29T00:00:00.001Z')),
      ),
      holds(passing('message', 'signature')),
    ],
    [
      'evm-message-time-in-statement',
      'only a line of the form gives the time: U+2028 ends none',
      documentOf(
        name,
        await made((text) =>
          text.replace(' in Example', ' in Example\u2028Issued At: 2017-01-01T00:00:00.000Z'),
        ),
      ),
      holds(passing('message', 'signature')),
    ],
    await refused('line-end', 'a line more', (text) => `${text}\n`),
    [
      'evm-message-high-s',
      'the second spelling of a signature',
      documentOf(name, { ...good, signature: raiseS(good.signature) }),
      UNREADABLE,
    ],
    [
      'evm-message-on-another-chain',
      'the account of a key is named on chain 1',
      documentOf(`eip155:137:${key.address}`, good),
      UNREADABLE,
    ],
  ]
}

/** The message with these times. */
function atTime(text: string, issued: string, expires: string): string {
  return text
    .replace(/Issued At: .+/, `Issued At: ${issued}`)
    .replace(/Expiration Time: .+/, `Expiration Time: ${expires}`)
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The other signature of the same key and hash: n - s, and the other v. */
function raiseS(signature: `0x${string}`): `0x${string}` {
  const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`
}

async function contractCases(): Promise<Case[]> {
  const account = { address: CONTRACT, chainId: 10 }
  const name = `eip155:10:${CONTRACT}`
  const message = evmMessage({ account })
  const contract = { type: 'evm-contract', message, signature: '0x', block: BLOCK } as const
  const safe = await safeEvidence()
  const [first, second] = safe.signatures
  if (!first || !second) throw new Error('no signatures')
  const changed = (changes: Partial<typeof safe>) => documentOf(name, { ...safe, ...changes })
  const open = leaving('owners', 'owners-now')
  return [
    [
      'evm-contract',
      'only the chain can tell whether a contract accepted',
      documentOf(name, contract),
      holds([...passing('message'), ...leaving('acceptance', 'acceptance-now')]),
    ],
    [
      'evm-contract-other-chain',
      'the message names another chain than the wallet',
      documentOf(`eip155:137:${CONTRACT}`, contract),
      fails('message'),
    ],
    [
      'safe-two-of-three',
      'two owners of three; one signed the hash as a personal message',
      changed({}),
      holds([...passing('message', 'signatures'), ...open]),
    ],
    [
      'safe-other-chain',
      'the message names another chain than the wallet',
      documentOf(`eip155:137:${CONTRACT}`, safe),
      fails('message'),
    ],
    [
      'safe-swapped-signatures',
      'each signature is of the other owner',
      changed({
        signatures: [
          { owner: first.owner, signature: second.signature },
          { owner: second.owner, signature: first.signature },
        ],
      }),
      fails('signatures', 'message'),
    ],
    [
      'safe-signer-not-owner',
      'a signer who is no owner',
      changed({ owners: [second.owner, CONTRACT, `0x${'00'.repeat(20)}`] }),
      fails('signatures', 'message'),
    ],
    [
      'safe-too-few',
      'one signature less than the threshold',
      changed({ signatures: [first] }),
      UNREADABLE,
    ],
    ['safe-repeated', 'one owner twice', changed({ signatures: [first, first] }), UNREADABLE],
    [
      'safe-order',
      'not in the order of the owners',
      changed({ signatures: [second, first] }),
      UNREADABLE,
    ],
  ]
}

function refusedQuorum(suffix: string, why: string, document: ProofDocument): Case {
  return [`quorum-${suffix}`, why, document, fails('agreements')]
}

/** The line with a character that only standard base64 has. */
function toStandardBase64(line: string): string {
  const standard = line.replaceAll('-', '+').replaceAll('_', '/')
  if (standard === line) throw new Error('both spellings of this address are the same')
  return standard
}

/** The line of a text that names a multisig. */
const named = (address: string, network: TonNetwork) =>
  `Multisig: ${formatTonAddress(address, { network })}`

/** Texts that a signer of the treasury signed, and that are no agreement to link it. */
function quorumTexts(
  signer: TonSigner,
  withText: (evidence: KeyEvidence) => ProofDocument,
): Case[] {
  const multisig = tonName(TREASURY)
  const other = `0:${hashOf('another treasury').toString('hex')}`
  const edits: [suffix: string, why: string, edit: (text: string) => string][] = [
    [
      'other-multisig',
      'the text names another multisig than the commitment',
      (text) => text.replace(/Multisig: .+/, named(other, '-239')),
    ],
    [
      'test-network',
      'the text names the multisig on the test network',
      (text) => text.replace(/Multisig: .+/, named(TREASURY, '-3')),
    ],
    [
      'multisig-in-base64',
      'the address of the multisig in standard base64',
      (text) => text.replace(/Multisig: .+/, (line) => toStandardBase64(line)),
    ],
    ['no-multisig', 'the text names none', (text) => text.replace(/\nMultisig: .+/, '')],
    [
      'two-multisigs',
      'the text names a second one',
      (text) => `${text}\n${named(TREASURY, '-239')}`,
    ],
    [
      'other-purpose',
      'the text agrees to something else',
      (text) => text.replace('to link a multisig', 'to see a multisig'),
    ],
  ]
  return edits.map(([suffix, why, edit]) =>
    refusedQuorum(`text-${suffix}`, why, withText(tonText(signer, { multisig, edit }))),
  )
}

async function quorumCases(): Promise<Case[]> {
  const ton = tonQuorum()
  const name = tonName(TREASURY)
  const safe = await safeQuorum()
  const open = leaving('owners', 'owners-now')
  const changed = (changes: Partial<typeof ton>, telegramId = ALICE) =>
    documentOf(name, { ...ton, ...changes }, telegramId)
  const [first, second] = ton.agreements
  if (!first || !second || 'withheld' in first || 'withheld' in second)
    throw new Error('no agreements')
  const [alice, bob] = first.telegramId === ALICE ? [first, second] : [second, first]
  const sorted = (agreements: typeof ton.agreements) =>
    agreements.sort((one, other) => (one.owner < other.owner ? -1 : 1))
  const [signer, , third] = SIGNERS
  if (!signer || !third) throw new Error('no signers')
  const masterchain = tonSigner('v5r1', 'a signer in the masterchain', { workchain: -1 })
  const rotating = tonSigner('WalletTg', 'rotating signer')
  const ofRotating = {
    ...tonProof(rotating, { multisig: name, telegramId: BOB }),
    ...chainKey(rotating, false),
  }
  return [
    [
      'quorum-ton',
      'two signers of three of a TON multisig: one signed a text, one a ton_proof',
      changed({}),
      holds([...passing('agreements'), ...open]),
    ],
    [
      'quorum-ton-withheld',
      'a third signer agreed who does not show who they are',
      changed({
        agreements: sorted([alice, bob, { owner: third.address, withheld: true }]),
      }),
      holds([...passing('agreements'), ...open]),
    ],
    [
      'quorum-safe',
      'two owners of three of a Safe agreed',
      documentOf(`eip155:10:${CONTRACT}`, safe),
      holds([...passing('agreements'), ...open]),
    ],
    refusedQuorum(
      'too-few-shown',
      'only one of two needed signers shows who they are',
      changed({ agreements: sorted([alice, { owner: bob.owner, withheld: true }]) }),
    ),
    refusedQuorum(
      'not-among',
      'the account is none of those who agreed',
      changed({}, '5000000009'),
    ),
    refusedQuorum(
      'not-owner',
      'a signer who is no owner',
      changed({ owners: [alice.owner, third.address] }),
    ),
    refusedQuorum(
      'other-multisig',
      'agreements to link another multisig',
      documentOf(tonName(`0:${hashOf('another treasury').toString('hex')}`), ton),
    ),
    refusedQuorum(
      'own-link',
      'the link of an own wallet is no agreement',
      changed({
        agreements: sorted([{ ...alice, evidence: tonText(signer) }, bob]),
      }),
    ),
    ...quorumTexts(signer, (evidence) =>
      changed({ agreements: sorted([{ ...alice, evidence }, bob]) }),
    ),
    [
      'quorum-ton-test-network',
      'a multisig on the test network',
      documentOf(tonName(TREASURY, '-3'), tonQuorum(SIGNERS, '-3')),
      holds([...passing('agreements'), ...open]),
    ],
    [
      'quorum-ton-masterchain',
      'a signer in the masterchain',
      documentOf(name, tonQuorum([signer, masterchain, third])),
      holds([...passing('agreements'), ...open]),
    ],
    [
      'quorum-ton-open-key',
      'a signer whose key only the chain has',
      changed({
        owners: [alice.owner, bob.owner, rotating.address],
        agreements: sorted([alice, agreement(rotating.address, BOB, ofRotating)]),
      }),
      holds([...leaving('agreements'), ...open]),
    ],
    refusedQuorum(
      'other-domain',
      'agreements at two sites',
      changed({
        agreements: sorted([
          { ...alice, evidence: tonText(signer, { multisig: name, domain: 'app.example.com' }) },
          bob,
        ]),
      }),
    ),
    refusedQuorum(
      'other-safe',
      'agreements to link a Safe on another chain',
      documentOf(`eip155:137:${CONTRACT}`, safe),
    ),
    [
      'quorum-in-9999',
      'one of two who agreed did so in the future',
      changed({
        agreements: sorted([
          { ...alice, evidence: tonProof(signer, { multisig: name, timestamp: LAST_SECOND }) },
          bob,
        ]),
      }),
      refusal('time', [...passing('agreements'), ...open]),
    ],
    [
      'quorum-too-few',
      'fewer agreements than the threshold',
      changed({ agreements: [alice] }),
      UNREADABLE,
    ],
  ]
}

const ENCODED_USER = JSON.stringify({
  id: Number(ALICE),
  first_name: 'Алиса + "& Co"=%41',
  last_name: '🦊',
})

function withoutSignature(document: ProofDocument): ProofDocument {
  const { telegram } = document
  if (telegram === undefined || !('launch' in telegram)) throw new Error('no launch')
  const launch = telegram.launch.replace(/&signature=[^&]*/, '')
  return { ...document, telegram: { ...telegram, launch } }
}

function telegramCases(): Case[] {
  const document = tonDocument(V4)
  const all = ['state-init', 'key', 'signature'] as const
  const before = [...all, 'time'] as const
  const refused = (
    name: string,
    why: string,
    terms: LaunchTerms,
    failing: [CheckName, ...CheckName[]],
  ): Case => {
    const [check, ...passed] = failing
    return [
      `telegram-${name}`,
      why,
      withLaunch(document, terms),
      fails(check, ...before, ...passed),
    ]
  }
  return [
    [
      'telegram-signed',
      'Telegram signed that the account opened the bot by a link with this proof',
      withLaunch(document),
      holds(passing(...all), ...OF_TELEGRAM),
    ],
    refused('other-bot', 'launch data of another bot', { botId: '6000000002' }, [
      'telegram-signature',
    ]),
    refused('other-account', 'launch data of another account', { telegramId: BOB }, [
      'telegram-account',
      'telegram-signature',
    ]),
    refused(
      'other-proof',
      'launch data with the digest of another proof',
      { startParam: `p1_${nonceOf('proof')}` },
      ['telegram-proof', 'telegram-signature', 'telegram-account'],
    ),
    ...(
      [
        ['older-than-proof', AT - 601],
        ['in-9999', LAST_SECOND],
      ] as const
    ).map(([name, authDate]) =>
      refused(name, 'a launch at a time that cannot be', { authDate }, [
        'telegram-time',
        'telegram-signature',
        'telegram-account',
        'telegram-proof',
      ]),
    ),
    [
      'telegram-sorted-by-name',
      'fields are sorted by name, where lines would sort another way',
      withLaunch(document, { more: [['auth_date1', '1']] }),
      holds(passing(...all), ...OF_TELEGRAM),
    ],
    refused(
      'sorted-by-line',
      'fields that were sorted by line, where names sort another way',
      { more: [['auth_date1', '1']], byLine: true },
      ['telegram-signature'],
    ),
    ...(
      [
        ['half-character', 'half of a surrogate pair inside the user', '"first_name":"\\ud800"'],
        ['too-deep', 'a user with 33 levels', `"more":${'['.repeat(32)}${']'.repeat(32)}`],
        ['rounded-number', 'a fraction that a double would lose', '"more":1.00000000000000000001'],
      ] as const
    ).map(([name, why, member]) =>
      refused(name, why, { user: `{"id":${ALICE},${member}}` }, ['telegram-signature']),
    ),
    [
      'telegram-deep',
      'a user with 32 levels',
      withLaunch(document, { user: `{"id":${ALICE},"more":${'['.repeat(31)}${']'.repeat(31)}}` }),
      holds(passing(...all), ...OF_TELEGRAM),
    ],
    refused(
      'after-the-last-year',
      'an auth_date of 12 digits, which is no time of the format',
      { authDate: LAST_SECOND + 1 },
      ['telegram-signature'],
    ),
    refused(
      'with-hash',
      'launch data that could open a session',
      { extra: `&hash=${'0'.repeat(64)}` },
      ['telegram-signature'],
    ),
    refused('field-twice', 'a field that comes twice', { extra: '&user=%7B%22id%22%3A1%7D' }, [
      'telegram-signature',
    ]),
    [
      'telegram-encoded',
      'names that the query string has to encode',
      withLaunch(document, { user: ENCODED_USER }),
      holds(passing(...all), ...OF_TELEGRAM),
    ],
    refused('added-field', 'a field that Telegram did not sign', { extra: '&chat_type=sender' }, [
      'telegram-signature',
    ]),
    refused(
      'repeated-id',
      'a user with two ids, of which readers could take either',
      { user: `{"id":${BOB},"id":${ALICE}}` },
      ['telegram-signature'],
    ),
    [
      'telegram-unsigned',
      'launch data without a signature',
      withoutSignature(withLaunch(document)),
      fails('telegram-signature', ...before),
    ],
    [
      'launch-by-unknown-key',
      'signed by a key that the verifier does not trust',
      withLaunch(document),
      fails('telegram-signature', ...before),
    ],
  ]
}

function withLogin(document: ProofDocument, terms: LoginTerms = {}): ProofDocument {
  const { key = LOGIN_RS256, jwk = key.jwk, header = {}, claims = {} } = terms
  const idToken = signToken(
    {
      iss: TELEGRAM_LOGIN_ISSUER,
      aud: BOT,
      sub: '1234123412341234123',
      id: ALICE,
      name: 'Alice',
      iat: AT + 120,
      exp: AT + 3_720,
      nonce: proofStartParam(document),
      ...claims,
    },
    { key, header },
  )
  return { ...document, telegram: { botId: BOT, idToken: terms.edit?.(idToken) ?? idToken, jwk } }
}

type LoginTerms = {
  key?: TokenKey
  /** The key that the document names. @default the one that signs */
  jwk?: LoginJwk
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  edit?: (idToken: string) => string
}

/** The keys that a verifier of the vectors trusts: one still signs, and one was Telegram's until ten minutes after. */
const LOGIN_KEYS: readonly LoginKey[] = [
  { name: 'simulated', jwk: LOGIN_RS256.jwk },
  { name: 'simulated', jwk: LOGIN_ES256.jwk, until: AT + 600 },
]

/** The same key under another `kid`. */
const renamed = (kid: string): TokenKey => ({
  ...LOGIN_RS256,
  jwk: { ...LOGIN_RS256.jwk, kid },
})

/** A token with other claims, under the same signature. */
function alter(idToken: string): string {
  const [header, claims = '', signature] = idToken.split('.')
  const read = Buffer.from(claims, 'base64url').toString().replace(ALICE, BOB)
  return [header, Buffer.from(read).toString('base64url'), signature].join('.')
}

async function loginCases(): Promise<Case[]> {
  const document = tonDocument(V4)
  const safe = (await contractCases()).find(([name]) => name === 'safe-two-of-three')
  if (safe === undefined || typeof safe[2] === 'string') throw new Error('no vector of a Safe')
  const all = ['state-init', 'key', 'signature'] as const
  const before = [...all, 'time'] as const
  const ofTelegram = (terms: LoginTerms, index: number, name: string, why: string): Case => [
    `login-${name}`,
    why,
    withLogin(document, terms),
    fails(OF_TELEGRAM[index] ?? 'time', ...before, ...OF_TELEGRAM.slice(0, index)),
  ]
  const held = (terms: LoginTerms, name: string, why: string): Case => [
    `login-${name}`,
    why,
    withLogin(document, terms),
    holds(passing(...all), ...OF_TELEGRAM),
  ]
  const unknown = { verdict: 'open' as const, checks: [...passing(...before), ...OF_UNKNOWN_KEY] }
  return [
    held({}, 'signed', 'the account logged in, with the digest of the proof as the nonce'),
    held({ claims: { id: Number(ALICE) } }, 'number-for-id', 'an id as a number'),
    held({ key: LOGIN_ES256 }, 'by-former-key', 'signed by a key while it was Telegram’s'),
    [
      'login-unknown-key',
      'a key that the verifier does not know, in Telegram’s name',
      withLogin(document, { key: renamed('test-rs256-2') }),
      unknown,
    ],
    [
      'login-safe-unknown-key',
      'the same, beside evidence that needs the chain',
      withLogin(safe[2], { key: renamed('test-rs256-2') }),
      {
        verdict: 'open',
        checks: [...(safe[3].verdict === 'unreadable' ? [] : safe[3].checks), ...OF_UNKNOWN_KEY],
      },
    ],
    ofTelegram({ claims: { aud: '6000000002' } }, 0, 'other-client', 'a token of another bot'),
    ofTelegram({ claims: { aud: [BOT] } }, 0, 'two-clients', 'a list of audiences'),
    ofTelegram(
      { claims: { iss: 'https://oauth.example.org' } },
      0,
      'other-issuer',
      'a token of another issuer',
    ),
    ofTelegram({ key: LOGIN_OTHER }, 0, 'same-kid', 'another key under the kid of a known one'),
    ofTelegram(
      { key: LOGIN_ES256, claims: { iat: AT + 601, exp: AT + 4_000 } },
      0,
      'after-former-key',
      'signed by a key that was Telegram’s only before',
    ),
    ofTelegram({ edit: alter }, 0, 'altered', 'claims that were changed after the signature'),
    ofTelegram(
      { header: { alg: 'none' }, edit: (token) => token.replace(/[^.]+$/, 'AA') },
      0,
      'alg-none',
      'a token that nobody signed',
    ),
    ofTelegram({ header: { alg: 'ES256' } }, 0, 'other-alg', 'a header with another algorithm'),
    ofTelegram({ header: { kid: 'test-rs256-2' } }, 0, 'other-kid', 'a header with another kid'),
    ofTelegram(
      { header: { crit: ['exp'] } },
      0,
      'unknown-extension',
      'an extension that a reader has to know',
    ),
    ofTelegram({ claims: { nonce: undefined } }, 0, 'no-nonce', 'a token without a nonce'),
    ofTelegram(
      { claims: { id: undefined, sub: ALICE } },
      0,
      'subject-only',
      'sub in place of id: sub is not the Telegram id',
    ),
    ofTelegram(
      { edit: (token) => signText(token, (text) => text.replace('{', `{"id":"${BOB}",`)) },
      0,
      'repeated-id',
      'two ids, of which readers could take either',
    ),
    ofTelegram({ claims: { id: BOB } }, 1, 'other-account', 'a login of another account'),
    ofTelegram(
      { claims: { nonce: `p1_${nonceOf('proof')}` } },
      2,
      'other-nonce',
      'the digest of another proof',
    ),
    ...(
      [
        ['older-than-proof', AT - 601, AT],
        ['in-9999', LAST_SECOND, LAST_SECOND],
        ['not-expired', AT + 120, LAST_SECOND],
      ] as const
    ).map(([name, iat, exp]) =>
      ofTelegram({ claims: { iat, exp } }, 3, name, 'a login at a time that cannot be handed out'),
    ),
    ...(['padded', 'another-e', 'short-n', 'stray-bits'] as const).map((name): Case => {
      const { telegram, ...rest } = withLogin(document)
      const changes = {
        padded: { idToken: 'e30=.e30=.AA==' },
        'another-e': { jwk: { ...LOGIN_RS256.jwk, e: 'Aw' } },
        'short-n': { jwk: { ...LOGIN_RS256.jwk, n: 'A'.repeat(171) } },
        // Of the last character two bits count, and say the same.
        'stray-bits': { jwk: withStrayBits(LOGIN_RS256.jwk) },
      }
      const changed = { ...rest, telegram: { ...telegram, ...changes[name] } }
      return [`login-form-${name}`, 'another form', JSON.stringify(changed), UNREADABLE]
    }),
  ]
}

function withStrayBits(jwk: TokenKey['jwk']): TokenKey['jwk'] {
  return jwk.alg === 'RS256' ? { ...jwk, n: jwk.n.replace(/w$/, 'x') } : jwk
}

const OF_UNKNOWN_KEY = [
  ...leaving('telegram-signature'),
  ...passing('telegram-account', 'telegram-proof', 'telegram-time'),
]

/** Signs other claims as the text has them. */
function signText(idToken: string, edit: (claims: string) => string): string {
  const [header = '', claims = ''] = idToken.split('.')
  const edited = Buffer.from(edit(Buffer.from(claims, 'base64url').toString()))
  return signParts(header, edited.toString('base64url'), LOGIN_RS256)
}

/** A text that is no document. */
function unreadable(name: string, why: string, changed: unknown): Case {
  const text = typeof changed === 'string' ? changed : JSON.stringify(changed)
  return [`form-${name}`, why, text, UNREADABLE]
}

function formCases(): Case[] {
  const document = tonDocument(V4)
  const text = JSON.stringify(document)
  const { evidence } = document
  return [
    unreadable('chain-id', 'a chain id that is not exact as a number', {
      ...document,
      wallet: `eip155:9007199254740993:${CONTRACT}`,
      evidence: { type: 'evm-contract', message: 'x', signature: '0x', block: BLOCK },
    }),
    unreadable('half-pair', 'half of a surrogate pair, which has no form in UTF-8', {
      ...document,
      evidence: { ...tonText(V4), text: `${tonText(V4).text}\uD800` },
    }),
    unreadable('byte-order-mark', 'a byte order mark', `\uFEFF${text}`),
    unreadable(
      'rounded-number',
      'a fraction that a double would lose',
      text.replace(`:${AT}`, `:${AT}.0000000001`),
    ),
    [
      'form-number-notation',
      'the same integer in another notation',
      text.replace(`:${AT}`, `:${AT / 1_000}.000e3`),
      holds(passing('state-init', 'key', 'signature')),
    ],
    unreadable('not-json', 'no JSON', text.slice(0, -1)),
    unreadable('array', 'no object', [document]),
    unreadable('version', 'an unknown version', { ...document, format: 'clasp-proof/2' }),
    unreadable('unknown-member', 'a member that the format does not name', {
      ...document,
      level: 'key',
    }),
    unreadable('unknown-evidence-member', 'the same inside', {
      ...document,
      evidence: { ...evidence, app: 1 },
    }),
    unreadable('unknown-evidence', 'an unknown kind of evidence', {
      ...document,
      evidence: { ...evidence, type: 'solana' },
    }),
    unreadable('repeated-member', 'a member twice', text.replace('{', `{"telegramId":"${BOB}",`)),
    unreadable(
      'escaped-repeat',
      'a member twice, once escaped',
      text.replace('{', '{"\\u0074elegramId":"1",'),
    ),
    unreadable('missing-member', 'without the time', {
      ...document,
      evidence: { ...evidence, timestamp: undefined },
    }),
    unreadable('number-for-id', 'a number where an id is a string', {
      ...document,
      telegramId: Number(ALICE),
    }),
    unreadable('padded-id', 'an id with a leading zero', { ...document, telegramId: `0${ALICE}` }),
    unreadable('text-for-time', 'a string where the time is a number', {
      ...document,
      evidence: { ...evidence, timestamp: String(AT) },
    }),
    unreadable('friendly-address', 'an address in the form for people', {
      ...document,
      wallet: `tvm:-239:${formatTonAddress(V4.address, { network: '-239' })}`,
    }),
    unreadable('unescaped-colon', 'a colon that CAIP-10 does not allow', {
      ...document,
      wallet: `tvm:-239:${V4.address}`,
    }),
    unreadable('no-checksum', 'an EVM address without its checksum', {
      ...document,
      wallet: `eip155:1:${CONTRACT.toLowerCase()}`,
      evidence: { type: 'evm-message', message: 'x', signature: `0x${'11'.repeat(64)}1b` },
    }),
    unreadable('other-family', 'evidence of TON for an EVM wallet', {
      ...document,
      wallet: `eip155:1:${CONTRACT}`,
    }),
    unreadable('loose-base64', 'base64 with stray bits', {
      ...document,
      evidence: { ...evidence, signature: `${'A'.repeat(85)}B==` },
    }),
    unreadable('too-long', 'one byte more than allowed', text.padEnd(256 * 1024 + 1)),
  ]
}
