import { useEffect, useRef } from 'react'
import { useMessages } from '../../i18n/use-localization.ts'
import { EYE, PEN, SHIELD } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { RequestSection } from '../request-section.tsx'
import { Promises } from '../promises.tsx'
import type { KnownMember } from '../member/member-state.ts'
import { useCore } from '../use-core.ts'
import { CosigningsSection } from './cosignings-section.tsx'
import { ConsentCard } from './consent-card.tsx'
import { DeviceWalletSection } from './device-wallet-section.tsx'
import { OutdatedNotice } from './outdated-notice.tsx'
import { UnderWaySection } from './under-way-section.tsx'
import { useRemember } from './use-remember.ts'
import { WalletCell } from './wallet-cell.tsx'

const CONTENTS = { display: 'contents' }

type Props = { member: KnownMember }

/** Home's content once the member is known. */
export function HomeContent({ member }: Props) {
  const { me, outdated } = member
  const { watchMember } = useCore()
  const { home } = useMessages()
  const picture = useRef<HTMLDivElement>(null)
  useEffect(() => watchMember(), [watchMember])
  useRemember(picture, member)
  return (
    <div style={CONTENTS} ref={picture}>
      {outdated !== null && <OutdatedNotice code={outdated} />}
      {me.attempt !== null && me.attempt.state !== 'awaiting-cosigners' && (
        <UnderWaySection attempt={me.attempt} />
      )}
      {me.cosignings.length > 0 && <CosigningsSection cosignings={me.cosignings} />}
      {me.consents.map((consent) => (
        <ConsentCard key={consent.attemptId} consent={consent} />
      ))}
      {me.wallets.length === 0 ? (
        <NoWallets />
      ) : (
        <Section header={home.wallets}>
          {me.wallets.map((wallet) => (
            <WalletCell key={wallet.id} wallet={wallet} />
          ))}
        </Section>
      )}
      <RequestSection />
      <DeviceWalletSection />
    </div>
  )
}

function NoWallets() {
  const { home } = useMessages()
  const { proof, knows, never } = home.promises
  const items = [
    { ...proof, icon: PEN },
    { ...knows, icon: EYE },
    { ...never, icon: SHIELD },
  ]
  return <Promises header={home.empty} items={items} />
}
