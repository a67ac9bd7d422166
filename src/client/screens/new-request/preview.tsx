import { useStore } from '../../ui/use-store.ts'
import { formatWhen, isolated } from '../../i18n/format.ts'
import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Cell } from '../../ui/cell.tsx'
import { CHAT } from '../../ui/icons/chat.ts'
import { CLOCK } from '../../ui/icons/clock.ts'
import { EYE } from '../../ui/icons/eye.ts'
import { LINK } from '../../ui/icons/link.ts'
import { Section } from '../../ui/section.tsx'
import { personLine } from '../person-line.tsx'
import { useServices } from '../use-services.ts'
import { LIVES_S, type Place, type Wish } from './asking-wish.ts'

type Props = { place: Place; wish: Wish; words: AskingMessages['form'] }

/** Who asks, for which chat, what will be known and until when: all of it from Telegram and from what was chosen. */
export function Preview({ place, wish, words }: Props) {
  const { member, now } = useServices()
  const { language } = useSpeech()
  const state = useStore(member)
  if (state.status !== 'known') return null
  const { user } = state.me
  const isForChat = place.kind === 'chat'
  const until = new Date(now() + LIVES_S[wish.life] * 1_000).toISOString()
  return (
    <Section header={words.preview} {...(isForChat && { footer: words.countOnly })}>
      <Cell {...personLine(user)} title={words.asks(isolated(user.firstName))} />
      <Cell
        icon={isForChat ? CHAT : LINK}
        title={isForChat ? words.forChat(isolated(place.title)) : words.forNoChat}
      />
      <WillKnow name={isolated(user.firstName)} words={words} />
      <Cell icon={CLOCK} title={words.until} after={formatWhen(language, until)} />
    </Section>
  )
}

function WillKnow({ name, words }: Pick<Props, 'words'> & { name: string }) {
  const { boot } = useServices()
  const known = (
    <>
      {words.account}
      <br />
      {words.wallet}
    </>
  )
  const title = words.knows({ name, appName: isolated(boot.appName) })
  return <Cell icon={EYE} title={title} subtitle={known} />
}
