import { type Address, type Hex, concat, hashMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export type SafeAccount = { chainId: number; address: Address }

/** Fields of the EIP-712 `SafeMessage` that owners of a Safe sign, as its contracts hash it. */
const SAFE_MESSAGE = { SafeMessage: [{ name: 'message', type: 'bytes' }] } as const

/**
 * A Safe's signature of a text that was requested with `personal_sign`, collected off the chain. Its
 * contract accepts it after enough owners for the threshold have signed.
 *
 * @param keys private keys of owners, in any order
 * @see safe-contracts 1.4.1, CompatibilityFallbackHandler.isValidSignature(bytes32,bytes)
 */
export async function signAsSafe(
  { chainId, address }: SafeAccount,
  text: string,
  keys: readonly Hex[],
): Promise<Hex> {
  return signByOwners(keys, (owner) =>
    owner.signTypedData({
      domain: { chainId, verifyingContract: address },
      types: SAFE_MESSAGE,
      primaryType: 'SafeMessage',
      message: { message: hashMessage(text) },
    }),
  )
}

type OwnerAccount = ReturnType<typeof privateKeyToAccount>

/** The owners' signatures one after another, in the order of the owners' addresses, which Safe requires. */
export async function signByOwners(
  keys: readonly Hex[],
  sign: (owner: OwnerAccount) => Promise<Hex>,
): Promise<Hex> {
  const owners = keys.map((key) => privateKeyToAccount(key))
  const sorted = owners.sort(
    (one, other) => Number(BigInt(one.address) > BigInt(other.address)) * 2 - 1,
  )
  return concat(await Promise.all(sorted.map(sign)))
}
