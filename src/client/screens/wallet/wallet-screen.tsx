import { useEffect, useState, type SubmitEvent, useId } from 'react'
import * as v from 'valibot'
import type { Wallet } from '#shared/wallet.ts'
import { getWallet } from '#shared/api/get-wallet.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { LabelSchema } from '#shared/label.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { Waiting } from '../screen/waiting.tsx'
import { AddressSection } from '../account/address-section.tsx'
import { CardSection } from './card-section.tsx'
import { ClaimSection } from './claim-section.tsx'
import { FactsSection } from '../account/facts-section.tsx'
import { ProofLaunchSection } from './proof-launch-section.tsx'
import { SignedMultisigsSection } from '../multisig/signed-multisigs-section.tsx'
import { OwnershipSection } from './ownership-section.tsx'
import { TakeProof } from './take-proof.tsx'
import { ConnectedSection } from './connected-section.tsx'
import { WalletActions } from './wallet-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { MainAction } from '../screen/main-action.tsx'
import { useSection } from '../arriving/use-section.ts'
import { useProven } from '../claim/use-proven.ts'
import { useServices } from '../context/use-services.ts'
import { useStore } from '../../use-store.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { useCore } from '../context/use-core.ts'
import { Section } from '../../ui/section.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { useTask } from '../actions/use-task.ts'

/** Everything about one linked wallet. */
export function WalletScreen({ id }: { id: string }) {
  const { found, retry } = useWallet(id)
  if (found.status === 'loading') return <Waiting />
  if (found.status === 'failed') {
    return <ProblemScreen code={found.code} onRetry={retry} />
  }
  return <WalletDetail wallet={found.wallet} />
}

function WalletDetail({ wallet }: { wallet: Wallet }) {
  const { wallet: messages } = useMessages()
  const { wallets } = useServices()
  const isSigner = wallet.level === 'key' && wallets[wallet.family] !== null
  return (
    <Screen title={wallet.label ?? messages.title}>
      <ClaimSection wallet={wallet} />
      <StaleNotice wallet={wallet} />
      <ProofLaunchSection wallet={wallet} />
      <AddressSection wallet={wallet} />
      <LabelField wallet={wallet} />
      <FactsSection wallet={wallet} />
      <OwnershipSection wallet={wallet} />
      <CardSection wallet={wallet} />
      {wallet.staleAt === null && <TakeProof walletId={wallet.id} />}
      <ConnectedSection wallet={wallet} />
      <WalletActions wallet={wallet} />
      {isSigner && <SignedMultisigsSection wallet={wallet} />}
    </Screen>
  )
}

/** Says that a linked multisig's proof is no longer valid, and leads to a new one. Nothing as long as it is valid. */
function StaleNotice({ wallet }: { wallet: Wallet }) {
  const { router, wallets } = useServices()
  const { family, multisig, staleAt } = wallet
  const messages = useSection('multisig', staleAt !== null)
  const proven = useProven(wallet)
  if (staleAt === null || messages.status !== 'ready') return null
  const canProve = multisig !== null && wallets[family] !== null
  return (
    <>
      <Notice>{proven?.sentence}</Notice>
      {canProve && (
        <MainAction
          text={messages.value.proveAgain}
          onPress={() => router.open({ screen: 'multisig', id: multisig.id })}
        />
      )}
    </>
  )
}

type WalletLookup =
  | { status: 'loading' }
  | { status: 'found'; wallet: Wallet }
  | { status: 'failed'; code: ProblemCode }

/** One of the member's own wallets: from the known member data, else from the server. */
function useWallet(id: string): { found: WalletLookup; retry: () => void } {
  const { api } = useCore()
  const { member } = useServices()
  const state = useStore(member)
  const known =
    state.status === 'known' ? state.me.wallets.find((wallet) => wallet.id === id) : undefined
  // A wallet that is unlinked here stays on its screen until the screen closes.
  const [latest, setLatest] = useState(known)
  if (known !== undefined && known !== latest) setLatest(known)
  const [tries, setTries] = useState(0)
  const [asked, setAsked] = useState<{ tries: number; found: WalletLookup } | null>(null)
  const isKnown = latest !== undefined
  useEffect(() => {
    if (isKnown) return
    const ask = async () => {
      try {
        const wallet = await api.call(getWallet, { id })
        setAsked({ tries, found: { status: 'found', wallet } })
      } catch (error) {
        setAsked({ tries, found: { status: 'failed', code: getProblemCode(error) } })
      }
    }
    void ask()
  }, [api, id, isKnown, tries])
  const retry = () => setTries(tries + 1)
  if (latest !== undefined) return { found: { status: 'found', wallet: latest }, retry }
  return { found: asked?.tries === tries ? asked.found : { status: 'loading' }, retry }
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
