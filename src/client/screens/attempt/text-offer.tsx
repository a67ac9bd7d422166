import { useStore } from '../../use-store.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { useAnnounce } from '../screen/use-announce.ts'
import { useCore, useServices } from '../context/context.ts'
import { useIsOnline } from '../screen/use-is-online.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { OwnText } from '../signing/signed-text.tsx'
import { useAttemptWallet } from './use-attempt-wallet.ts'
import { CLOCK, PEN } from '../../ui/icons.ts'

type Props = {
  shown: ShownAttempt
  /** What the text is for: to strengthen a valid proof, or to move a wallet without its holder's consent. */
  purpose: 'stronger' | 'moveNow'
}

/** The wallet cannot sign texts. */
const MUTE: ProblemCode = 'ton-text-unsupported'

/**
 * Offers to prove once more what is proven, with a text that names the Telegram account. Folded where nothing depends on
 * it, because a receipt is an end.
 */
export function TextOffer({ shown, purpose }: Props) {
  const { attempts } = useCore()
  const { wallets } = useServices()
  // What the wallet can sign is known only once it is connected.
  useStore(wallets.ton.deviceWallet)
  const isUnderWay = shown.signAskedAt !== null || shown.proof !== 'none'
  const isOffered = isUnderWay || attempts.canOfferText(shown.attempt)
  const signing = useSection('signing', isOffered)
  // Show only the reason when this wallet cannot sign any text.
  if (!isOffered && shown.setback === MUTE) return <ProblemNotice code={MUTE} />
  if (!isOffered || signing.status !== 'ready') return null
  const { name, sentence, action } = signing.value[purpose]
  const Offer = purpose === 'stronger' ? FoldedSection : Section
  if (isUnderWay) return <UnderWay shown={shown} header={name} />
  return (
    <>
      <Setback code={shown.setback} />
      <Offer header={name} footer={sentence}>
        <ActionCell icon={PEN} tone="accent" title={action} onPress={() => attempts.sign()} />
      </Offer>
    </>
  )
}

/** A refusal in the wallet ends only the text, not the attempt. */
function Setback({ code }: { code: ProblemCode | null }) {
  const { declined } = useMessagesOf('signing')
  if (code === 'wallet-rejected') return <Notice>{declined}</Notice>
  return <ProblemNotice code={code} />
}

function UnderWay({ shown, header }: { shown: ShownAttempt; header: string }) {
  const messages = useMessagesOf('signing')
  const { attempts } = useCore()
  const { attempt: common } = useMessages()
  const wallet = useAttemptWallet(shown.attempt)
  const { message } = shown.attempt
  const isOnline = useIsOnline()
  const isGiven = shown.proof !== 'none'
  const waiting = isGiven ? common.hintChecking : messages.hintWaiting(wallet.name)
  const status = isOnline ? waiting : common.hintOffline
  useAnnounce(status)
  return (
    <>
      <Section header={header}>
        <Cell icon={CLOCK} title={status} />
        {!isGiven && (
          <ActionCell tone="accent" title={common.reopen} onPress={() => attempts.reopen()} />
        )}
      </Section>
      {message !== null && (
        <OwnText header={messages.text} note={messages.textNote} text={message} />
      )}
    </>
  )
}
