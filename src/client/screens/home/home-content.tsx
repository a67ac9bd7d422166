import { Fragment, useEffect } from 'react'
import type { AttemptSummary, Consent } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Wallet } from '#shared/wallet.ts'
import type { CosigningSummary } from '#shared/multisig.ts'
import { useLocalization, useMessages } from '../../i18n/use-localization.ts'
import { CLOCK, LINK, QUESTION } from '../../ui/icons.ts'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { Remembered } from '../screen/remembered.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import { useConfirm } from '../actions/use-confirm.ts'
import { AdminSection } from '../admin/admin-section.tsx'
import { RequestSection } from '../requests/request-section.tsx'
import type { KnownMember } from '../member/member.ts'
import { useCore, useServices } from '../context/context.ts'
import { describePurpose } from '../screen/describe-purpose.ts'
import { DeviceWalletSection } from './device-wallet-section.tsx'
import { NoWallets } from './no-wallets.tsx'
import { useConnect } from './use-connect.ts'
import { useConnection } from '../device/use-connected-wallets.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { unbrokenAddress } from '../account/unbroken-address.ts'
import { useTask } from '../actions/use-task.ts'
import { Notice } from '../../ui/notice.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { formatDate } from '../../i18n/format.ts'
import { walletLine } from '../claim/wallet-line.tsx'
import { WALLET, WARNING } from '../../ui/first-icons.ts'
import { WalletUses } from '../uses/wallet-uses.tsx'
import { HOME_PICTURE } from '../../parts/remembered-picture.ts'
import { RetryCell } from '../arriving/retry-cell.tsx'
import { PartSection } from '../arriving/part-section.tsx'
import { createPart } from '../../parts/part.ts'
import { usePart } from '../../parts/use-part.ts'
import { useStore } from '../../use-store.ts'
import { useSection } from '../arriving/use-section.ts'

const LIST = createPart(
  async () => (await import('../multisig/pending-cosignings.tsx')).PendingCosignings,
)

type Props = { member: KnownMember }

/** Home's content once the member is known. Its picture leaves out what may be over by the next start. */
export function HomeContent({ member }: Props) {
  const { me, outdated } = member
  const { watchMember } = useCore()
  const { boot } = useServices()
  const { home } = useMessages()
  useEffect(() => {
    return watchMember()
  }, [watchMember])
  const isPassing = me.attempt !== null || me.consents.length > 0 || me.cosignings.length > 0
  const isLasting = !isPassing && me.wallets.length > 0
  return (
    <Remembered name={HOME_PICTURE} isLasting={outdated === null ? isLasting : null}>
      {outdated !== null && <OutdatedNotice code={outdated} />}
      <RefusedLaunch />
      {me.attempt !== null && me.attempt.state !== 'awaiting-cosigners' && (
        <UnderWaySection attempt={me.attempt} />
      )}
      {me.cosignings.length > 0 && <CosigningsSection cosignings={me.cosignings} />}
      {me.consents.map((consent) => (
        <ConsentCard key={consent.attemptId} consent={consent} />
      ))}
      {me.wallets.length === 0 ? (
        <NoWallets {...boot} />
      ) : (
        <Section header={home.wallets} footer={describePurpose(boot)}>
          {me.wallets.map((wallet) => (
            <Fragment key={wallet.id}>
              <WalletCell wallet={wallet} />
              <WalletUses wallet={wallet} me={me} />
            </Fragment>
          ))}
          <AddCell />
        </Section>
      )}
      <RequestSection />
      <AdminSection />
      <DeviceWalletSection linked={me.wallets} />
    </Remembered>
  )
}

function AddCell() {
  const { home } = useMessages()
  const { open, getReady } = useConnect()
  return (
    <ActionCell
      icon={LINK}
      tone="accent"
      title={home.add}
      intent="connect"
      onPress={open}
      onIntent={getReady}
    />
  )
}

/** Another account has proven one of the member's wallets: the wallet moves only if the member consents. */
function ConsentCard({ consent }: { consent: Consent }) {
  const { member } = useCore()
  const { home } = useMessages()
  const { run, isBusy, problem } = useTask()
  const confirm = useConfirm()
  const address = unbrokenAddress(consent)
  const letGo = async () => {
    if (await confirm(home.letGoAsk(address))) await member.answerConsent(consent.attemptId, 'move')
  }
  return (
    <Section header={home.consent}>
      <Cell icon={QUESTION} title={home.consentText(address)} />
      <div className="button-pair">
        <Button kind="destructive" isBusy={isBusy} onPress={() => run(letGo)}>
          {home.letGo}
        </Button>
        <Button
          kind="quiet"
          isBusy={isBusy}
          onPress={() => run(() => member.answerConsent(consent.attemptId, 'keep'))}
        >
          {home.keep}
        </Button>
      </div>
      <ProblemNotice code={problem} />
    </Section>
  )
}

/** Says that the content may be old. It refreshes automatically when possible; a button does it immediately. */
function OutdatedNotice({ code }: { code: ProblemCode }) {
  const { member } = useCore()
  const { home } = useMessages()
  const { run, isBusy } = useTask()
  const trouble = useProblemSentence(code)
  return (
    <>
      <Notice>
        {trouble} {home.outdated}
      </Notice>
      <Section>
        <RetryCell isBusy={isBusy} onPress={() => run(() => member.refresh())} />
      </Section>
    </>
  )
}

/**
 * A linked wallet: its name or short address, its kind, what is proven and when. That it is connected replaces the date,
 * so that the line stays as high.
 */
function WalletCell({ wallet }: { wallet: Wallet }) {
  const { language, messages } = useLocalization()
  const { home } = messages
  const { title, subtitle } = walletLine(wallet)
  const isConnected = useConnection(wallet) !== undefined
  const isStale = wallet.staleAt !== null
  return (
    <RouteCell
      to={{ screen: 'wallet', id: wallet.id }}
      icon={isStale ? WARNING : WALLET}
      tone={isStale ? 'warning' : 'plain'}
      title={title}
      subtitle={
        <>
          {subtitle}
          <br />
          {isConnected ? home.device : home.verified(formatDate(language, wallet.verifiedAt))}
        </>
      }
    />
  )
}

/** Cosignings that wait for owners. Few members ever have one, so its code loads on demand. */
function CosigningsSection({ cosignings }: { cosignings: readonly CosigningSummary[] }) {
  return (
    <PartSection part={usePart(LIST)} lines={cosignings.length}>
      {(List) => <List cosignings={cosignings} />}
    </PartSection>
  )
}

/** Why a launch that was to sign a proof was not stored, or made nobody an admin. Nothing for any other launch. */
function RefusedLaunch() {
  const { adminLink, proofLaunch } = useCore()
  const state = useStore(proofLaunch)
  const refusal = useStore(adminLink)
  return <ProblemNotice code={state.status === 'refused' ? state.code : refusal} />
}

/** Leads back to a live attempt, wherever it was started. */
function UnderWaySection({ attempt }: { attempt: AttemptSummary }) {
  const { router, preload } = useServices()
  const { home } = useMessages()
  const sentence = useSentence(attempt)
  const name = useName(attempt)
  return (
    <Section>
      <Cell icon={CLOCK} title={name} subtitle={sentence} />
      <ActionCell
        tone="accent"
        title={home.goOn}
        onIntent={() => preload('attempt')}
        onPress={() => router.open({ screen: 'attempt', id: attempt.id })}
      />
    </Section>
  )
}

/** The attempt links a wallet, or confirms as an owner of a multisig. */
function useName({ confirmsCode }: AttemptSummary): string {
  const { home } = useMessages()
  const messages = useSection('multisig', confirmsCode !== null)
  return messages.status === 'ready' ? messages.value.confirmationUnderWay : home.underWay.name
}

function useSentence(attempt: AttemptSummary): string | null {
  const { attempts } = useCore()
  const { attempt: messages, home } = useMessages()
  if (attempt.state === 'awaiting-consent') return messages.consentText
  return attempts.isOfThisDevice(attempt) ? null : home.underWay.sentence
}
