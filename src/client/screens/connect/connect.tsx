import { useEffect } from 'react'
import type { Family } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { useStore } from '../../ui/use-store.ts'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { Promises } from '../promises.tsx'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import type { Preparation } from '../attempt/state/preparation.ts'
import { Waiting } from '../waiting.tsx'
import { EvmSection } from './evm-section.tsx'
import { TonSection } from './ton-section.tsx'
import { useFamilies } from './use-families.ts'
import { useWarmUp } from './use-warm-up.ts'
import { useWatchChooser } from './use-watch-chooser.ts'
import { EYE, PEN, SHIELD } from '../../ui/icons.ts'

type Props = {
  /** Code of the connect request that linking answers, or of the cosigning that an owner confirms. */
  purpose?: string
}

/** Choice of a wallet: for TON, Wallet in Telegram in one tap or any other; for EVM chains, where those are offered. */
export function Connect({ purpose }: Props) {
  const { preload } = useServices()
  const families = useFamilies(purpose ?? null)
  useEffect(() => preload('attempt'), [preload])
  if (families === null) return <Waiting />
  return <Choices families={families} {...(purpose !== undefined && { purpose })} />
}

function Choices({ families, purpose }: Props & { families: readonly Family[] }) {
  const { router } = useServices()
  const { preparations } = useCore()
  const { connect } = useMessages()
  const hasTon = families.includes('ton')
  const hasEvm = families.includes('evm')
  const ton = useStore(preparations.ton.state)
  useWarmUp(families)
  useWatchChooser()
  useEffect(() => () => forgetFailure(preparations.ton), [preparations])
  if (!hasTon && !hasEvm) {
    return <ProblemScreen code="evm-off" onRetry={() => router.replace({ screen: 'home' })} />
  }
  // A missing TON library leaves the other family usable.
  if (hasTon && ton.status === 'failed' && !(hasEvm && ton.code === 'wallet-library-unavailable')) {
    const { code, wanted } = ton
    const again = () =>
      wanted === null ? preparations.ton.reset() : preparations.ton.choose(wanted)
    return <ProblemScreen code={code} onRetry={again} onStartAnew={again} />
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

/** Hides the failure of an earlier choice from a member who returns to choose. */
function forgetFailure(preparation: Preparation): void {
  if (preparation.state.get().status === 'failed') preparation.reset()
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
