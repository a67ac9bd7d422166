import { useState, type SubmitEvent, useId } from 'react'
import * as v from 'valibot'
import type { Wallet } from '#shared/wallet.ts'
import { LabelSchema } from '#shared/label.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { AddressSection } from '../account/address-section.tsx'
import { CardSection } from './card-section.tsx'
import { UsesSection } from '../uses/uses-section.tsx'
import { ClaimSection } from './claim-section.tsx'
import { FactsSection } from '../account/facts-section.tsx'
import { SignedMultisigsSection } from '../multisig/signed-multisigs-section.tsx'
import { OwnershipSection } from './ownership-section.tsx'
import { ConnectedSection } from './connected-section.tsx'
import { WalletActions } from './wallet-actions.tsx'
import { useCore, useServices } from '../context/use-services.ts'
import { Section } from '../../ui/list.tsx'
import { OwnWallet } from './own-wallet.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { useTask } from '../actions/use-task.ts'

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
