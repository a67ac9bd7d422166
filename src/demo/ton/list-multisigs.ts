import type { Address } from '@ton/core'
import type { DemoTonChain } from './chain.ts'

/**
 * The multisigs in which this account signs or proposes, as toncenter's HTTP API v3 writes them. It lists whatever
 * answers like one, lookalikes too.
 */
export async function listMultisigs(chain: DemoTonChain, member: Address): Promise<unknown[]> {
  const all = await Promise.all(chain.multisigs().map((address) => read(chain, address)))
  return all.flatMap((one) => (one !== null && isMember(one, member) ? [describe(one)] : []))
}

type ListedMultisig = NonNullable<Awaited<ReturnType<typeof read>>>

async function read(chain: DemoTonChain, address: Address) {
  const [account, terms] = await Promise.all([chain.account(address), chain.multisig(address)])
  return account.state === 'active' && terms !== null ? { address, account, terms } : null
}

function isMember({ terms }: ListedMultisig, member: Address): boolean {
  return [...terms.signers, ...terms.proposers].some((one) => one.equals(member))
}

function describe({ address, account, terms }: ListedMultisig) {
  return {
    address: raw(address),
    next_order_seqno: '0',
    threshold: terms.threshold,
    signers: terms.signers.map(raw),
    proposers: terms.proposers.map(raw),
    last_transaction_lt: '0',
    code_hash: account.code.hash().toString('base64'),
    data_hash: account.data.hash().toString('base64'),
    orders: [],
  }
}

/** With large letters: so it writes them. */
function raw(address: Address): string {
  return address.toRawString().toUpperCase()
}
