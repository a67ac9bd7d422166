import { useState } from 'react'
import { getCard } from '#shared/api/get-card.ts'
import type { Card } from '#shared/card.ts'
import { displayAddress } from '#shared/display-address.ts'
import type { ShownWallet } from '#shared/request.ts'
import type { Wallet } from '#shared/wallet.ts'
import { directLink } from '#shared/links.ts'
import { DATE } from '../../before-react/picture-marks.ts'
import { useIsLive } from '../screen/use-is-live.ts'
import { Recent } from '../screen/recent.tsx'
import { HomeAction, SecondaryAction } from '../screen/bottom-actions.tsx'
import { useCore, useMe, useServices } from '../context/context.ts'
import { QueryScreen } from '../query/query-screen.tsx'
import { type UsedQuery, useOnReturn, useRead } from '../query/use-query.ts'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { PartScreen } from '../arriving/part-screen.tsx'
import { useMessages } from '../../i18n/use-localization.ts'
import { PLANE } from '../../ui/first-icons.ts'
import { CLOCK, COPY, CROSS } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useShareWallet } from '../share/use-share-wallet.ts'
import { isolated } from '../../i18n/format.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { PersonCell } from '../person/person-cell.tsx'
import { personLine } from '../person/person-line.tsx'
import { ClaimDetails } from '../claim/claim-details.tsx'
import { ShortAddress } from '../account/short-address.tsx'
import { type WrittenClaim, useClaim } from '../claim/use-claim.ts'
import { useProven } from '../claim/use-proven.ts'
import { Notice } from '../../ui/notice.tsx'
import { useCopy } from '../actions/use-copy.ts'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Toast } from '../../ui/toast.tsx'
import { ShareActions } from '../share/share-actions.tsx'
import { CheckElsewhere, CheckProof } from './check-proof.tsx'
import { StopSharing } from '../share/stop-sharing.tsx'
import { AddressSection } from '../account/address-section.tsx'
import { FactsSection } from '../account/facts-section.tsx'
import { showCardProof } from '#shared/api/show-card-proof.ts'
import { SwitchCell } from '../../ui/switch-cell.tsx'
import { useTask } from '../actions/use-task.ts'

const TIME_WIDTH = 9

/** A wallet that its holder shares: shows only what the server says, refreshed on each return. */
export function CardScreen({ code }: { code: string }) {
  const card = useRead(getCard, { id: code })
  useOnReturn(card.refresh)
  return (
    <PartScreen part={useSection('sharing')}>
      <Loaded query={card} />
    </PartScreen>
  )
}

function Loaded({ query }: { query: UsedQuery<Card> }) {
  const { missing, stopped } = useMessagesOf('sharing')
  const { state, refresh } = query
  const [stoppedCard, setStopped] = useState<Card | null>(null)
  if (stoppedCard !== null) return <Stopped card={stoppedCard} />
  if (state.status === 'failed' && state.code === 'card-gone')
    return <ProblemScreen code={state.code} title={stopped.name} onRetry={refresh} />
  return (
    <QueryScreen query={query} missing={missing}>
      {(card) => <CardDetail card={card} onChange={refresh} onStopped={() => setStopped(card)} />}
    </QueryScreen>
  )
}

/** The member's own card, just taken back. The same wallet can be shared again, with another link. */
function Stopped({ card }: { card: Card }) {
  const { router } = useServices()
  const { actions } = useMessages()
  const messages = useMessagesOf('sharing')
  const { shareAsCard, isBusy, problem } = useShareWallet()
  const own = useMe()?.wallets.find((wallet) => isSame(wallet, card.wallet))
  const { name, sentence } = messages.stopped
  return (
    <Screen>
      <Outcome icon={CROSS} tone="plain" title={name} text={sentence} />
      <ProblemNotice code={problem} />
      <HomeAction text={actions.home} />
      {own !== undefined && (
        <SecondaryAction
          text={messages.again}
          isBusy={isBusy}
          onPress={() => shareAsCard(own.id, (card) => router.replace(card))}
        />
      )}
    </Screen>
  )
}

/** Identity of a wallet: see `ProvenWallet`. */
function isSame(wallet: Wallet, shown: ShownWallet): boolean {
  if (wallet.address !== shown.address) return false
  return wallet.family === 'ton'
    ? shown.family === 'ton' && wallet.network === shown.network
    : shown.family === 'evm' && wallet.chainId === shown.chainId
}

type CardDetailProps = { card: Card }
type OwnCardProps = {
  /** What the card shows has changed. */
  onChange: () => void
  onStopped: () => void
}

/** Whose wallet it is, which one, and what is proven about it. */
function CardDetail({ card, onChange, onStopped }: CardDetailProps & OwnCardProps) {
  const { boot } = useServices()
  const { bindings } = useMessagesOf('sharing')
  return (
    <Screen>
      <CardFace card={card} />
      {card.mine && <ShareActions code={card.code} url={directLink(boot.bot, card.code)} />}
      <Section>
        <ClaimDetails wallet={card.wallet} bindings={bindings} />
      </Section>
      <HolderSection card={card} />
      <AddressSection wallet={card.wallet} />
      <FactsSection wallet={card.wallet} />
      {__EVM__ && card.canShowProof && <ShowProof card={card} onChange={onChange} />}
      {__EVM__ && !card.mine && card.proof !== null && card.holderId !== null && (
        <>
          <CheckProof
            wallet={card.wallet}
            holderId={card.holderId}
            proof={card.proof}
            telegramKey={card.telegramKey}
          />
          <CheckElsewhere proof={card.proof} />
        </>
      )}
      {card.mine && <StopSharing code={card.code} onStopped={onStopped} />}
    </Screen>
  )
}

/** The holder, and what is proven of the wallet. The code leads here, because a picture of a card shows nothing. */
function CardFace({ card: { code, holder, wallet } }: CardDetailProps) {
  const { boot } = useServices()
  const { qrTitle } = useMessagesOf('sharing')
  const { wallet: walletMessages } = useMessages()
  const { copy, outcome } = useCopy()
  const claim = useClaim(wallet, holder.firstName)
  const isReady = claim.status === 'ready'
  return (
    <>
      <Face
        name={holder.firstName}
        mark={isReady ? getMark(claim.value) : null}
        title={isReady ? claim.value.sentence : isolated(holder.firstName)}
        text={isReady ? <ClaimTime claim={claim.value} /> : <Skeleton width={TIME_WIDTH} />}
      >
        <button
          type="button"
          className="face-copy"
          title={walletMessages.copyAddress}
          onClick={() => copy(displayAddress(wallet))}
        >
          <ShortAddress wallet={wallet} />
          <Icon shape={COPY} />
        </button>
        <QrCode value={directLink(boot.bot, code)} label={qrTitle} />
      </Face>
      <Toast text={outcome} />
      <StaleReason wallet={wallet} />
    </>
  )
}

/** Names a day of the reader's. The server does not know that: the page's first script writes it in the picture. */
function ClaimTime({ claim: { at, time, writeTime } }: { claim: WrittenClaim }) {
  if (useIsLive()) return time
  return (
    <time
      dateTime={at}
      data-today={writeTime('today', DATE)}
      data-yesterday={writeTime('yesterday', DATE)}
      data-earlier={writeTime('earlier', DATE)}
    >
      <Skeleton width={TIME_WIDTH} />
    </time>
  )
}

function getMark({ isProven }: WrittenClaim): 'success' | 'warning' {
  return isProven ? 'success' : 'warning'
}

/** Why the wallet is no longer proven. Nothing as long as it is. */
function StaleReason({ wallet }: { wallet: ShownWallet }) {
  const proven = useProven(wallet)
  return wallet.staleAt === null ? null : <Notice>{proven?.sentence}</Notice>
}

function HolderSection({ card }: CardDetailProps) {
  const messages = useMessagesOf('sharing')
  const { boot } = useServices()
  const note = card.mine ? messages.yours : messages.checked(isolated(boot.appName))
  return (
    <Section header={messages.holder} footer={note}>
      {card.mine ? <Cell {...personLine(card.holder)} /> : <PersonCell person={card.holder} />}
      {card.holderId !== null && (
        <Cell icon={PLANE} title={messages.holderId(isolated(card.holderId))} />
      )}
      <Cell icon={CLOCK} title={messages.since} after={<Recent at={card.createdAt} />} />
    </Section>
  )
}

type ShowProofProps = { card: Card; onChange: () => void }

/** Whether everyone with the link of the member's own card gets the proof, too. Off until the member turns it on. */
function ShowProof({ card, onChange }: ShowProofProps) {
  const { proof } = useMessagesOf('sharing')
  const { api } = useCore()
  const { run, problem } = useTask()
  const show = async (isShown: boolean) => {
    await api.call(showCardProof, { id: card.code, body: { isShown } })
    onChange()
  }
  return (
    <>
      <Section footer={proof.showNote}>
        <SwitchCell
          title={proof.show}
          isOn={card.proof !== null}
          onChange={(isOn) => run(() => show(isOn))}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}
