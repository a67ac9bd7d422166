import { useMemo, useState } from 'react'
import { RequestScreen } from '#demo/wallet/request-screen.tsx'
import { SelectRow } from '#demo/wallet/select-row.tsx'
import { Fact } from '#demo/wallet/fact.tsx'
import { ACCOUNT_NAMES, shortAddress, type TonAccountKind, friendlyAddress } from './accounts.ts'
import { BEHAVIOURS, BEHAVIOUR_LABELS, type TonBehaviour } from './behaviour.ts'
import type { TonConnectView } from './wallet-view.ts'
import { type DemoTonWallet, requestedNetwork } from './wallet.ts'
import { appDomain } from './app-manifest.ts'

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
    <RequestScreen
      app={view.manifest}
      title={`Connect to ${view.manifest.name}?`}
      behaviour={behaviour}
      behaviours={behaviours}
      labels={BEHAVIOUR_LABELS}
      onBehaviour={setBehaviour}
      onReject={() => void wallet.reject()}
      onApprove={() => void wallet.approve({ account, behaviour })}
    >
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
    </RequestScreen>
  )
}

/** Everything that goes into the signature, and what it tells the app. */
function RequestFacts({ view: { link, manifest } }: { view: TonConnectView }) {
  const proof = link.request.items.find((item) => item.name === 'ton_proof')
  return (
    <>
      <h2>{proof ? 'What you sign' : 'What you show'}</h2>
      <section className="card" data-testid="request">
        <Fact name="Site" testId="domain">
          {appDomain(manifest)}
        </Fact>
        <Fact name="App address">{manifest.url}</Fact>
        <Fact name="It will know">
          {proof ? 'Your address, and that it is yours' : 'Your address'}
        </Fact>
        {proof && (
          <Fact name="Its code" testId="payload" code>
            {proof.payload}
          </Fact>
        )}
        <Fact name="Network" testId="network">
          {requestedNetwork(link) === '-239' ? 'TON mainnet' : 'TON testnet'}
        </Fact>
      </section>
    </>
  )
}
