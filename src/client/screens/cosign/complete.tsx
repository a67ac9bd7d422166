import { useStore } from '../../ui/use-store.ts'
import { useEffect } from 'react'
import type { Collection } from '#shared/multisig.ts'
import type { Wallet } from '#shared/wallet.ts'
import { isolated } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { Cell } from '../../ui/cell.tsx'
import { CHECK } from '../../ui/icons/check.ts'
import { SHIELD } from '../../ui/icons/shield.ts'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { useAskToWrite } from '../use-ask-to-write.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { MultisigSection } from './multisig-section.tsx'
import { OwnersSection } from './owners-section.tsx'

type Props = { collection: Collection; words: MultisigMessages }

/** Enough owners have spoken, and the multisig is linked: to whom, and what that proves. */
export function Complete({ collection, words }: Props) {
  const { member } = useCore()
  const { wallet } = useMessages()
  useAskToWrite()
  // What was linked by others' words is not known here yet.
  useEffect(() => void member.refresh(), [member])
  const level = wallet.levels[collection.method === 'signatures' ? 'account' : 'quorum']
  return (
    <Screen>
      <Outcome
        icon={CHECK}
        tone="success"
        title={words.cosign.complete}
        text={linkedTo(collection, words)}
      />
      <Section>
        <Cell icon={SHIELD} title={level.name} subtitle={level.sentence} />
      </Section>
      <MultisigSection collection={collection} words={words} />
      <OwnersSection collection={collection} words={words} />
      <WayOn collection={collection} words={words} />
    </Screen>
  )
}

function linkedTo({ method, mine, starter }: Collection, { cosign }: MultisigMessages): string {
  if (method === 'agreements') return cosign.linkedToAll
  return mine ? cosign.linkedToMe : cosign.linkedTo(isolated(starter.firstName))
}

/** To the wallet that it has become, for those to whom it is linked. */
function WayOn({ collection, words: { cosign } }: Props) {
  const { router } = useServices()
  const { attempt } = useMessages()
  const wallet = useLinked(collection)
  if (wallet === undefined) {
    return <MainAction text={attempt.done} onPress={() => router.replace({ screen: 'home' })} />
  }
  const show = () => router.open({ screen: 'wallet', id: wallet.id })
  return <MainAction text={cosign.showWallet} onPress={show} />
}

function useLinked({ multisig }: Collection): Wallet | undefined {
  const { member } = useServices()
  const state = useStore(member)
  if (state.status !== 'known') return undefined
  return state.me.wallets.find((wallet) => wallet.multisig?.id === multisig.id)
}
