import { formatTonAddress, shortTonAddress } from '#shared/ton-address.ts'
import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { ActionCell, LinkCell } from '../../ui/cell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { LEAVE } from '../../ui/icons/leave.ts'
import { REFRESH } from '../../ui/icons/refresh.ts'
import { STAR } from '../../ui/icons/star.ts'
import { UNLINK } from '../../ui/icons/unlink.ts'

const EXPLORERS: Record<Wallet['network'], string> = {
  '-239': 'https://tonviewer.com',
  '-3': 'https://testnet.tonviewer.com',
}

/** What can be done with a linked wallet. */
export function WalletActions({ wallet }: { wallet: Wallet }) {
  const { member } = useCore()
  const { router, telegram } = useServices()
  const { wallet: words, common, problems } = useMessages()
  const { run, isBusy, problem } = useTask()
  const { id, address, network } = wallet
  const explorer = `${EXPLORERS[network]}/${formatTonAddress(address, { network })}`
  const unlink = async () => {
    const question = words.unlinkAsk(shortTonAddress(address, network))
    if (!(await telegram.ask({ ...question, cancel: common.cancel, destructive: true }))) return
    await member.unlink(id)
    telegram.haptic('success')
    router.replace({ screen: 'home' })
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
        <ActionCell
          icon={LEAVE}
          title={words.explorer}
          onPress={() => telegram.openLink(explorer)}
        />
        <LinkCell
          icon={REFRESH}
          title={words.reverify}
          onPress={() => router.open({ screen: 'connect' })}
        />
        <ActionCell
          icon={UNLINK}
          tone="destructive"
          title={words.unlink}
          isBusy={isBusy}
          onPress={() => run(unlink)}
        />
      </Section>
      {problem !== null && <Notice>{problems[problem]}</Notice>}
    </>
  )
}
