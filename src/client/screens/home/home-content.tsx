import { useMessages } from '../../i18n/use-speech.ts'
import { EYE } from '../../ui/icons/eye.ts'
import { PEN } from '../../ui/icons/pen.ts'
import { SHIELD } from '../../ui/icons/shield.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { useProblemSentence } from '../problem/use-problem-sentence.ts'
import { Promises } from '../promises.tsx'
import type { KnownMember } from '../state/member-state.ts'
import { ConsentCard } from './consent-card.tsx'
import { DeviceWalletSection } from './device-wallet-section.tsx'
import { WalletCell } from './wallet-cell.tsx'

type Props = { member: KnownMember }

/** What Home shows once it is known who looks at it. */
export function HomeContent({ member: { me, outdated } }: Props) {
  const { home } = useMessages()
  const trouble = useProblemSentence(outdated)
  return (
    <>
      {outdated !== null && (
        <Notice>
          {trouble} {home.outdated}
        </Notice>
      )}
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
      <DeviceWalletSection />
    </>
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
