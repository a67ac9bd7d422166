import type { ComponentType } from 'react'
import type { Boot } from '#shared/boot.ts'
import { EVM_WALLET_IDS } from '#shared/evm-wallet-names.ts'
import type { Language } from '#shared/languages.ts'
import { fetchSection } from '../arriving/use-section.ts'
import { createPartByLanguage } from '../../parts/part.ts'
import { usePartInLanguage } from '../context/use-part-in-language.ts'
import { useServices } from '../context/context.ts'
import type { Aim } from '../linking/preparation.ts'
import { ChoicesMissing } from './choices-missing.tsx'
import { ChoicesToCome } from './choices-to-come.tsx'

type ChoicesProps = { aim: Aim }

const NOT_HERE = 'not in this build'

/** Each in its own chunk, with its messages; in none where EVM wallets are not offered. */
const CHOICES = {
  'in-app': createChoices(async () => {
    if (__EVM__) return (await import('./evm-choices.tsx')).EvmChoices
    throw new Error(NOT_HERE)
  }),
  browser: createChoices(async () => {
    if (__EVM__) return (await import('./evm-browser-choice.tsx')).EvmBrowserChoice
    throw new Error(NOT_HERE)
  }),
}

function createChoices(load: () => Promise<ComponentType<ChoicesProps>>) {
  return createPartByLanguage(async (language) => {
    const [choices] = await Promise.all([load(), fetchSection('evm', language)])
    return choices
  })
}

/** Number of lines that will appear. No wallet is named in a build without EVM wallets. */
const LINES = { 'in-app': __EVM__ ? EVM_WALLET_IDS.length + 1 : 0, browser: 1 }

/** Fetches what the section shows before it is drawn. Rejects where that does not load. */
export async function fetchEvmSection(boot: Boot, language: Language): Promise<void> {
  if (boot.evm !== null) await CHOICES[getWay(boot)](language).arrive()
}

/** The same for every policy that offers EVM wallets. */
export async function loadEvmSection(language: Language): Promise<void> {
  await Promise.all(Object.values(CHOICES).map((choices) => choices(language).arrive()))
}

function getWay({ policy }: Boot): keyof typeof CHOICES {
  return policy.evm === 'browser' ? 'browser' : 'in-app'
}

/** EVM wallets as the operator offers them: here, or on our page in the browser. */
export function EvmSection({ aim }: ChoicesProps) {
  const { boot } = useServices()
  const way = getWay(boot)
  const choices = usePartInLanguage(CHOICES[way])
  if (choices.status === 'waiting') return <ChoicesToCome lines={LINES[way]} />
  if (choices.status === 'ready') return <choices.value aim={aim} />
  return <ChoicesMissing onRetry={choices.retry} />
}
