import { useStore } from '../../ui/use-store.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { SigningMessages } from '../../i18n/signing/messages.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import type { ShownAttempt } from '../state/attempt-view.ts'
import { useAnnounce } from '../use-announce.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useSigningWords } from '../use-signing-words.ts'
import { SignedText } from './signed-text.tsx'
import { useWalletOf } from './use-wallet-of.ts'
import { CLOCK } from '../../ui/icons/clock.ts'
import { PEN } from '../../ui/icons/pen.ts'

type Props = {
  shown: ShownAttempt
  /** What the text would do: strengthen a proof that stands, or move a wallet without its holder's answer. */
  purpose: 'stronger' | 'moveNow'
}

/** The wallet cannot sign texts. */
const MUTE: ProblemCode = 'ton-text-unsupported'

/** What has been proven already may be said once more, in a text that names the Telegram account. */
export function TextOffer({ shown, purpose }: Props) {
  const { attempts } = useCore()
  const { wallets } = useServices()
  // What the wallet can sign is known once it is connected.
  useStore(wallets.ton.deviceWallet)
  const isUnderWay = shown.signAskedAt !== null || shown.proof !== 'none'
  const isOffered = isUnderWay || attempts.canOfferText(shown.attempt)
  const signing = useSigningWords(isOffered)
  // Nothing that this wallet can do is offered; only why not is said.
  if (!isOffered && shown.setback === MUTE) return <ProblemNotice code={MUTE} />
  if (!isOffered || signing.status !== 'ready') return null
  const words = signing.value
  const { name, sentence, action } = words[purpose]
  if (isUnderWay) return <UnderWay shown={shown} words={words} header={name} />
  return (
    <>
      <Setback code={shown.setback} words={words} />
      <Section header={name} footer={sentence}>
        <ActionCell icon={PEN} tone="accent" title={action} onPress={() => attempts.sign()} />
      </Section>
    </>
  )
}

/** A refusal in the wallet refuses the text and nothing else. */
function Setback({ code, words }: { code: ProblemCode | null; words: SigningMessages }) {
  if (code === 'wallet-rejected') return <Notice>{words.declined}</Notice>
  return <ProblemNotice code={code} />
}

type UnderWayProps = { shown: ShownAttempt; words: SigningMessages; header: string }

function UnderWay({ shown, words, header }: UnderWayProps) {
  const { attempts } = useCore()
  const { attempt: common } = useMessages()
  const wallet = useWalletOf(shown.attempt)
  const { message } = shown.attempt
  const isGiven = shown.proof !== 'none'
  const status = isGiven ? common.hintChecking : words.hintWaiting(wallet.name)
  useAnnounce(status)
  return (
    <>
      <Section header={header}>
        <Cell icon={CLOCK} title={status} />
        {!isGiven && (
          <ActionCell tone="accent" title={common.reopen} onPress={() => attempts.reopen()} />
        )}
      </Section>
      {message !== null && <SignedText header={words.text} note={words.textNote} text={message} />}
    </>
  )
}
