import { useStore } from '@nanostores/react'
import { formatTonAddress } from '#shared/ton-address.ts'
import type { Wallet } from '#shared/wallet.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useMessages, useSpeech } from '../../i18n/use-speech.ts'
import { Address } from '../../ui/address.tsx'
import { Cell } from '../../ui/cell.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { MainAction } from '../main-action.tsx'
import { Outcome } from '../outcome.tsx'
import { useAskToWrite } from '../use-ask-to-write.ts'
import { useServices } from '../use-services.ts'
import { CHECK } from '../../ui/icons/check.ts'
import { CLOCK } from '../../ui/icons/clock.ts'
import { EYE } from '../../ui/icons/eye.ts'
import { SHIELD } from '../../ui/icons/shield.ts'

/** @param wallet null if it has been unlinked since */
export function Linked({ wallet }: { wallet: Wallet | null }) {
  const { router } = useServices()
  const { attempt } = useMessages()
  useAskToWrite()
  return (
    <Screen>
      <Outcome icon={CHECK} tone="success" title={attempt.linked} />
      {wallet !== null && <Receipt wallet={wallet} />}
      <MainAction text={attempt.done} onPress={() => router.replace({ screen: 'home' })} />
    </Screen>
  )
}

/** Which wallet, what was proven, what the wallet had shown, and when. */
function Receipt({ wallet }: { wallet: Wallet }) {
  const { language, messages } = useSpeech()
  const { wallet: words } = messages
  const level = words.levels[wallet.level]
  const binding = words.bindings[wallet.binding]
  const address = formatTonAddress(wallet.address, { network: wallet.network })
  return (
    <Section footer={<ReceiptPlace />}>
      <Cell title={<Address value={address} />} />
      <Cell icon={SHIELD} title={level.name} subtitle={level.sentence} />
      <Cell icon={EYE} title={binding.name} subtitle={binding.sentence} />
      <Cell icon={CLOCK} title={words.verified} after={formatMoment(language, wallet.verifiedAt)} />
    </Section>
  )
}

/** Without leave to write, this screen is the receipt. */
function ReceiptPlace() {
  const { member } = useServices()
  const { attempt } = useMessages()
  const state = useStore(member)
  const isInChat = state.status === 'known' && state.me.user.mayMessage
  return isInChat ? attempt.receiptInChat : attempt.receiptHere
}
