import { useStore } from '../../use-store.ts'
import { atom } from 'nanostores'
import type { Attempt } from '#shared/attempt.ts'
import { isTelegramLink } from '#shared/links.ts'
import type { Family } from '#shared/wallet.ts'
import { isolated } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { isOnComputer } from '../../telegram/is-on-computer.ts'
import type { WalletApp } from '../../wallets/wallet-connector.ts'
import { useServices } from '../context/context.ts'

const NO_APP = atom<WalletApp | null>(null)
const NO_LINK = atom<string | null>(null)

/** The one EVM wallet that is also a web page. */
const WEB_APP = 'safe'

export type AttemptWallet = ReturnType<typeof useAttemptWallet>

/** The wallet that answers an attempt, as far as this device knows. */
export function useAttemptWallet({ family, walletApp }: Attempt) {
  const { wallets, telegram } = useServices()
  const { attempt: messages } = useMessages()
  const connector = wallets[family]
  const app = useStore(connector?.walletApp ?? NO_APP)
  const pending = useStore(connector?.link ?? NO_LINK)
  const appName = app?.appName ?? null
  const link = findOutsideLink(pending)
  return {
    /** The wallet's own name, or "your wallet". */
    name: getWalletName(app?.name || walletApp, messages.someWallet),
    /** Link of the pending connection; null when none is pending, and where the link only opens this Telegram. */
    link,
    /** The wallet is probably an app on another device, which scans the link's code: nothing was opened here. */
    isElsewhere: link !== null && isOtherApp(family, appName) && isOnComputer(telegram),
  }
}

/** A link into Telegram works only on this device. */
function findOutsideLink(pending: string | null): string | null {
  return pending !== null && isTelegramLink(pending) ? null : pending
}

function isOtherApp(family: Family, appName: string | null): boolean {
  return family === 'evm' ? appName !== WEB_APP : appName !== null
}

function getWalletName(ownName: string | null, otherwise: string): string {
  return ownName === null ? otherwise : isolated(ownName)
}
