import * as v from 'valibot'
import { type SubmitEvent, useId, useState } from 'react'
import type { Wallet } from '#shared/wallet.ts'
import { LabelSchema } from '#shared/label.ts'
import { useLocalization, useMessages } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { AddressSection } from '../account/address-section.tsx'
import { CardSection } from './card-section.tsx'
import { UsesSection } from '../uses/wallet-uses.tsx'
import { ClaimSection } from './claim-section.tsx'
import { FactsSection } from '../account/facts-section.tsx'
import { SignedMultisigsSection } from '../multisig/signed-multisigs-section.tsx'
import { useCore, useMe, useServices } from '../context/context.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { OwnWallet } from './own-wallet.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { useTask } from '../actions/use-task.ts'
import { DEVICE, OWNERS, STAR, UNLINK } from '../../ui/icons.ts'
import { DisconnectCell } from '../device/disconnect-cell.tsx'
import { useConnection } from '../device/use-connected-wallets.ts'
import { Recent } from '../screen/recent.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import { formatCount } from '../../i18n/format.ts'
import { useSection } from '../arriving/use-section.ts'
import { PartSection } from '../arriving/part-section.tsx'
import { TaskSection } from '../actions/task-cell.tsx'
import { unbrokenAddress } from '../account/unbroken-address.ts'
import type { Me } from '../member/member.ts'
import { VerifyAgain } from './verify-again.tsx'

/** Everything about one linked wallet. */
export function WalletScreen({ id }: { id: string }) {
  return <OwnWallet id={id}>{(wallet) => <WalletDetail wallet={wallet} />}</OwnWallet>
}

function WalletDetail({ wallet }: { wallet: Wallet }) {
  const { wallet: messages } = useMessages()
  const { wallets } = useServices()
  const isSigner = wallet.level === 'key' && wallets[wallet.family] !== null
  return (
    <Screen title={wallet.label ?? messages.title}>
      <ClaimSection wallet={wallet} />
      <StaleNotice wallet={wallet} />
      <AddressSection wallet={wallet} />
      <LabelField wallet={wallet} />
      <FactsSection wallet={wallet} />
      <OwnershipSection wallet={wallet} />
      <UsesSection wallet={wallet} />
      <CardSection wallet={wallet} />
      <ConnectedSection wallet={wallet} />
      <WalletActions wallet={wallet} />
      {isSigner && <SignedMultisigsSection wallet={wallet} />}
    </Screen>
  )
}

/** The member's own name for the wallet; an empty one removes it. */
function LabelField({ wallet }: { wallet: Wallet }) {
  const { member } = useCore()
  const { wallet: messages } = useMessages()
  const { run, isBusy, problem } = useTask()
  const sentence = useProblemSentence(problem)
  const saved = wallet.label ?? ''
  // Keep what the member is typing, even if the label changes meanwhile.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? saved
  const noteId = useId()
  const isAllowed = text.trim() === '' || v.is(LabelSchema, text)
  const isChanged = text.trim() !== saved
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isAllowed && isChanged) run(() => write(text))
  }
  const write = async (written: string) => {
    const label = written.trim() === '' ? null : written.trim()
    await member.updateWallet(wallet.id, { label })
    setTyped((current) => (current === written ? null : current))
  }
  const refusal = isAllowed ? messages.labelNote : messages.labelRefused
  return (
    <Section header={messages.label} footer={<output id={noteId}>{sentence ?? refusal}</output>}>
      <form className="cell cell-field" onSubmit={save}>
        <input
          className="field"
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={messages.labelPlaceholder}
          aria-label={messages.label}
          aria-describedby={noteId}
          aria-invalid={!isAllowed}
          autoComplete="off"
          enterKeyHint="done"
          {...(text !== '' && { dir: 'auto' })}
        />
        {isChanged && (
          <button type="submit" className="field-save" disabled={!isAllowed} aria-busy={isBusy}>
            {messages.save}
          </button>
        )}
      </form>
    </Section>
  )
}

/** The wallet's connection on this device. Nothing where it has none. */
function ConnectedSection({ wallet }: { wallet: Wallet }) {
  const { home } = useMessages()
  const connection = useConnection(wallet)
  if (connection === undefined) return null
  return (
    <Section footer={home.deviceNote}>
      <Cell icon={DEVICE} title={home.device} subtitle={<bdi>{connection.walletApp.name}</bdi>} />
      <DisconnectCell connector={connection.connector} />
    </Section>
  )
}

/** Leads to a multisig's owners. Nothing for another wallet, and nothing if its family is not offered. */
function OwnershipSection({ wallet: { family, multisig } }: { wallet: Wallet }) {
  const { wallets } = useServices()
  const { language } = useLocalization()
  const isShown = multisig !== null && wallets[family] !== null
  const part = useSection('multisig', isShown)
  if (!isShown) return null
  const { id, threshold, ownerCount, checkedAt } = multisig
  return (
    <PartSection part={part}>
      {({ detail, readAt, ratio }) => (
        <Section>
          <RouteCell
            to={{ screen: 'multisig', id }}
            icon={OWNERS}
            title={detail}
            subtitle={
              <>
                {readAt}: <Recent at={checkedAt} />
              </>
            }
            after={ratio({
              part: formatCount(language, threshold),
              whole: formatCount(language, ownerCount),
            })}
          />
        </Section>
      )}
    </PartSection>
  )
}

/** Actions for a linked wallet. */
function WalletActions({ wallet }: { wallet: Wallet }) {
  const { member } = useCore()
  const { router } = useServices()
  const { wallet: messages } = useMessages()
  const me = useMe()
  const { id } = wallet
  const { message, ...question } = messages.unlinkAsk(unbrokenAddress(wallet))
  const whole = isRequested(wallet, me) ? `${message} ${messages.unlinkWaiting}` : message
  const unlink = async () => {
    await member.unlink(id)
    const route = router.route.get()
    // Skip this if the member has moved on meanwhile.
    if (route.screen === 'wallet' && route.id === id) router.replace({ screen: 'home' })
  }
  return (
    <>
      {!wallet.primary && (
        <TaskSection
          footer={messages.primaryNote}
          icon={STAR}
          title={messages.makePrimary}
          work={() => member.updateWallet(id, { primary: true })}
        />
      )}
      <TaskSection
        icon={UNLINK}
        tone="destructive"
        title={messages.unlink}
        loss={{ ...question, message: whole }}
        work={unlink}
        hasHaptic
      >
        <VerifyAgain wallet={wallet} />
      </TaskSection>
    </>
  )
}

/** Whether another account has asked for this wallet. */
function isRequested({ family, address }: Wallet, me: Me | null): boolean {
  const consents = me?.consents ?? []
  return consents.some((asked) => asked.family === family && asked.address === address)
}
