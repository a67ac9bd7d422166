import type { Cosigning } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { UNLINK } from '../../ui/icons.ts'
import { WALLET } from '../../ui/first-icons.ts'
import { Section } from '../../ui/section.tsx'
import { MainAction } from '../main-action.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ownerAccount } from '../multisig/owner-account.ts'
import { ShortAddress } from '../short-address.tsx'
import type { CosigningView } from './cosigning-view.ts'
import { useAskToWrite } from '../use-ask-to-write.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'

type Props = { cosigning: Cosigning; view: CosigningView; messages: MultisigMessages }

/** The member has confirmed, and can take that back as long as nothing is linked. */
export function Given({ cosigning, view, messages: { cosign } }: Props) {
  const { router, telegram } = useServices()
  const { attempt, common } = useMessages()
  const { run, isBusy, problem } = useTask()
  useAskToWrite()
  const withdraw = async () => {
    const question = { ...cosign.withdrawAsk, cancel: common.cancel, destructive: true }
    if (!(await telegram.ask(question))) return
    await view.withdraw()
    telegram.haptic('success')
  }
  return (
    <>
      <Section>
        {cosigning.signedAs !== null && (
          <Cell
            icon={WALLET}
            title={cosign.signedAs}
            after={<ShortAddress wallet={ownerAccount(cosigning.multisig, cosigning.signedAs)} />}
          />
        )}
        <ActionCell
          icon={UNLINK}
          tone="destructive"
          title={cosign.withdraw}
          isBusy={isBusy}
          onPress={() => run(withdraw)}
        />
      </Section>
      <ProblemNotice code={problem} />
      <MainAction text={attempt.done} onPress={() => router.replace({ screen: 'home' })} />
    </>
  )
}
