import { useStore } from '../../use-store.ts'
import { formatWhen, isolated } from '../../i18n/format.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/cell.tsx'
import { CHAT, CLOCK, EYE, LINK } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { personLine } from '../person/person-line.tsx'
import { useServices } from '../context/use-services.ts'
import { LIVES_S, type RequestTarget, type RequestDraft } from './request-draft.ts'

type Props = { target: RequestTarget; draft: RequestDraft; messages: RequestingMessages['form'] }

/** Who asks, for which chat, what will be known and until when: all from Telegram and from the member's choices. */
export function Preview({ target, draft, messages }: Props) {
  const { member, now } = useServices()
  const { language } = useLocalization()
  const state = useStore(member)
  if (state.status !== 'known') return null
  const { user } = state.me
  const isForChat = target.kind === 'chat'
  const until = new Date(now() + LIVES_S[draft.life] * 1_000).toISOString()
  return (
    <Section header={messages.preview} {...(isForChat && { footer: messages.countOnly })}>
      <Cell {...personLine(user)} title={messages.asks(isolated(user.firstName))} />
      <Cell
        icon={isForChat ? CHAT : LINK}
        title={isForChat ? messages.forChat(isolated(target.title)) : messages.forNoChat}
      />
      <WillKnow name={isolated(user.firstName)} messages={messages} />
      <Cell icon={CLOCK} title={messages.until} after={formatWhen(language, until)} />
    </Section>
  )
}

function WillKnow({ name, messages }: Pick<Props, 'messages'> & { name: string }) {
  const { boot } = useServices()
  const known = (
    <>
      {messages.account}
      <br />
      {messages.wallet}
    </>
  )
  const title = messages.knows({ name, appName: isolated(boot.appName) })
  return <Cell icon={EYE} title={title} subtitle={known} />
}
