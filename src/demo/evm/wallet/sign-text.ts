import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { signAsSafe } from '../sign-as-safe.ts'
import type { EvmAccount } from './accounts.ts'
import type { SignBehaviour } from './behaviour.ts'

type Signing = {
  text: string
  account: EvmAccount
  /** Of a contract account: the chain that it is asked on. */
  chainId: number
  behaviour: SignBehaviour
  foreignKey: Hex
}

const KEY_SIGNATURE_BYTES = 65
/** More than any server takes: 17 KiB. */
const OVERSIZED_BYTES = 17 * 1024

/** The wallet's signature of a text, with what the behaviour makes wrong in it. */
export async function signText({ behaviour, ...signing }: Signing): Promise<Hex> {
  switch (behaviour) {
    case 'garbage-signature':
      return `0x${'a5'.repeat(KEY_SIGNATURE_BYTES)}`
    case 'empty-signature':
      return '0x'
    case 'oversized-signature':
      return `0x${'a5'.repeat(OVERSIZED_BYTES)}`
    case 'altered-text':
      return sign({ ...signing, text: altered(signing.text), key: signing.account.key })
    case 'wrong-key':
      return sign({ ...signing, key: signing.foreignKey })
    default:
      return sign({ ...signing, key: signing.account.key })
  }
}

type Plain = { text: string; account: EvmAccount; chainId: number; key: Hex }

function sign({ text, account, chainId, key }: Plain): Promise<Hex> {
  if (account.kind === 'safe') return signAsSafe({ chainId, address: account.address }, text, [key])
  return privateKeyToAccount(key).signMessage({ message: text })
}

/** The first letter becomes another one. */
function altered(text: string): string {
  return text.replace(/[a-z]/i, (letter) => (letter === 'x' ? 'y' : 'x'))
}
