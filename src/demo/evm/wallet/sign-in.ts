import type { WalletKitTypes } from '@reown/walletkit'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DemoEvmAccount } from './accounts.ts'
import { altered } from './answer-signing.ts'
import { type ConnectBehaviour, SIGN_IN_BEHAVIOURS } from './behaviour.ts'
import type { Kit } from './wallet-kit.ts'

export type KitProposal = WalletKitTypes.SessionProposal['params']

/** What an app wants signed with its connection (CAIP-122). */
type AskedSignIn = NonNullable<NonNullable<KitProposal['requests']>['authentication']>[number]

type SignInCase = {
  kit: Pick<Kit, 'formatAuthMessage'>
  asked: KitProposal
  account: DemoEvmAccount
}

type SignInTexts = { asked: AskedSignIn; issuer: string; text: string }

/**
 * The text that the account signs as it connects, on the first chain of the request that the account is on. Null where
 * the app asks for none; contract accounts sign only when asked separately.
 */
export function findSignIn({ kit, asked, account }: SignInCase): SignInTexts | null {
  const [request] = asked.requests?.authentication ?? []
  const chain = request?.chains.find((one) => account.chainIds.some((id) => one === `eip155:${id}`))
  const isContract = account.kind === 'safe' || account.kind === 'treasury'
  if (request === undefined || chain === undefined || isContract) return null
  const issuer = `did:pkh:${chain}:${account.address}`
  return { asked: request, issuer, text: kit.formatAuthMessage({ request, iss: issuer }) }
}

export function signsIn(behaviour: ConnectBehaviour): boolean {
  return SIGN_IN_BEHAVIOURS.some((one) => one === behaviour)
}

/** The wallet's signatures for the app (CACAO, CAIP-74), with the faults of the behaviour. */
export async function makeSignIns(
  signing: SignInCase & { behaviour: ConnectBehaviour; foreignKey: Hex },
) {
  const { account, behaviour, foreignKey } = signing
  const found = findSignIn(signing)
  if (found === null || !signsIn(behaviour) || !('key' in account)) return []
  const text = behaviour === 'sign-in-altered-text' ? altered(found.text) : found.text
  const key = behaviour === 'sign-in-wrong-key' ? foreignKey : account.key
  const signature = await privateKeyToAccount(key).signMessage({ message: text })
  const signIn = toCacao(found, signature)
  return behaviour === 'sign-in-twice' ? [signIn, signIn] : [signIn]
}

function toCacao({ asked, issuer }: SignInTexts, signature: Hex) {
  const { chains: _chains, type: _type, signatureTypes: _types, ...claims } = asked
  return {
    h: { t: 'caip122' as const },
    p: { ...claims, iss: issuer },
    s: { t: 'eip191' as const, s: signature },
  }
}
