import type { Asker, Request } from '#shared/request.ts'
import type { RequestMessages } from '../../i18n/request/messages.ts'
import { Cell } from '../../ui/cell.tsx'
import { CHAT } from '../../ui/icons/chat.ts'
import { QUESTION } from '../../ui/icons/question.ts'
import { SHIELD } from '../../ui/icons/shield.ts'
import { Section } from '../../ui/section.tsx'
import { personLine } from '../person-line.tsx'
import { useServices } from '../use-services.ts'

type Props = { request: Pick<Request, 'asker' | 'chat' | 'membersOnly'>; words: RequestMessages }

/** Who asks, and for which chat: by Telegram's word, wherever the request was opened. */
export function WhoAsks({ request: { asker, chat, membersOnly }, words }: Props) {
  const isNamed = asker.kind === 'member' || chat !== null
  return (
    <Section header={words.whoAsks} {...(isNamed && { footer: words.fromTelegram })}>
      <AskerCell asker={asker} words={words} />
      {chat !== null && (
        <Cell
          icon={CHAT}
          title={<bdi>{chat.title}</bdi>}
          subtitle={membersOnly ? words.forMembers : words.forChat}
        />
      )}
    </Section>
  )
}

function AskerCell({ asker, words }: { asker: Asker; words: RequestMessages }) {
  const { boot } = useServices()
  if (asker.kind === 'gone') return <Cell icon={QUESTION} title={words.askerGone} />
  if (asker.kind === 'owner') {
    return <Cell icon={SHIELD} title={<bdi>{boot.appName}</bdi>} subtitle={words.owner} />
  }
  return <Cell {...personLine(asker.person)} />
}
