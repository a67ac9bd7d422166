import type { Attempt } from '#shared/attempt.ts'
import type { Safe } from '#shared/multisig.ts'
import { formatCount } from '../../i18n/format.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Cell, LinkCell } from '../../ui/cell.tsx'
import { SHIELD } from '../../ui/icons/shield.ts'
import { LINK } from '../../ui/icons/link.ts'
import { Section } from '../../ui/section.tsx'
import { ChainName } from '../multisig/chain-name.tsx'
import { ShortAddress } from '../short-address.tsx'
import { collectionOf } from '../state/attempt-routes.ts'
import { type EvmWords, useEvmWords } from '../use-evm-words.ts'
import { useServices } from '../use-services.ts'

/** The account is a Safe: its owners can sign with their own wallets in place of the Safe's own app. */
export function SafeWays({ attempt }: { attempt: Attempt }) {
  const words = useEvmWords()
  if (attempt.family !== 'evm' || attempt.multisig === null || words.status !== 'ready') return null
  const { safeWays } = words.value
  return (
    <Section footer={safeWays.note}>
      <SafeCell safe={attempt.multisig} words={safeWays} />
      <OwnersLink attempt={attempt} words={safeWays} />
    </Section>
  )
}

type Worded = { words: EvmWords['safeWays'] }

function SafeCell({ safe, words }: Worded & { safe: Safe }) {
  const { language } = useSpeech()
  const threshold = formatCount(language, safe.threshold)
  const owners = formatCount(language, safe.ownerCount)
  return (
    <Cell
      icon={SHIELD}
      title={words.is({ threshold, owners })}
      subtitle={
        <>
          <ShortAddress wallet={safe} /> · <ChainName multisig={safe} />
        </>
      }
    />
  )
}

/** On our page in the browser there is nothing but the one attempt. */
function OwnersLink({ attempt, words }: Worded & { attempt: Attempt }) {
  const { preload, router, telegram } = useServices()
  const collection = collectionOf(attempt)
  if (collection === null) return null
  if (telegram.launch.place === 'ticket') return <Cell title={words.inTelegram} />
  return (
    <LinkCell
      icon={LINK}
      tone="accent"
      title={words.owners.name}
      subtitle={words.owners.sentence}
      onPress={() => router.open(collection)}
      onIntent={() => preload('cosign')}
    />
  )
}
