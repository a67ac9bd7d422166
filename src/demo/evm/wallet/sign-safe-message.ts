import { type Hex, slice } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SignBehaviour } from './behaviour.ts'
import { madeUpSignature } from './made-up-signature.ts'
import type { SafeMessageData } from './signing-request.ts'

type SafeSigning = {
  data: SafeMessageData
  key: Hex
  behaviour: SignBehaviour
  foreignKey: Hex
}

/** Where no Safe is. */
const OTHER_SAFE: Hex = '0x00000000000000000000000000000000000050fe'

/** One owner's signature of a Safe's message, with the faults of the behaviour. */
export async function signSafeMessage({ behaviour, ...signing }: SafeSigning): Promise<Hex> {
  const { data, key, foreignKey } = signing
  const { domain, message } = data
  switch (behaviour) {
    case 'wrong-key':
      return sign(data, foreignKey)
    case 'altered-message':
      return sign({ ...data, message: { message: altered(message.message) } }, key)
    case 'for-other-safe':
      return sign({ ...data, domain: { ...domain, verifyingContract: OTHER_SAFE } }, key)
    case 'for-other-chain':
      return sign({ ...data, domain: { ...domain, chainId: domain.chainId + 1 } }, key)
    case 'recovery-id':
      return withRecoveryId(await sign(data, key))
    default:
      return madeUpSignature(behaviour) ?? sign(data, key)
  }
}

function sign(data: SafeMessageData, key: Hex): Promise<Hex> {
  // With types that come from outside there is nothing for viem to infer.
  return privateKeyToAccount(key).signTypedData<Record<string, unknown>, string>(data)
}

/** With another first byte. */
function altered(message: Hex): Hex {
  return message.startsWith('0xa5') ? `0x5a${message.slice(4)}` : `0xa5${message.slice(4)}`
}

/** Ends with 0 or 1 in place of 27 or 28. */
function withRecoveryId(signature: Hex): Hex {
  const last = slice(signature, -1) === '0x1b' ? '00' : '01'
  return `${slice(signature, 0, -1)}${last}`
}
