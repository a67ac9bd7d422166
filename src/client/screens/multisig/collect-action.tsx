import { startCollection } from '#shared/api/start-collection.ts'
import type { MultisigDetail } from '#shared/multisig.ts'
import { PROBLEMS } from '#shared/problem.ts'
import { problemCodeOf } from '../../api/api-error.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { REFRESH } from '../../ui/icons/refresh.ts'
import { Section } from '../../ui/section.tsx'
import { MainAction } from '../main-action.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { holds } from './holds.ts'

type Props = { multisig: MultisigDetail; onChanged: () => void; words: MultisigMessages }

/** The one thing to do: go on with the open collection, begin one, or first connect the wallet of an owner. */
export function CollectAction({ multisig, onChanged, words }: Props) {
  const { router } = useServices()
  const { collection, signers } = multisig
  if (collection !== null) {
    const goOn = () => router.open({ screen: 'cosign', code: collection.code })
    return <MainAction text={words.goOn} onPress={goOn} />
  }
  if (signers.length > 0) return <Start multisig={multisig} onChanged={onChanged} words={words} />
  // Whoever has linked it without a key of an owner's has nothing left to do.
  return holds(multisig) ? null : <ConnectOwner multisig={multisig} words={words} />
}

function Start({ multisig, onChanged, words }: Props) {
  const { api, member } = useCore()
  const { router, telegram } = useServices()
  const { run, isBusy, problem } = useTask()
  const start = async () => {
    const from = router.route.get()
    try {
      const { code } = await api.call(startCollection, { id: multisig.id, body: {} })
      telegram.haptic('success')
      void member.renew()
      // Whoever has gone on meanwhile stays there.
      if (router.route.get() === from) router.open({ screen: 'cosign', code })
    } catch (error) {
      // The owners, or the member's wallets, are not what is shown.
      if (!PROBLEMS[problemCodeOf(error)].retry) onChanged()
      throw error
    }
  }
  const press = () => run(start)
  return (
    <>
      <ProblemNotice code={problem} />
      {holds(multisig) ? (
        <Section>
          <ActionCell icon={REFRESH} title={words.proveAgain} isBusy={isBusy} onPress={press} />
        </Section>
      ) : (
        <MainAction text={startText(multisig, words)} isBusy={isBusy} onPress={press} />
      )}
    </>
  )
}

function startText(multisig: MultisigDetail, words: MultisigMessages): string {
  if (multisig.walletId !== null) return words.proveAgain
  if (multisig.threshold === 1) return words.proveAlone
  return multisig.attainable === 'account' ? words.collect : words.askOthers
}

/** Only with a wallet that can be connected here. */
function ConnectOwner({ multisig, words }: Pick<Props, 'multisig' | 'words'>) {
  const { router, wallets } = useServices()
  if (wallets[multisig.family] === null) return null
  return <MainAction text={words.connectOwner} onPress={() => router.open({ screen: 'connect' })} />
}
