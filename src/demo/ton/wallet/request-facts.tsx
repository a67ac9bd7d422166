import { Fact } from '#demo/wallet/fact.tsx'
import { appDomain } from './app-manifest.ts'
import type { TonConnectView } from './wallet-view.ts'
import { requestedNetwork } from './wallet.ts'

/** Everything that goes into the signature, and what it tells the app. */
export function RequestFacts({ view: { link, manifest } }: { view: TonConnectView }) {
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
