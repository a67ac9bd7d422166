import { useStore } from '../../ui/use-store.ts'
import { atom } from 'nanostores'
import type { Attempt } from '#shared/attempt.ts'
import type { Family } from '#shared/wallet.ts'
import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import type { WalletApp } from '../../wallets/wallet-connector.ts'
import { useServices } from '../use-services.ts'
import { isOnComputer } from './is-on-computer.ts'

const NO_APP = atom<WalletApp | null>(null)
const NO_LINK = atom<string | null>(null)

type AttemptWallet = {
  /** What the wallet calls itself, or "your wallet". */
  name: string
  /** Link of the pending connection; null when none is pending, and where it leads to nothing but this Telegram. */
  link: string | null
  /** It is an app on another device, to which the code of the link leads: nothing can be opened here. */
  isElsewhere: boolean
}

/** A part of Telegram itself: what its link leads to is here, and on no other device. */
const IN_TELEGRAM = 'telegram-wallet'
/** The one EVM wallet that is a web page, too. */
const WEB_APP = 'safe'

/** The wallet that answers an attempt, as far as this device knows. */
export function useAttemptWallet({ family, walletApp }: Attempt): AttemptWallet {
  const { wallets, telegram } = useServices()
  const { attempt: messages } = useMessages()
  const connector = wallets[family]
  const app = useStore(connector?.walletApp ?? NO_APP)
  const pending = useStore(connector?.link ?? NO_LINK)
  const appName = app?.appName ?? null
  const link = appName === IN_TELEGRAM ? null : pending
  return {
    name: nameOf(app?.name ?? walletApp, messages.someWallet),
    link,
    isElsewhere: link !== null && isOtherApp(family, appName) && isOnComputer(telegram),
  }
}

function isOtherApp(family: Family, appName: string | null): boolean {
  return family === 'evm' && appName !== WEB_APP
}

function nameOf(ownName: string | null, otherwise: string): string {
  return ownName === null ? otherwise : isolated(ownName)
}
