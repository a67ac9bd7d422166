import { useState } from 'react'
import { Fact } from '#demo/wallet/fact.tsx'
import { RequestScreen } from '#demo/wallet/request-screen.tsx'
import { SelectRow } from '#demo/wallet/select-row.tsx'
import { evmChainName } from '#shared/evm-chains.ts'
import { ACCOUNT_NAMES, shortAddress, type EvmAccountKind } from './accounts.ts'
import { BEHAVIOUR_LABELS, CONNECT_BEHAVIOURS, type ConnectBehaviour } from './behaviour.ts'
import type { EvmConnectView } from './wallet-view.ts'
import type { DemoEvmWallet } from './wallet.ts'

type ConnectScreenProps = { wallet: DemoEvmWallet; view: EvmConnectView }

/** The requesting app, the data that it will see, and the account. */
export function ConnectScreen({ wallet, view: { proposal } }: ConnectScreenProps) {
  const { app, chainIds } = proposal
  const [account, setAccount] = useState<EvmAccountKind>('main')
  const [behaviour, setBehaviour] = useState<ConnectBehaviour>('honest')
  return (
    <RequestScreen
      app={app}
      title={`Connect to ${app.name}?`}
      behaviour={behaviour}
      behaviours={CONNECT_BEHAVIOURS}
      labels={BEHAVIOUR_LABELS}
      onBehaviour={setBehaviour}
      onReject={() => void wallet.reject()}
      onApprove={() => void wallet.connect({ account, behaviour })}
    >
      <section className="card">
        <SelectRow
          label="Account"
          testId="account"
          value={account}
          options={wallet.accounts.map(({ kind, address }) => ({
            value: kind,
            label: `${ACCOUNT_NAMES[kind]} · ${shortAddress(address)}`,
          }))}
          onChange={setAccount}
        />
      </section>
      <h2>What you show</h2>
      <section className="card" data-testid="request">
        <Fact name="Site" testId="domain">
          {new URL(app.url).host}
        </Fact>
        <Fact name="It will know">Your address</Fact>
        <Fact name="Chains" testId="chains">
          {chainIds.map(evmChainName).join(', ')}
        </Fact>
      </section>
    </RequestScreen>
  )
}
