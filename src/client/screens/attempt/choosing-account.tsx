import type { EvmAccount } from '#shared/evm-account.ts'
import type { Wallet } from '#shared/wallet.ts'
import { Badge } from '../../ui/badge.tsx'
import { ActionCell, Section } from '../../ui/list.tsx'
import { WALLET } from '../../ui/first-icons.ts'
import { LiveAttempt, Status } from './live-attempt.tsx'
import { useCore, useMe, useServices } from '../context/context.ts'
import { ForAccount } from '../person/for-account.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { isSame } from '../device/use-connected-wallets.ts'
import { describePurpose } from '../screen/describe-purpose.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { useAttemptWallet } from './use-attempt-wallet.ts'

type Props = { shown: ShownAttempt; accounts: readonly EvmAccount[] }

/** The wallet has connected with several accounts, or with one on several chains: one tap goes on with one of them. */
export function ChoosingAccount({ shown, accounts }: Props) {
  const { attempt } = shown
  const messages = useMessagesOf('evm')
  const { attempts } = useCore()
  const { boot } = useServices()
  const { name } = useAttemptWallet(attempt)
  const isLinked = useIsLinked()
  const { account: texts } = messages
  const isOneAddress = accounts.every(({ address }) => address === accounts[0]?.address)
  return (
    <LiveAttempt
      title={isOneAddress ? texts.chainTitle : texts.title}
      shown={shown}
      ways={{ link: null }}
    >
      <ForAccount isConfirming={attempt.confirmsCode !== null} footer={describePurpose(boot)} />
      <Status text={isOneAddress ? texts.chainHint(name) : texts.hint(name)} />
      <Section>
        {accounts.map((account) => (
          <ActionCell
            key={`${account.chainId}:${account.address}`}
            icon={WALLET}
            title={<ShortAddress wallet={{ family: 'evm', address: account.address }} />}
            subtitle={isOneAddress ? messages.chainName(account.chainId) : null}
            after={isLinked(account) ? <Badge>{texts.linked}</Badge> : undefined}
            onPress={() => attempts.chooseAccount(account)}
          />
        ))}
      </Section>
    </LiveAttempt>
  )
}

/** Whether the member has linked an account; false where this page does not know their wallets. */
function useIsLinked(): (account: EvmAccount) => boolean {
  const wallets = useMe()?.wallets ?? []
  return (account) => wallets.some((wallet) => isWalletOf(wallet, account))
}

function isWalletOf(wallet: Wallet, { address, chainId }: EvmAccount): boolean {
  if (wallet.family !== 'evm' || !isSame(wallet, { family: 'evm', address })) return false
  return wallet.chainId === null || wallet.chainId === chainId
}
