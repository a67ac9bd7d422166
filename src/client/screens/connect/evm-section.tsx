import type { ComponentType, ReactNode } from 'react'
import { EVM_WALLET_IDS } from '#shared/evm-wallet-names.ts'
import type { Boot } from '#shared/boot.ts'
import type { Language } from '#shared/languages.ts'
import { createPart } from '../../parts/part.ts'
import { usePart } from '../../parts/use-part.ts'
import type { Aim } from '../linking/preparation.ts'
import { fetchEvmMessages, useSection } from '../arriving/use-section.ts'
import { useServices } from '../context/use-services.ts'
import { ChoicesMissing } from './choices-missing.tsx'
import { ChoicesToCome } from './choices-to-come.tsx'

type ChoicesProps = { aim: Aim }

const NOT_HERE = 'not in this build'

/** Each in its own chunk; in none where EVM wallets are not offered. */
const CHOICES = {
  'in-app': createPart<ComponentType<ChoicesProps>>(async () => {
    if (__EVM__) return (await import('./evm-choices.tsx')).EvmChoices
    throw new Error(NOT_HERE)
  }),
  browser: createPart<ComponentType<ChoicesProps>>(async () => {
    if (__EVM__) return (await import('./evm-browser-choice.tsx')).EvmBrowserChoice
    throw new Error(NOT_HERE)
  }),
}

/** Number of lines that will appear. No wallet is named in a build without EVM wallets. */
const LINES = { 'in-app': __EVM__ ? EVM_WALLET_IDS.length + 1 : 0, browser: 1 }

/** Fetches what the section shows before it is drawn. Rejects where that does not load. */
export async function fetchEvmSection(boot: Boot, language: Language): Promise<void> {
  if (boot.evm === null) return
  await Promise.all([CHOICES[getWay(boot)].arrive(), fetchEvmMessages(language)])
}

/** The same for every policy that offers EVM wallets. */
export async function loadEvmSection(language: Language): Promise<void> {
  const choices = Object.values(CHOICES).map((chunk) => chunk.arrive())
  await Promise.all([...choices, fetchEvmMessages(language)])
}

function getWay({ policy }: Boot): keyof typeof CHOICES {
  return policy.evm === 'browser' ? 'browser' : 'in-app'
}

type Props = ChoicesProps & {
  /** Shown below the section, once nothing above can push it down any longer. */
  children: ReactNode
}

/** EVM wallets as the operator offers them: here, or on our page in the browser. */
export function EvmSection({ children, aim }: Props) {
  const { boot } = useServices()
  const way = getWay(boot)
  const loading = usePart(CHOICES[way])
  const messages = useSection('evm')
  if (loading.status === 'failed' || messages.status === 'failed') {
    const retry = () => {
      loading.retry()
      messages.retry()
    }
    return (
      <>
        <ChoicesMissing onRetry={retry} />
        {children}
      </>
    )
  }
  if (loading.status === 'waiting' || messages.status === 'waiting') {
    return <ChoicesToCome lines={LINES[way]} />
  }
  return (
    <>
      <loading.value aim={aim} />
      {children}
    </>
  )
}
