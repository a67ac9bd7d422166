import type { IconShape } from '../../ui/first-icons.ts'
import type { WalletChoice } from '../../wallets/wallet-connector.ts'
import { usePreload } from '../screen/use-preload.ts'
import type { Aim, Preparation } from '../linking/preparation.ts'
import { useChoosing } from '../linking/use-choosing.ts'
import { ChoiceCell } from './choice-cell.tsx'

type Props = {
  preparation: Preparation
  choice: WalletChoice
  aim: Aim
  icon: IconShape
  title: string
  subtitle?: string
}

/** One tap opens an app that has answered on this device before, apart from the choice of all. */
export function AppChoiceCell({ preparation, aim, ...cell }: Props) {
  const choosing = useChoosing(preparation, aim)
  usePreload('attempt')
  return <ChoiceCell {...cell} choosing={choosing} onIntent={() => void preparation.warmUp()} />
}
