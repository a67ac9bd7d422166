import { isReportedKey, TON_MULTISIG_KIND } from '#shared/wallet.ts'
import { evmChainName } from '#shared/evm-chains.ts'
import type { StoredMultisig, AttemptAccount, StoredWallet } from '#server/store/stored.ts'
import type { NamedMultisig } from './messages/multisig-texts.ts'
import type { WalletKind } from './messages/messages.ts'
import type { WalletProof } from './messages/proof-texts.ts'
import { shortAddress } from './short-address.ts'

/** The kind of wallet, as far as the texts distinguish kinds. */
export function getKind(wallet: StoredWallet): WalletKind {
  if (isMultisig(wallet)) {
    const { chain, terms } = nameLinked(wallet)
    return { family: 'multisig', chain, terms, level: getLevel(wallet) }
  }
  if (wallet.family === 'ton') {
    return { family: 'ton', version: wallet.kind === 'unknown' ? null : wallet.kind }
  }
  return { family: 'evm', chain: findChain(wallet) }
}

/** How it was proven. */
export function getProof(wallet: StoredWallet): WalletProof {
  const { binding, level, kind } = wallet
  const chain = findChain(wallet)
  if (level === 'quorum') return { by: 'owners', binding }
  if (chain === null) return { by: isReportedKey(wallet) ? 'reported-key' : 'key', binding }
  return { by: kind === 'safe' ? 'safe' : 'contract', binding, chain }
}

/** Whether several owners control it. */
export function isMultisig({ kind }: Pick<StoredWallet, 'kind'>): boolean {
  return kind === 'safe' || kind === TON_MULTISIG_KIND
}

/** The name of a linked multisig. */
export function nameLinked(wallet: StoredWallet): NamedMultisig {
  const { multisig } = wallet
  return {
    address: shortAddress(wallet),
    chain: findChain(wallet),
    terms: multisig && findTerms(multisig),
  }
}

/** The name of a multisig of which only chain and address are known. */
export function nameAccount(account: AttemptAccount): NamedMultisig {
  const chain = account.family === 'evm' ? evmChainName(account.chainId) : null
  return { address: shortAddress(account), chain, terms: null }
}

/** The name of a multisig that need not be linked. */
export function nameMultisig(multisig: StoredMultisig): NamedMultisig {
  return {
    address: shortAddress(multisig),
    chain: multisig.family === 'evm' ? evmChainName(multisig.chainId) : null,
    terms: findTerms(multisig),
  }
}

function findTerms({ threshold, owners }: StoredMultisig): NamedMultisig['terms'] {
  return { threshold, owners: owners.length }
}

function getLevel({ level }: StoredWallet): 'account' | 'quorum' {
  return level === 'quorum' ? 'quorum' : 'account'
}

/** Name of the one chain that a contract account is on; null for a wallet with a key of its own. */
function findChain(wallet: StoredWallet): string | null {
  return wallet.family === 'evm' && wallet.chainId !== null ? evmChainName(wallet.chainId) : null
}
