import { Fact } from '#demo/wallet/fact.tsx'
import { evmChainName } from '#shared/evm-chains.ts'
import type { SafeMessageData } from './signing-request.ts'

/** All that a wallet knows of a Safe's message: for whom, and its hash. The text itself is not in it. */
export function SafeMessageFacts({ data }: { data: SafeMessageData }) {
  const { domain, primaryType, message } = data
  return (
    <section className="card" data-testid="typed-data">
      <Fact name="Type">{primaryType}</Fact>
      <Fact name="Contract" testId="verifying-contract" code>
        {domain.verifyingContract}
      </Fact>
      <Fact name="Of the chain" testId="domain-chain">
        {evmChainName(domain.chainId)}
      </Fact>
      <Fact name="Message" testId="message-hash" code>
        {message.message}
      </Fact>
    </section>
  )
}
