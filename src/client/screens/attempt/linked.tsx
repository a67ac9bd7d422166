import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { displayAddress } from '#shared/display-address.ts'
import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Address } from '../../ui/address.tsx'
import { ActionCell, Cell, Section } from '../../ui/list.tsx'
import { Screen } from '../../ui/screen.tsx'
import { ClaimOutcome } from '../claim/claim-outcome.tsx'
import { useCore, useMe, useServices } from '../context/context.ts'
import { ClaimDetails } from '../claim/claim-details.tsx'
import { ForAccount } from '../person/for-account.tsx'
import { BackAction, SecondaryAction } from '../screen/bottom-actions.tsx'
import { NowPossible } from '../screen/purpose.tsx'
import { Outcome } from '../screen/outcome.tsx'
import type { ShownAttempt } from '../linking/attempt-view.ts'
import { createPart } from '../../parts/part.ts'
import { usePart } from '../../parts/use-part.ts'
import { useAnnounce } from '../screen/use-announce.ts'
import { useAskToWrite } from '../actions/use-ask-to-write.ts'
import { useWalletKind } from '../account/use-wallet-kind.tsx'
import { OtherAccount } from './other-account.tsx'
import { TextOffer } from './text-offer.tsx'
import { CHECK, DEVICE } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'

const OFFERED_KEY = 'offered-home-screen'

/** The receipt. For a wallet that has been unlinked since, it only says that the wallet was linked. */
export function Linked({ shown }: { shown: ShownAttempt }) {
  const { attempt, home } = useMessages()
  const { boot, router } = useServices()
  const { wallet } = shown.attempt
  useAskToWrite()
  useAnnounceStronger(wallet)
  return (
    <Screen>
      {wallet === null ? (
        <Outcome icon={CHECK} tone="success" title={attempt.linked} />
      ) : (
        <Receipt wallet={wallet} />
      )}
      <NowPossible />
      <ForAccount />
      <OtherAccount attempt={shown.attempt} />
      {wallet !== null && <FurtherMultisigs wallet={wallet} />}
      <TextOffer shown={shown} purpose="stronger" />
      <HomeScreenOffer />
      <BackAction name={boot.appName} />
      <SecondaryAction text={home.wallets} onPress={() => router.replace({ screen: 'home' })} />
    </Screen>
  )
}

/** In its own chunk, loaded late: the receipt does not wait for it. */
const SIGNS_FOR = createPart(async () => (await import('../multisig/signs-for.tsx')).SignsFor)

/** For a wallet with a key: the multisigs that it signs for. */
function FurtherMultisigs({ wallet }: { wallet: Wallet }) {
  const part = usePart(SIGNS_FOR, wallet.level === 'key')
  return part.status === 'ready' ? <part.value wallet={wallet} /> : null
}

/** Announces the binding when the wallet has shown more than at first. */
function useAnnounceStronger(wallet: Wallet | null): void {
  const { wallet: walletMessages } = useMessages()
  const binding = wallet?.binding ?? null
  const [first] = useState(binding)
  useAnnounce(binding === null || binding === first ? null : walletMessages.bindings[binding].name)
}

/** What was proven, of which wallet, and how. */
function Receipt({ wallet }: { wallet: Wallet }) {
  const { attempt, wallet: walletMessages } = useMessages()
  const kind = useWalletKind(wallet)
  return (
    <>
      <ClaimOutcome wallet={wallet} done={attempt.linked} />
      <Section footer={<ReceiptNote />}>
        <Cell title={<Address value={displayAddress(wallet)} />} subtitle={kind} />
        <ClaimDetails wallet={wallet} bindings={walletMessages.bindings} />
      </Section>
    </>
  )
}

/** Without write access, the bot cannot send a receipt, and this screen replaces it. */
function ReceiptNote() {
  const { attempt } = useMessages()
  return useMe()?.user.mayMessage ? attempt.receiptInChat : attempt.receiptHere
}

/** Offers the member the app on the device's home screen, once, after the first link. */
function HomeScreenOffer() {
  const { telegram } = useServices()
  const { attempt } = useMessages()
  const isOffered = useOffer()
  const [isAdded, setAdded] = useState(false)
  const add = async () => {
    if (!(await telegram.addToHomeScreen())) return
    telegram.haptic('success')
    setAdded(true)
  }
  if (isAdded) return <Notice>{attempt.homeAdded}</Notice>
  if (!isOffered) return null
  const { name, sentence } = attempt.homeScreen
  return (
    <Section>
      <ActionCell
        icon={DEVICE}
        tone="accent"
        title={name}
        subtitle={sentence}
        onPress={() => void add()}
      />
    </Section>
  )
}

/** Whether there is something to offer. When true, this device remembers that it has made the offer. */
function useOffer(): boolean {
  const { telegram } = useServices()
  const { storage } = useCore()
  const [isFirst] = useState(() => storage.read(OFFERED_KEY, v.literal(true)) === null)
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!isFirst) return
    let isGone = false
    const offer = async () => {
      if (!(await telegram.canAddToHomeScreen()) || isGone) return
      storage.write(OFFERED_KEY, true)
      setOffered(true)
    }
    void offer()
    return () => {
      isGone = true
    }
  }, [isFirst, storage, telegram])
  return isOffered
}
