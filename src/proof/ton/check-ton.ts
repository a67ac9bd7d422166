import { base64, hex } from '@scure/base'
import { tonChainId } from '#shared/account-id.ts'
import { formatTonAddress } from '#shared/ton-address.ts'
import { namesAccount } from '../account-name.ts'
import type { ProofChain, ReadTonKey } from '../chain.ts'
import { type Check, checkThat, failed, isRefusal, open, passed } from '../check.ts'
import { commitToAccount } from '../commitment.ts'
import type { ChainKey, TonEvidence } from '../document.ts'
import { isTime } from '../is-time.ts'
import type { KeyClaim } from '../key-claim.ts'
import { type NamedWallet, parseWalletName } from '../wallet-name.ts'
import { isEd25519Signature } from './ed25519.ts'
import { parseStateInit, publicKeyAt, type StateInit, TON_WALLETS } from './state-init.ts'
import { tonProofDigest, tonTextDigest } from './digests.ts'

type TonClaim = KeyClaim<Extract<NamedWallet, { family: 'ton' }>>

/** Checks what the key of a TON wallet signed: a ton_proof, or a text. Stops at the first check that fails. */
export async function checkTon(
  evidence: TonEvidence,
  claim: TonClaim,
  chain: ProofChain,
): Promise<Check[]> {
  const payload = commitToAccount({
    ...claim,
    chain: tonChainId(claim.wallet.network),
    domain: evidence.domain,
    nonce: evidence.nonce,
  })
  const text = evidence.type === 'ton-text' ? [checkText(evidence, payload, claim)] : []
  if (text.some(isRefusal)) return text
  const stateInit = parseStateInit(base64.decode(evidence.stateInit))
  if (stateInit === null) return [...text, failed('state-init', 'state-init-malformed')]
  const { chainKey } = evidence
  const account = await checkAccount(stateInit, { chainKey, wallet: claim.wallet }, chain)
  const checks = [...text, ...account]
  if (checks.some(isRefusal)) return checks
  const key = chainKey?.publicKey ?? initialKey(stateInit)
  return [...checks, checkSignature(evidence, payload, { key, wallet: claim.wallet })]
}

/** The text must be the one that Clasp asks to sign, for this account and this purpose. */
function checkText(
  { text, domain }: Extract<TonEvidence, { type: 'ton-text' }>,
  payload: string,
  { telegramId, multisig }: TonClaim,
): Check {
  const [first = '', ...others] = text.split('\n')
  const [before, end] =
    multisig === undefined
      ? ['Link this wallet to the Telegram account ', ` at ${domain}.`]
      : [
          'Agree, with the Telegram account ',
          ` at ${domain}, to link a multisig of which this wallet is a signer.`,
        ]
  const agrees =
    namesAccount(first, telegramId, { before, after: [' in '] }) &&
    first.endsWith(end) &&
    getLine(others, 'Nonce: ') === payload &&
    ['Issued: ', 'Expires: '].every((start) => isSecond(getLine(others, start))) &&
    (multisig === undefined || namesMultisig(getLine(others, 'Multisig: '), multisig))
  return checkThat('text', agrees ? null : 'text-differs')
}

/** The rest of the one line that starts so; null if there is none, or more than one. */
function getLine(lines: readonly string[], start: string): string | null {
  const [line, ...others] = lines.filter((one) => one.startsWith(start))
  return line === undefined || others.length > 0 ? null : line.slice(start.length)
}

/** Whether it is a time that exists, in UTC and without milliseconds. */
function isSecond(time: string | null): boolean {
  return time !== null && isTime(time.replace('Z', '.000Z'))
}

/** Whether it is one of the two friendly addresses that a multisig has on its network, in base64url. */
function namesMultisig(friendly: string | null, multisig: string): boolean {
  const wallet = parseWalletName(multisig)
  if (wallet?.family !== 'ton') return false
  const { address, network } = wallet
  return [true, false].some(
    (bounceable) => formatTonAddress(address, { network, bounceable }) === friendly,
  )
}

type Account = { chainKey: ChainKey | undefined; wallet: TonClaim['wallet'] }

async function checkAccount(
  stateInit: StateInit,
  account: Account,
  chain: ProofChain,
): Promise<Check[]> {
  return stateInit.hash === account.wallet.hash
    ? [passed('state-init'), await checkKey(stateInit, account, chain)]
    : [failed('state-init', 'state-init-of-another-account')]
}

/** A key that can be replaced, and the key of unknown code, must come from the chain; no other may. */
async function checkKey(
  stateInit: StateInit,
  { chainKey, wallet }: Account,
  chain: ProofChain,
): Promise<Check> {
  const code = TON_WALLETS.get(stateInit.codeHash)
  const isFixed = code?.rotatable === false
  if (isFixed) {
    if (chainKey !== undefined) return failed('key', 'key-not-expected')
    return checkThat('key', whyNotInitial(stateInit))
  }
  if (chainKey === undefined) return failed('key', 'key-missing')
  if (!chainKey.deployed && initialKey(stateInit) !== chainKey.publicKey)
    return failed('key', 'key-differs')
  const { network, address } = wallet
  const at = chainKey.block?.seqno ?? 'latest'
  const answer = await chain.readTonKey({ network, address, at })
  if (answer === 'unanswered') return open('key')
  return checkThat('key', confirmsKey(answer, chainKey) ? null : 'key-differs')
}

function confirmsKey(answer: ReadTonKey, { deployed, publicKey }: ChainKey): boolean {
  if (typeof answer === 'object') return deployed && answer.publicKey === publicKey
  return !deployed && answer === 'not-deployed'
}

function whyNotInitial(stateInit: StateInit): 'key-not-in-data' | 'key-may-not-sign' | null {
  const needed = TON_WALLETS.get(stateInit.codeHash)?.firstBitWhenKeySigns ?? null
  if (initialKey(stateInit) === null) return 'key-not-in-data'
  const firstBit = (stateInit.data.bytes[0] ?? 0) >> 7
  return needed === null || firstBit === needed ? null : 'key-may-not-sign'
}

/** The key in the data of a wallet whose code is known, in hex. */
function initialKey({ codeHash, data }: StateInit): string | null {
  const code = TON_WALLETS.get(codeHash)
  const key = code === undefined ? null : publicKeyAt(data, code.publicKeyOffset)
  return key && hex.encode(key)
}

/** @param account `key`: the chain's, or the one in the data; null, which no account that was checked has */
function checkSignature(
  evidence: TonEvidence,
  payload: string,
  { key, wallet }: { key: string | null; wallet: TonClaim['wallet'] },
): Check {
  const message =
    evidence.type === 'ton-text'
      ? tonTextDigest(wallet, evidence)
      : tonProofDigest(wallet, { ...evidence, payload })
  const signature = base64.decode(evidence.signature)
  const isSigned =
    key !== null && isEd25519Signature({ publicKey: hex.decode(key), message, signature })
  return checkThat('signature', isSigned ? null : 'signature-invalid')
}
