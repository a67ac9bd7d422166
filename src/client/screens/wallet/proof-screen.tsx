import { sendProof } from '#shared/api/send-proof.ts'
import type { Wallet } from '#shared/wallet.ts'
import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { PEN } from '../../ui/icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { FileOutcome, useSendFile } from '../actions/send-file-action.tsx'
import { PartScreen } from '../arriving/part-screen.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useCore, useServices } from '../context/use-services.ts'
import { MainAction } from '../screen/bottom-actions.tsx'
import { ClaimCell } from './claim-section.tsx'
import { OwnWallet } from './own-wallet.tsx'
import { ProofLaunchSection } from './proof-launch-section.tsx'
import { SiteTokens } from './site-tokens.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { StrengthenProof } from './strengthen-proof.tsx'
import { AgainCell } from './verify-again.tsx'

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
