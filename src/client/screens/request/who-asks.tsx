import type { Requester, Request } from '#shared/request.ts'
import { isolated } from '../../i18n/format.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { CHAT, QUESTION } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { personLine } from '../person/person-line.tsx'
import { useServices } from '../context/context.ts'
import { PurposeCell } from '../screen/purpose.tsx'

type Props = { request: Pick<Request, 'requester' | 'chat' | 'membersOnly' | 'byAnybody'> }

/** Who asks, and for which chat: from Telegram, wherever the request was opened. */
export function WhoAsks({ request }: Props) {
  const messages = useMessagesOf('request')
  const { boot } = useServices()
  const { requester, chat, membersOnly, byAnybody } = request
  const isNamed = requester.kind === 'member' || chat !== null
  return (
    <>
      {byAnybody && <Notice>{messages.byAnybody(isolated(boot.appName))}</Notice>}
      <Section header={messages.whoAsks} footer={isNamed ? messages.fromTelegram : undefined}>
        <RequesterCell requester={requester} />
        {chat !== null && (
          <Cell
            icon={CHAT}
            title={messages.group(isolated(chat.title))}
            subtitle={membersOnly ? messages.forMembers : messages.forChat}
          />
        )}
      </Section>
    </>
  )
}

function RequesterCell({ requester }: { requester: Requester }) {
  const messages = useMessagesOf('request')
  const { boot } = useServices()
  if (requester.kind === 'gone') return <Cell icon={QUESTION} title={messages.requesterGone} />
  if (requester.kind === 'operator') {
    return <PurposeCell {...boot} otherwise={messages.operator} />
  }
  return <Cell {...personLine(requester.person)} />
}
