import { formatWhen, isolated } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { CHAT, CLOCK, EYE, LINK } from '../../ui/icons.ts'
import { useMe, useServices } from '../context/use-services.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { personLine } from '../person/person-line.tsx'
import { LIVES_S, type RequestTarget, type RequestDraft } from './request-draft.ts'

type Props = { target: RequestTarget; draft: RequestDraft }

/** Who asks, for which chat, what will be known and until when: all from Telegram and from the member's choices. */
export function Preview({ target, draft }: Props) {
  const { now } = useServices()
  const { form } = useMessagesOf('requesting')
  const { language } = useLocalization()
  const me = useMe()
  if (me === null) return null
  const { user } = me
  const isForChat = target.kind === 'chat'
  const until = new Date(now() + LIVES_S[draft.life] * 1_000).toISOString()
  return (
    <Section header={form.preview} footer={isForChat ? form.countOnly : undefined}>
      <Cell {...personLine(user)} title={form.asks(isolated(user.firstName))} />
      <Cell
        icon={isForChat ? CHAT : LINK}
        title={isForChat ? form.forChat(isolated(target.title)) : form.forNoChat}
      />
      <WillKnow name={isolated(user.firstName)} />
      <Cell icon={CLOCK} title={form.until} after={formatWhen(language, until)} />
    </Section>
  )
}

function WillKnow({ name }: { name: string }) {
  const { boot } = useServices()
  const { form } = useMessagesOf('requesting')
  const known = (
    <>
      {form.account}
      <br />
      {form.wallet}
    </>
  )
  const title = form.knows({ name, appName: isolated(boot.appName) })
  return <Cell icon={EYE} title={title} subtitle={known} />
}
