import type { Config } from './config.ts'
import { createBot } from './bot/create-bot.ts'
import { fetchBotInfo } from './bot/fetch-bot-info.ts'
import { createToncenter } from './chains/toncenter.ts'
import { createReceipts } from './events/receipts.ts'
import { createHttp } from './http/create-http.ts'
import { createShell, type RenderFirstScreen } from './http/shell.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import { openStore } from './store/open-store.ts'
import { createLaunchDataVerifier } from './verify/launch-data.ts'
import { createWalletIcons } from './wallets-list/wallet-icons.ts'
import { createWalletsList } from './wallets-list/wallets-list.ts'

export type ClientBuild = {
  /** Folder with the hashed assets. */
  directory: string
  /** The built `index.html`. */
  template: string
  renderFirstScreen: RenderFirstScreen
}

type Options = {
  config: Config
  client: ClientBuild
  log: Log
  now: () => number
  fetch: typeof fetch
  walletsListUrl: string
  /** Origins that may show the Mini App in a frame. */
  frameAncestors: readonly string[]
}

export type RunningServer = { port: number; close(): Promise<void> }

/** config → store → bot → http → listen; `close` goes the same way back. */
export async function startServer(options: Options): Promise<RunningServer> {
  throw new Error(String(options))
}
