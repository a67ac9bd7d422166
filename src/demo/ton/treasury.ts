import { Address, contractAddress } from '@ton/core'
import type { DemoTonChain } from './chain.ts'
import { type MultisigTerms, multisigCode, multisigData } from './multisig-contract.ts'
import { type SharedKind, createAccount } from './wallet/accounts.ts'

type TreasuryMembers = { signers: readonly SharedKind[]; threshold: number }

/** The demo's multisig: accounts that everybody's demo wallet holds sign for it, two of three. */
const FIRST_TERMS = treasuryTerms({ signers: ['signer1', 'signer2', 'signer3'], threshold: 2 })

export const TREASURY_ADDRESS = contractAddress(0, {
  code: multisigCode(),
  data: multisigData(FIRST_TERMS),
})

/** Terms under which these accounts of the demo wallet sign for the treasury, and its proposer proposes. */
export function treasuryTerms({ signers, threshold }: TreasuryMembers): MultisigTerms {
  return { signers: signers.map(getAddress), proposers: [getAddress('proposer')], threshold }
}

/** Puts the treasury on the chain as it is at first. */
export async function deployTreasury(chain: DemoTonChain): Promise<void> {
  await chain.deployMultisig(FIRST_TERMS)
}

/** The signers at first, as raw addresses. */
export const TREASURY_SIGNERS = FIRST_TERMS.signers.map((signer) => signer.toRawString())

function getAddress(kind: SharedKind): Address {
  return Address.parse(createAccount({ kind, seed: '', network: '-239' }).address)
}
