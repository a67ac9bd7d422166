import { useMemo, useState } from 'react'
import { AppTitle } from '#demo/wallet/app-title.tsx'
import { BehaviourChoice } from '#demo/wallet/behaviour-choice.tsx'
import { RequestActions } from '#demo/wallet/request-actions.tsx'
import { Screen } from '#demo/wallet/screen.tsx'
import { SelectRow } from '#demo/wallet/select-row.tsx'
import { ACCOUNT_NAMES, shortAddress } from './account-names.ts'
import { type TonAccountKind, friendlyAddress } from './accounts.ts'
import { BEHAVIOURS, BEHAVIOUR_LABELS, type TonBehaviour } from './behaviour.ts'
import { RequestFacts } from './request-facts.tsx'
import type { TonConnectView } from './wallet-view.ts'
import { type DemoTonWallet, requestedNetwork } from './wallet.ts'

type ConnectScreenProps = { wallet: DemoTonWallet; view: TonConnectView }

/** The requesting app, the exact content to sign, and the account. */
export function ConnectScreen({ wallet, view }: ConnectScreenProps) {
  const network = requestedNetwork(view.link)
  const accounts = useMemo(() => wallet.accounts(network), [wallet, network])
  const [account, setAccount] = useState<TonAccountKind>('v5r1')
  const [behaviour, setBehaviour] = useState<TonBehaviour>('honest')
  const behaviours = BEHAVIOURS.filter(
    (one) => one !== 'rotated-out-key' || account === 'rotatable',
  )
  return (
    <Screen
      actions={
        <RequestActions
          onReject={() => void wallet.reject()}
          onApprove={() => void wallet.approve({ account, behaviour })}
        />
      }
    >
      <AppTitle app={view.manifest} title={`Connect to ${view.manifest.name}?`} />
      <section className="card">
        <SelectRow
          label="Account"
          testId="account"
          value={account}
          options={accounts.map((one) => ({
            value: one.kind,
            label: `${ACCOUNT_NAMES[one.kind]} · ${shortAddress(friendlyAddress(one))}`,
          }))}
          onChange={setAccount}
        />
      </section>
      <RequestFacts view={view} />
      <BehaviourChoice
        value={behaviour}
        options={behaviours}
        labels={BEHAVIOUR_LABELS}
        onChange={setBehaviour}
      />
    </Screen>
  )
}
