import { isReportedKey, TON_MULTISIG_KIND } from '#shared/wallet.ts'
import { evmChainName } from '#shared/evm-chains.ts'
import type { StoredMultisig, AttemptAccount, StoredWallet } from '#server/store/database/stored.ts'
import type { NamedMultisig, NotifiedCosigning } from './messages/multisig-texts.ts'
import type { WalletKind } from './messages/messages.ts'
import type { WalletProof } from './messages/proof-texts.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { Language } from '#shared/languages.ts'
import { getCurrentConfirmations } from '#server/multisig/cosignings.ts'
import type { StoredCosigning } from '#server/store/rows/cosigning-rows.ts'
import { formatMoment } from './messages/format-date.ts'

/** The kind of wallet, as far as the texts distinguish kinds. */
export function getKind(wallet: StoredWallet): WalletKind {
  const { family, kind } = wallet
  const chain = findChain(wallet)
  if (kind === 'safe' || kind === TON_MULTISIG_KIND) return { family: 'multisig', chain }
  return family === 'ton' ? { family, kind } : { family, kind, chain }
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
function nameMultisig(multisig: StoredMultisig): NamedMultisig {
  return {
    address: shortAddress(multisig),
    chain: multisig.family === 'evm' ? evmChainName(multisig.chainId) : null,
    terms: findTerms(multisig),
  }
}

function findTerms({ threshold, owners }: StoredMultisig): NamedMultisig['terms'] {
  return { threshold, owners: owners.length }
}

/** Name of the one chain that a contract account is on; null for a wallet with a key of its own. */
function findChain(wallet: StoredWallet): string | null {
  return wallet.family === 'evm' && wallet.chainId !== null ? evmChainName(wallet.chainId) : null
}

/** Characters at each end; the `0x` of an EVM address comes before them. */
const END_LENGTH = 4

/** An address without its middle, as people compare it: `UQab…wxyz`, `0x12ab…89ef`. */
export function shortAddress(wallet: Parameters<typeof displayAddress>[0]): string {
  const address = displayAddress(wallet)
  const start = address.startsWith('0x') ? '0x'.length + END_LENGTH : END_LENGTH
  return `${address.slice(0, start)}…${address.slice(-END_LENGTH)}`
}

/** A cosigning as one member's notification shows it. */
export function toNotifiedCosigning(
  cosigning: StoredCosigning,
  { memberId, language }: { memberId: string; language: Language },
): NotifiedCosigning {
  const { multisig, method, starter, expiresAt } = cosigning
  return {
    multisig: nameMultisig(multisig),
    method,
    starter,
    isOwn: starter.id === memberId,
    signed: getCurrentConfirmations(cosigning).length,
    threshold: multisig.threshold,
    until: formatMoment(language, expiresAt),
  }
}
