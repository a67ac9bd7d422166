import { sendProof } from '#shared/api/send-proof.ts'
import type { Wallet } from '#shared/wallet.ts'
import { formatMoment, isolated } from '../../i18n/format.ts'
import { useLocalization, useMessages } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { PLANE, WALLET } from '../../ui/first-icons.ts'
import { LINK, PEN, SHIELD } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { FileOutcome, useSendFile } from '../actions/send-file-action.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useCore, useServices } from '../context/context.ts'
import { MainAction } from '../screen/bottom-actions.tsx'
import { ClaimCell } from './claim-section.tsx'
import { OwnWallet } from './own-wallet.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { StrengthenProof } from './strengthen-proof.tsx'
import { AgainCell } from './verify-again.tsx'
import { displayAddress } from '#shared/display-address.ts'
import { Address } from '../../ui/address.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useStore } from '../../use-store.ts'
import { TaskCell, TaskSection } from '../actions/task-cell.tsx'
import { ForAccount } from '../person/for-account.tsx'
import { useState } from 'react'
import { makeToken } from '#shared/api/make-token.ts'
import type { MemberToken } from '#shared/member-token.ts'
import { getHost } from '#shared/site.ts'
import { ExportSheet } from '../actions/export-sheet.tsx'

type Props = { wallet: Wallet }

/** The proof of one linked wallet: what it shows and to whom, the way to take it along, and what it can also show. */
export function ProofScreen({ id }: { id: string }) {
  const { wallet: messages } = useMessages()
  return (
    <PartScreen part={useSection('sharing')}>
      <OwnWallet id={id}>
        {(wallet) => (
          <Screen title={messages.document}>
            <StaleNotice wallet={wallet} />
            <ProofLaunchSection wallet={wallet} />
            {wallet.staleAt === null && <Proof wallet={wallet} />}
          </Screen>
        )}
      </OwnWallet>
    </PartScreen>
  )
}

function Proof({ wallet }: Props) {
  const { api } = useCore()
  const { boot, telegram } = useServices()
  const { document, holderId, proof } = useMessagesOf('sharing')
  const { send, isBusy, ...outcome } = useSendFile(() => api.call(sendProof, { id: wallet.id }))
  const { launch } = telegram
  return (
    <>
      <Section header={document.shows} footer={document.note(isolated(boot.appName))}>
        <ClaimCell wallet={wallet} />
        {launch.place === 'telegram' && (
          <Cell
            icon={PLANE}
            title={holderId(isolated(launch.telegramId))}
            subtitle={wallet.binding === 'domain' ? null : document.named}
          />
        )}
        <FileOutcome {...outcome} />
      </Section>
      <StrengthenProof walletId={wallet.id} />
      <AddName wallet={wallet} />
      <SiteTokens />
      <MainAction text={proof.take} isBusy={isBusy} onPress={send} />
    </>
  )
}

/** For a wallet that has proven itself without naming the account, and can be asked for a message that does. */
function AddName({ wallet }: Props) {
  const { policy } = useServices().boot
  const { document } = useMessagesOf('sharing')
  const { binding, family, multisig } = wallet
  const canSign = family === 'ton' && multisig === null && policy.tonText !== 'off'
  if (!canSign || binding !== 'domain') return null
  return (
    <Section footer={document.nameNote}>
      <AgainCell wallet={wallet} icon={PEN} title={document.name} />
    </Section>
  )
}

/**
 * The launch by which Telegram has just signed the proof of this wallet: asks whether to use it, or says that it is
 * stored. Nothing without such a launch.
 */
function ProofLaunchSection({ wallet }: { wallet: Wallet }) {
  const { proofLaunch } = useCore()
  const state = useStore(proofLaunch)
  const messages = useSection('sharing')
  const { language } = useLocalization()
  if (messages.status !== 'ready') return null
  const isOfWallet = 'walletId' in state && state.walletId === wallet.id
  if (!isOfWallet) return null
  if (state.status === 'asked') return <Ask wallet={wallet} agree={state.agree} />
  const { includedFrom } = state.launch
  return <Notice>{messages.value.proof.done(formatMoment(language, includedFrom))}</Notice>
}

type AskProps = { wallet: Wallet; agree: () => Promise<void> }

/** Which wallet and which account Telegram's signature would put together, and what it discloses. */
function Ask({ wallet, agree }: AskProps) {
  const { proof } = useMessagesOf('sharing')
  return (
    <>
      <ForAccount />
      <TaskSection
        header={proof.ask}
        footer={proof.byLaunch.disclosure}
        icon={SHIELD}
        tone="accent"
        title={proof.agree}
        work={agree}
      >
        <Cell icon={WALLET} title={<Address value={displayAddress(wallet)} />} />
      </TaskSection>
    </>
  )
}

/** What a token tells a site, and a way to one for each site that the operator allows. Nothing where that is none. */
function SiteTokens() {
  const { appName, tokenAudiences } = useServices().boot
  const { token } = useMessagesOf('sharing')
  if (tokenAudiences.length === 0) return null
  return (
    <Section header={token.header} footer={token.note(isolated(appName))}>
      {tokenAudiences.map((audience) => (
        <SiteToken key={audience} audience={audience} />
      ))}
    </Section>
  )
}

function SiteToken({ audience }: { audience: string }) {
  const { api } = useCore()
  const { language } = useLocalization()
  const messages = useMessagesOf('sharing').token
  const [made, setMade] = useState<MemberToken | null>(null)
  const title = messages.make(isolated(getHost(audience)))
  const make = async () => setMade(await api.call(makeToken, { body: { audience } }))
  return (
    <>
      <TaskCell icon={LINK} title={title} work={make} />
      {made !== null && (
        <ExportSheet title={title} text={made.token} onClose={() => setMade(null)}>
          <p className="sheet-text">{messages.until(formatMoment(language, made.expiresAt))}</p>
        </ExportSheet>
      )}
    </>
  )
}
