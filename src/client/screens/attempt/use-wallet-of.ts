import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { Attempt } from '#shared/attempt.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import type { WalletApp } from '../../wallets/wallet-connector.ts'
import { useServices } from '../use-services.ts'
import { isOnComputer } from './is-on-computer.ts'

const NO_APP = atom<WalletApp | null>(null)
const NO_LINK = atom<string | null>(null)

type WalletOfAttempt = {
  /** What the wallet calls itself, or "your wallet". */
  name: string
  /** Link of the pending connection; null when none is pending. */
  link: string | null
  /** It is an app on another device, to which the code of the link leads: nothing can be opened here. */
  isElsewhere: boolean
}

/** The one EVM wallet that is a web page, too. */
const WEB_APP = 'safe'

/** The wallet that answers an attempt, as far as this device knows. */
export function useWalletOf({ family, walletApp }: Attempt): WalletOfAttempt {
  const { wallets, telegram } = useServices()
  const { attempt: words } = useMessages()
  const connector = wallets[family]
  const app = useStore(connector?.walletApp ?? NO_APP)
  const link = useStore(connector?.link ?? NO_LINK)
  const isApp = family === 'evm' && link !== null && app?.appName !== WEB_APP
  return {
    name: app?.name ?? walletApp ?? words.someWallet,
    link,
    isElsewhere: isApp && isOnComputer(telegram),
  }
}
