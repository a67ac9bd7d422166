import { startCosigning } from '#shared/api/start-cosigning.ts'
import type { MultisigDetail } from '#shared/multisig.ts'
import { PROBLEMS } from '#shared/problem.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { Messages } from '../../../i18n/messages.ts'
import { ActionCell, Section } from '../../ui/list.tsx'
import { REFRESH } from '../../ui/icons.ts'
import { MainAction, RouteAction } from '../screen/bottom-actions.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useCore, useServices } from '../context/context.ts'
import { useTask } from '../actions/use-task.ts'
import { holds } from './holds.ts'

type Props = { multisig: MultisigDetail; onChanged: () => void }

/** The one thing to do: continue the open cosigning, start one, or first connect an owner's wallet. */
export function CollectAction({ multisig, onChanged }: Props) {
  const messages = useMessagesOf('multisig')
  const { cosigning, signers } = multisig
  if (cosigning !== null)
    return <RouteAction to={{ screen: 'cosign', code: cosigning.code }} text={messages.goOn} />
  if (signers.length > 0) return <Start multisig={multisig} onChanged={onChanged} />
  // A member who linked it without an owner's key has nothing left to do.
  return holds(multisig) ? null : <ConnectOwner multisig={multisig} />
}

function Start({ multisig, onChanged }: Props) {
  const messages = useMessagesOf('multisig')
  const { api, member } = useCore()
  const { router, telegram } = useServices()
  const { run, isBusy, problem } = useTask()
  const start = async () => {
    const from = router.route.get()
    try {
      const { code } = await api.call(startCosigning, { id: multisig.id, body: {} })
      telegram.haptic('success')
      void member.renew()
      // Skip this if the member has moved on meanwhile.
      if (router.route.get() === from) router.open({ screen: 'cosign', code })
    } catch (error) {
      // The owners, or the member's wallets, have changed since.
      if (!PROBLEMS[getProblemCode(error)].retry) onChanged()
      throw error
    }
  }
  const press = () => run(start)
  return (
    <>
      <ProblemNotice code={problem} />
      {holds(multisig) ? (
        <Section>
          <ActionCell icon={REFRESH} title={messages.proveAgain} isBusy={isBusy} onPress={press} />
        </Section>
      ) : (
        <MainAction text={startText(multisig, messages)} isBusy={isBusy} onPress={press} />
      )}
    </>
  )
}

function startText(multisig: MultisigDetail, messages: Messages['multisig']): string {
  if (multisig.walletId !== null) return messages.proveAgain
  if (multisig.threshold === 1) return messages.proveAlone
  return multisig.attainable === 'account' ? messages.collect : messages.askOthers
}

/** Only for a wallet that can be connected here. */
function ConnectOwner({ multisig }: Pick<Props, 'multisig'>) {
  const messages = useMessagesOf('multisig')
  const { wallets } = useServices()
  if (wallets[multisig.family] === null) return null
  return <RouteAction to={{ screen: 'connect' }} text={messages.connectOwner} />
}
