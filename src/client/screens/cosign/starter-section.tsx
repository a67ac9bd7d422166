import type { Cosigning } from '#shared/multisig.ts'
import { formatRecent } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { CLOCK, CROSS } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { ShareActions } from '../share/share-actions.tsx'
import type { CosigningView } from './cosigning-view.ts'
import { useServices } from '../context/use-services.ts'
import { useTask } from '../actions/use-task.ts'

type Props = {
  cosigning: Cosigning
  /** Whether the screen's main action is to send the link. */
  isSendingNext: boolean
  view: CosigningView
  messages: MultisigMessages
}

/** For the starter: the link to send, when it expires, and a way to cancel. */
export function StarterSection({ cosigning, isSendingNext, view, messages }: Props) {
  const { cosign } = messages
  const { now, telegram } = useServices()
  const { language } = useLocalization()
  const { run, isBusy, problem } = useTask()
  const { code, url, expiresAt, signedAs } = cosigning
  const cancel = async () => {
    const { stay, ...question } = cosign.cancelAsk
    if (!(await telegram.ask({ ...question, cancel: stay, destructive: true }))) return
    await view.cancel()
  }
  return (
    <>
      <ShareActions
        code={code}
        url={url}
        {...(signedAs === null && { note: cosign.mineText })}
        {...(isSendingNext && { mainTitle: cosign.sendToOwners })}
      />
      <Section footer={cosign.remind}>
        <Cell icon={CLOCK} title={cosign.until} after={formatRecent(language, expiresAt, now())} />
        <ActionCell
          icon={CROSS}
          tone="destructive"
          title={cosign.cancel}
          isBusy={isBusy}
          onPress={() => run(cancel)}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}
