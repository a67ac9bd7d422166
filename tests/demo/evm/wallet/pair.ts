import { expect } from 'vitest'
import type { EvmAccountKind } from '#demo/evm/wallet/accounts.ts'
import type { ConnectBehaviour } from '#demo/evm/wallet/behaviour.ts'
import { parsePairingUri } from '#demo/evm/wallet/wallet-link.ts'
import type { DemoEvmWallet } from '#demo/evm/wallet/wallet.ts'
import type { ProviderApp } from '../start-evm-world.ts'

const TIMEOUT = { timeout: 10_000 }

export async function untilScreen({ view }: DemoEvmWallet, screen: string): Promise<void> {
  await expect.poll(() => view.get().screen, TIMEOUT).toBe(screen)
}

/** The app proposes a session and the wallet reads the link. */
export async function propose(
  app: ProviderApp,
  wallet: DemoEvmWallet,
  chainIds: readonly number[] = [1, 8453],
) {
  // The library warns about a parameter that it sets automatically.
  forgiveWarning('requiredNamespaces are deprecated')
  const shown = new Promise<string>((resolve) => {
    app.once('display_uri', resolve)
  })
  const session = app.connect({
    optionalNamespaces: {
      eip155: {
        chains: chainIds.map((id) => `eip155:${id}`),
        methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
        events: ['accountsChanged'],
      },
    },
  })
  const uri = await shown
  await wallet.open(parsePairingUri(encodeURIComponent(uri)))
  await untilScreen(wallet, 'connect')
  return { uri, session: made(session) }
}

type PairChoice = { account: EvmAccountKind; behaviour?: ConnectBehaviour }

export async function connect(
  app: ProviderApp,
  wallet: DemoEvmWallet,
  choice: PairChoice,
): Promise<void> {
  const { session } = await propose(app, wallet)
  await wallet.connect({ behaviour: 'honest', ...choice })
  await session
}

export function getAccount({ accounts }: DemoEvmWallet, kind: EvmAccountKind) {
  const account = accounts.find((one) => one.kind === kind)
  if (account === undefined) throw new Error(`the wallet has no account ${kind}`)
  return account
}

function forgiveWarning(text: string): void {
  const { warn } = console
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).includes(text)) warn(...args)
  }
}

/** Handles the rejection here, so that an early refusal is not an unhandled error of the test. */
function made<Session>(session: Promise<Session | undefined>): Promise<Session> {
  const certain = session.then((one) => {
    if (one === undefined) throw new Error('no session was made')
    return one
  })
  certain.catch(() => {})
  return certain
}
