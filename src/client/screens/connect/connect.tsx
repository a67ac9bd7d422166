import { useEffect, useState } from 'react'
import { atom } from 'nanostores'
import { type Family, FAMILIES } from '#shared/wallet.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { COSIGNING_CODE } from '#shared/start-param.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { useStore } from '../../ui/use-store.ts'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { Promises } from '../promises.tsx'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import type { Preparation } from '../attempt/preparation.ts'
import { Waiting } from '../waiting.tsx'
import { EvmSection } from './evm-section.tsx'
import { EYE, PEN, SHIELD } from '../../ui/icons.ts'
import type { Api } from '../../api/call.ts'
import { useOfferedFamilies } from '../use-offered-families.ts'
import { Section } from '../../ui/section.tsx'
import { ChoiceCell } from './choice-cell.tsx'
import { useChoosing } from './use-choosing.ts'
import { PLANE, WALLET } from '../../ui/first-icons.ts'

const CLOSED = atom(false)

/** Delay where the browser has no idle callback, in milliseconds. */
const IDLE_AFTER_MS = 200

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

/**
 * Families from which a wallet may be chosen: those that are offered and, for a purpose, requested. Null until they are
 * known.
 *
 * @param purpose code of a connect request, or of a cosigning
 */
function useFamilies(purpose: string | null): readonly Family[] | null {
  const { api } = useCore()
  const offered = useOfferedFamilies()
  const [asked, setAsked] = useState<readonly Family[] | null>(null)
  useEffect(() => {
    if (purpose === null) return
    // Allow all families here; the server judges the answer.
    askedFor(api, purpose).then(setAsked, () => setAsked(FAMILIES))
  }, [api, purpose])
  if (purpose === null) return offered
  return asked === null ? null : offered.filter((family) => asked.includes(family))
}

/** @throws ApiError */
async function askedFor(api: Api, purpose: string): Promise<readonly Family[]> {
  if (!COSIGNING_CODE.test(purpose)) return (await api.call(getRequest, { id: purpose })).families
  const { multisig } = await api.call(getCosigning, { id: purpose })
  return [multisig.family]
}

/**
 * Loads what these families' wallets need while the member reads, TON's first. None of it counts against a limit,
 * because the attempt is made only when a wallet is chosen.
 */
function useWarmUp(families: readonly Family[]): void {
  const { preparations } = useCore()
  const ton = families.includes('ton') ? preparations.ton : null
  const evm = families.includes('evm') ? preparations.evm : null
  useEffect(() => {
    let cancelIdle = () => {}
    let isHere = true
    const warmUp = async () => {
      await ton?.warmUp()
      if (isHere && evm !== null) cancelIdle = whenIdle(() => void evm.warmUp())
    }
    void warmUp()
    return () => {
      isHere = false
      cancelIdle()
    }
  }, [ton, evm])
}

/** Calls back unless the returned function is called first. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(act, IDLE_AFTER_MS)
  return () => clearTimeout(timer)
}

/** Watches the attempt while a library's list of wallets is open: it may expire, or end on another device. */
function useWatchChooser(): void {
  const { attempts } = useCore()
  const { wallets } = useServices()
  const isTonOpen = useStore(wallets.ton.chooserOpen)
  const isEvmOpen = useStore(wallets.evm?.chooserOpen ?? CLOSED)
  const isOpen = isTonOpen || isEvmOpen
  useEffect(() => (isOpen ? attempts.watch() : undefined), [attempts, isOpen])
}

/** Wallet in Telegram in one tap, or any other TON wallet. */
function TonSection({ purpose }: Props) {
  const { preparations } = useCore()
  const { connect } = useMessages()
  const choosing = useChoosing(preparations.ton, purpose)
  const getReady = () => void preparations.ton.warmUp()
  return (
    <Section>
      <ChoiceCell
        choosing={choosing}
        onIntent={getReady}
        choice="telegram-wallet"
        icon={PLANE}
        title={connect.telegramWallet}
        subtitle={connect.telegramWalletNote}
      />
      <ChoiceCell
        choosing={choosing}
        onIntent={getReady}
        choice="all-wallets"
        icon={WALLET}
        title={connect.otherWallets}
        subtitle={connect.otherWalletsNote}
      />
    </Section>
  )
}
