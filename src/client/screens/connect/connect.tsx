import { useEffect, useState } from 'react'
import { atom } from 'nanostores'
import { type Family, FAMILIES, type Wallet } from '#shared/wallet.ts'
import type { Cosigning } from '#shared/multisig.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { getJoin } from '#shared/api/get-join.ts'
import { COSIGNING_CODE, getCodeId, JOIN_CODE } from '#shared/start-param.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useStore } from '../../use-store.ts'
import { usePreload } from '../screen/use-preload.ts'
import { useCore, useMe, useServices } from '../context/context.ts'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { Purpose } from '../screen/purpose.tsx'
import { getNeededOwners } from '../cosign/get-needed-owners.ts'
import { noteJoining } from '../join/joining.ts'
import { getRuleFamilies } from '../join/rule-families.ts'
import { ForAccount } from '../person/for-account.tsx'
import { NeededOwner } from '../cosign/needed-owner.tsx'
import { unbrokenAddress } from '../account/unbroken-address.ts'
import { useSection } from '../arriving/use-section.ts'
import { Waiting } from '../screen/waiting.tsx'
import { EvmSection } from './evm-section.tsx'
import type { Api } from '../../api/call.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'
import { TonSection } from './ton-section.tsx'
import { whenIdle } from '../../when-idle.ts'

const CLOSED = atom(false)

type PurposeProps = {
  /** Code of the connect request that linking answers, or of the cosigning that an owner confirms. */
  purpose?: string
}
type Props = PurposeProps & {
  /** The linked wallet that is to be verified again. */
  walletId?: string
}

/** Choice of a wallet: for TON, the common ones in one tap or any other; for EVM chains, where those are offered. */
export function Connect({ walletId, ...props }: Props) {
  const { purpose } = props
  const { storage } = useCore()
  useEffect(() => {
    noteJoining(storage, purpose)
  }, [storage, purpose])
  usePreload('attempt')
  return walletId === undefined ? <ForPurpose {...props} /> : <Again walletId={walletId} />
}

/** Any wallet of the family, because the wallet that was linked may be in another app by now. */
function Again({ walletId }: { walletId: string }) {
  const me = useMe()
  const offered = useOfferedFamilies()
  if (me === null) return <Waiting />
  const again = me.wallets.find(({ id }) => id === walletId)
  if (again === undefined) return <Choices {...ANY} families={offered} />
  const families = offered.filter((family) => family === again.family)
  return <Choices {...ANY} families={families} wanted={[again.address]} again={again} />
}

function ForPurpose({ purpose }: PurposeProps) {
  const asked = useAsked(purpose ?? null)
  const messages = useSection('multisig', asked?.cosigning != null)
  if (asked === null || messages.status === 'waiting') return <Waiting />
  // Any wallet that is linked decides a request to join: the attempt is for nothing else.
  if (purpose === undefined || JOIN_CODE.test(purpose)) return <Choices {...asked} />
  return <Choices {...asked} purpose={purpose} />
}

function Choices({ families, cosigning, wanted, again, purpose }: PurposeProps & AskedWallet) {
  const { router } = useServices()
  const { preparations } = useCore()
  const { connect } = useMessages()
  const hasTon = families.includes('ton')
  const hasEvm = families.includes('evm')
  const ton = useStore(preparations.ton.state)
  useWarmUp(families)
  useWatchChooser()
  const aim = { purpose: purpose ?? null, wanted }
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
      <ForAccount isConfirming={cosigning !== null} />
      <Purpose />
      {again !== null && <Notice>{connect.again(unbrokenAddress(again))}</Notice>}
      {cosigning !== null && <NeededOwner cosigning={cosigning} />}
      {hasTon && <TonSection aim={aim} />}
      {hasEvm && <EvmSection aim={aim} />}
    </Screen>
  )
}

/** What a purpose asks for. `cosigning`: where an owner confirms in one. */
type AskedWallet = {
  families: readonly Family[]
  cosigning: Cosigning | null
  /** Addresses of which one should answer; none for any. */
  wanted: readonly string[]
  /** The linked wallet that is to be verified again. */
  again: Wallet | null
}

const ANY: AskedWallet = { families: FAMILIES, cosigning: null, wanted: [], again: null }

/**
 * Families from which a wallet may be chosen: those that are offered and, for a purpose, requested. Null until they are
 * known.
 *
 * @param purpose code of a connect request, or of a cosigning
 */
function useAsked(purpose: string | null): AskedWallet | null {
  const { api } = useCore()
  const offered = useOfferedFamilies()
  const [asked, setAsked] = useState<AskedWallet | null>(null)
  useEffect(() => {
    if (purpose === null) return
    // Allow all families here; the server judges the answer.
    askedFor(api, purpose).then(setAsked, () => setAsked(ANY))
  }, [api, purpose])
  if (purpose === null) return { ...ANY, families: offered }
  return asked && { ...asked, families: offered.filter((one) => asked.families.includes(one)) }
}

/** @throws ApiError */
async function askedFor(api: Api, purpose: string): Promise<AskedWallet> {
  if (JOIN_CODE.test(purpose)) {
    const { rule } = await api.call(getJoin, { id: getCodeId(purpose) })
    return { ...ANY, families: getRuleFamilies(rule) }
  }
  if (!COSIGNING_CODE.test(purpose)) {
    const { families } = await api.call(getRequest, { id: purpose })
    return { ...ANY, families }
  }
  const cosigning = await api.call(getCosigning, { id: purpose })
  const wanted = getNeededOwners(cosigning.owners)
  return { ...ANY, families: [cosigning.multisig.family], cosigning, wanted }
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

/** Watches the attempt while a library's list of wallets is open: it may expire, or end on another device. */
function useWatchChooser(): void {
  const { attempts } = useCore()
  const { wallets } = useServices()
  const isTonOpen = useStore(wallets.ton.chooserOpen)
  const isEvmOpen = useStore(wallets.evm?.chooserOpen ?? CLOSED)
  const isOpen = isTonOpen || isEvmOpen
  useEffect(() => {
    return isOpen ? attempts.watch() : undefined
  }, [attempts, isOpen])
}
