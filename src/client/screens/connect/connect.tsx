import { useEffect } from 'react'
import type { Family } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { Screen } from '../../ui/screen.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { Promises } from '../promises.tsx'
import { useServices } from '../use-services.ts'
import { Waiting } from '../waiting.tsx'
import { EvmSection } from './evm-section.tsx'
import { TonSection } from './ton-section.tsx'
import { useFamilies } from './use-families.ts'
import { useTonPreparation } from './use-ton-preparation.ts'
import { EYE } from '../../ui/icons/eye.ts'
import { PEN } from '../../ui/icons/pen.ts'
import { SHIELD } from '../../ui/icons/shield.ts'

type Props = {
  /** Code of the connect request that linking is to answer, or of the collection in which an owner is to speak. */
  purpose?: string
}

/** Choosing a wallet: of TON, Telegram's own in one tap or any other; of EVM chains, where those are offered. */
export function Connect({ purpose }: Props) {
  const { preload } = useServices()
  const families = useFamilies(purpose ?? null)
  useEffect(() => preload('attempt'), [preload])
  if (families === null) return <Waiting />
  return <Choices families={families} {...(purpose !== undefined && { purpose })} />
}

function Choices({ families, purpose }: Props & { families: readonly Family[] }) {
  const { router } = useServices()
  const { connect } = useMessages()
  const hasTon = families.includes('ton')
  const hasEvm = families.includes('evm')
  const ton = useTonPreparation(hasTon, purpose)
  if (!hasTon && !hasEvm) {
    return <ProblemScreen code="evm-off" onRetry={() => router.replace({ screen: 'home' })} />
  }
  // What keeps only TON's library away leaves the other family.
  if (ton.problem !== null && !(hasEvm && ton.problem === 'wallet-library-unavailable')) {
    return <ProblemScreen code={ton.problem} onRetry={ton.retry} onStartAnew={ton.retry} />
  }
  return (
    <Screen title={connect.title}>
      {hasTon && <TonSection {...(purpose !== undefined && { purpose })} />}
      {hasEvm ? (
        <EvmSection {...(purpose !== undefined && { purpose })}>
          <OurPromises />
        </EvmSection>
      ) : (
        <OurPromises />
      )}
    </Screen>
  )
}

function OurPromises() {
  const { connect } = useMessages()
  const { knows, free, never } = connect.promises
  const items = [
    { ...knows, icon: EYE },
    { ...free, icon: PEN },
    { ...never, icon: SHIELD },
  ]
  return <Promises items={items} />
}
