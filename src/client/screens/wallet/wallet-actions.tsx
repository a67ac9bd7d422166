import { displayAddress } from '#shared/display-address.ts'
import type { TonNetwork, Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { ActionCell, LinkCell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { unbrokenAddress } from '../short-address-text.ts'
import { useCore } from '../use-core.ts'
import { useEvmWords } from '../use-evm-words.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { LEAVE } from '../../ui/icons/leave.ts'
import { REFRESH } from '../../ui/icons/refresh.ts'
import { STAR } from '../../ui/icons/star.ts'
import { UNLINK } from '../../ui/icons/unlink.ts'

const EXPLORERS: Record<TonNetwork, string> = {
  '-239': 'https://tonviewer.com',
  '-3': 'https://testnet.tonviewer.com',
}

/** What can be done with a linked wallet. */
export function WalletActions({ wallet }: { wallet: Wallet }) {
  const { member } = useCore()
  const { router, telegram } = useServices()
  const { wallet: words, common } = useMessages()
  const { run, isBusy, problem } = useTask()
  const { id } = wallet
  const unlink = async () => {
    const question = words.unlinkAsk(unbrokenAddress(wallet))
    if (!(await telegram.ask({ ...question, cancel: common.cancel, destructive: true }))) return
    await member.unlink(id)
    telegram.haptic('success')
    const route = router.route.get()
    // Whoever has gone on meanwhile stays there.
    if (route.screen === 'wallet' && route.id === id) router.replace({ screen: 'home' })
  }
  return (
    <>
      {!wallet.primary && (
        <Section footer={words.primaryNote}>
          <ActionCell
            icon={STAR}
            title={words.makePrimary}
            isBusy={isBusy}
            onPress={() => run(() => member.updateWallet(id, { primary: true }))}
          />
        </Section>
      )}
      <Section>
        <ShowInExplorer wallet={wallet} />
        <VerifyAgain wallet={wallet} />
        <ActionCell
          icon={UNLINK}
          tone="destructive"
          title={words.unlink}
          isBusy={isBusy}
          onPress={() => run(unlink)}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}

function ShowInExplorer({ wallet }: { wallet: Wallet }) {
  const { telegram } = useServices()
  const { wallet: words } = useMessages()
  const link = useExplorerLink(wallet)
  if (link === null) return null
  return <ActionCell icon={LEAVE} title={words.explorer} onPress={() => telegram.openLink(link)} />
}

/** Chain on which an account is shown that is the same on all of them. */
const FIRST_CHAIN = 1

/** Null while, or where, nobody knows of one. */
function useExplorerLink(wallet: Wallet): string | null {
  const evm = useEvmWords(wallet.family === 'evm')
  const address = displayAddress(wallet)
  if (wallet.family === 'ton') return `${EXPLORERS[wallet.network]}/${address}`
  return evm.status === 'ready'
    ? evm.value.explorerLink(wallet.chainId ?? FIRST_CHAIN, address)
    : null
}

/** Only with a wallet that can be connected here. */
function VerifyAgain({ wallet }: { wallet: Wallet }) {
  const { router, wallets } = useServices()
  const { wallet: words } = useMessages()
  if (wallets[wallet.family] === null) return null
  return (
    <LinkCell
      icon={REFRESH}
      title={words.reverify}
      onPress={() => router.open({ screen: 'connect' })}
    />
  )
}
