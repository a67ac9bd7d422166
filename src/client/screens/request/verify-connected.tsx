import { useEffect } from 'react'
import type { Request } from '#shared/request.ts'
import type { Family, Wallet } from '#shared/wallet.ts'
import { isolated } from '../../i18n/format.ts'
import type { RequestMessages } from '../../i18n/messages.ts'
import { WALLET } from '../../ui/first-icons.ts'
import { toChoice } from '../../wallets/to-choice.ts'
import type { WalletChoice } from '../../wallets/wallet-connector.ts'
import type { Preparation } from '../linking/preparation.ts'
import { ChoiceCell } from '../connect/choice-cell.tsx'
import { useChoosing } from '../linking/use-choosing.ts'
import { type Addressed, unbrokenAddress } from '../account/unbroken-address.ts'
import { isSame, useConnectedWallets } from '../device/use-connected-wallets.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'

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

type Props = { connected: ConnectedAccount; request: Request; messages: RequestMessages }

/** Verifies a connected account for the request, which links it and answers: one tap opens its app. */
export function VerifyConnected({ connected, request, messages }: Props) {
  const { preload } = useServices()
  const { account, choice, name, preparation } = connected
  const aim = { purpose: request.code, wanted: [account.address] }
  const choosing = useChoosing(preparation, aim)
  useEffect(() => {
    preload('attempt')
  }, [preload])
  return (
    <ChoiceCell
      choosing={choosing}
      choice={choice}
      onIntent={() => void preparation.warmUp()}
      icon={WALLET}
      title={messages.verifyWith(isolated(name))}
      subtitle={unbrokenAddress(account)}
    />
  )
}
