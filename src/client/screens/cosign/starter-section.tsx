import type { Cosigning } from '#shared/multisig.ts'
import { Recent } from '../screen/recent.tsx'
import { Cell } from '../../ui/list.tsx'
import { CLOCK, CROSS } from '../../ui/icons.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { TaskSection } from '../actions/task-cell.tsx'
import { ShareActions } from '../share/share-actions.tsx'
import type { CosigningView } from './cosigning-view.ts'

type Props = {
  cosigning: Cosigning
  /** Whether the screen's main action is to send the link. */
  isSendingNext: boolean
  view: CosigningView
}

/** For the starter: the link to send, when it expires, and a way to cancel. */
export function StarterSection({ cosigning, isSendingNext, view }: Props) {
  const { cosign } = useMessagesOf('multisig')
  const { code, url, expiresAt, signedAs } = cosigning
  const { stay, ...question } = cosign.cancelAsk
  return (
    <>
      <ShareActions
        code={code}
        url={url}
        note={signedAs === null ? cosign.mineText : undefined}
        mainTitle={isSendingNext ? cosign.sendToOwners : undefined}
      />
      <TaskSection
        footer={cosign.remind}
        icon={CROSS}
        tone="destructive"
        title={cosign.cancel}
        loss={{ ...question, cancel: stay }}
        work={() => view.cancel()}
      >
        <Cell icon={CLOCK} title={cosign.until} after={<Recent at={expiresAt} />} />
      </TaskSection>
    </>
  )
}
