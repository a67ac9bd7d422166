import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { signAsSafe } from '../sign-as-safe.ts'
import type { DemoEvmAccount } from './accounts.ts'
import type { SignBehaviour } from './behaviour.ts'
import { madeUpSignature } from './made-up-signature.ts'

type TextSigning = {
  text: string
  account: DemoEvmAccount
  /** Private keys of those who sign: of the account itself, or of owners of the Safe that it is. */
  keys: readonly Hex[]
  /** Of a contract account: the chain that it is asked on. */
  chainId: number
  behaviour: SignBehaviour
  foreignKey: Hex
}

/** The wallet's signature of a text, with the faults of the behaviour. */
export async function signText({ behaviour, ...signing }: TextSigning): Promise<Hex> {
  if (behaviour === 'altered-text') return sign({ ...signing, text: altered(signing.text) })
  if (behaviour === 'wrong-key') return sign({ ...signing, keys: [signing.foreignKey] })
  return madeUpSignature(behaviour) ?? sign(signing)
}

type Plain = Pick<TextSigning, 'text' | 'account' | 'chainId' | 'keys'>

async function sign({ text, account: { kind, address }, chainId, keys }: Plain): Promise<Hex> {
  if (kind === 'safe' || kind === 'treasury') return signAsSafe({ chainId, address }, text, keys)
  const [key] = keys
  if (key === undefined) throw new Error('An account of a key has one')
  return privateKeyToAccount(key).signMessage({ message: text })
}

/** The first letter becomes another one. */
function altered(text: string): string {
  return text.replace(/[a-z]/i, (letter) => (letter === 'x' ? 'y' : 'x'))
}
