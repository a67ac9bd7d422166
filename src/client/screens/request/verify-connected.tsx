import type { Request } from '#shared/request.ts'
import type { Family, Wallet } from '#shared/wallet.ts'
import { isolated } from '../../i18n/format.ts'
import { WALLET } from '../../ui/first-icons.ts'
import { toChoice } from '../../wallets/to-choice.ts'
import type { WalletChoice } from '../../wallets/wallet-connector.ts'
import { AppChoiceCell } from '../connect/app-choice-cell.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import type { Preparation } from '../linking/preparation.ts'
import { type Addressed, unbrokenAddress } from '../account/unbroken-address.ts'
import { isSame, useConnectedWallets } from '../device/use-connected-wallets.ts'
import { useCore } from '../context/context.ts'

/** An account that is connected on this device and not linked, in an app that we can open directly. */
export type ConnectedAccount = {
  account: Addressed
  choice: WalletChoice
  /** Of the app. */
  name: string
  preparation: Preparation
}

/** Accounts with which the member may answer once they are verified, at most one of each family. */
export function useConnectedAccounts(
  families: readonly Family[],
  linked: readonly Wallet[],
): ConnectedAccount[] {
  const { preparations } = useCore()
  return useConnectedWallets().flatMap(({ family, account, walletApp }) => {
    const preparation = preparations[family]
    if (preparation === null || account === null || !families.includes(family)) return []
    if (linked.some((wallet) => isSame(wallet, account))) return []
    const choice = toChoice(family, walletApp)
    return choice === 'all-wallets' ? [] : [{ account, choice, name: walletApp.name, preparation }]
  })
}

type Props = { connected: ConnectedAccount; request: Request }

/** Verifies a connected account for the request, which links it and answers: one tap opens its app. */
export function VerifyConnected({ connected, request }: Props) {
  const { verifyWith } = useMessagesOf('request')
  const { account, choice, name, preparation } = connected
  return (
    <AppChoiceCell
      preparation={preparation}
      aim={{ purpose: request.code, wanted: [account.address] }}
      choice={choice}
      icon={WALLET}
      title={verifyWith(isolated(name))}
      subtitle={unbrokenAddress(account)}
    />
  )
}
