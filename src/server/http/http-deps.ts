import type { Accounts } from '../accounts/create-accounts.ts'
import type { FindFile } from '../builds/client-files.ts'
import type { ChatsPolicy, RequestsPolicy, WebhookConfig } from '../config/config.ts'
import type { LegalFacts } from '../legal/legal-document.ts'
import type { Linking } from '../linking/linking.ts'
import type { Log } from '../log/log.ts'
import type { Cosignings } from '../multisig/cosignings.ts'
import type { Multisigs } from '../multisig/multisigs.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { SendFile } from '../proofs/file-sender.ts'
import type { TelegramChats } from '../requests/telegram-chats.ts'
import type { RateLimits } from '../store/database/rate-limits.ts'
import type { FindAdmins } from '../admins/find-admins.ts'
import type { Store } from '../store/store.ts'
import type { TelegramLogin } from '../telegram-login/telegram-login.ts'
import type { DeleteMember } from '../members/delete-member.ts'
import type { Accepts } from '../door/judge-door.ts'
import type { EvmChains } from '../chains/evm-chain.ts'
import type { InitDataVerdict } from '../http/init-data.ts'
import type { TonChain } from '../chains/ton-chain.ts'
import type { WalletIcons } from '../wallets-list/wallet-icons.ts'
import type { WalletsList } from '../wallets-list/wallets-list.ts'
import type { Caller } from './client-address.ts'
import type { FindMissing, FindStop } from './find-missing.ts'
import type { HttpContext } from './http-env.ts'
import type { ServerBoot, Shell } from './shell.ts'

/** Everything that the HTTP side works with. */
export type HttpDeps = {
  store: Store
  log: Log
  /** Unix time in milliseconds. */
  now: () => number
  /** Queries Telegram about chats. */
  chats: TelegramChats
  /** Sends a member the proof of a link, through the bot. */
  sendFile: SendFile
  /** Who may make requests: administrators of the chat and of this app, or every member. */
  requests: RequestsPolicy
  /** In which groups requests may be made. */
  chatsPolicy: ChatsPolicy
  verifyInitData: (raw: string | undefined, now: number) => InitDataVerdict
  /** Log In With Telegram; null where the operator has not set it up. */
  telegramLogin: TelegramLogin | null
  /** With which key the bot's Telegram signs launches for third parties, in hex; null for the production key. */
  telegramKey: string | null
  tonChain: TonChain
  /** Null where the operator does not offer EVM wallets. */
  evmChains: EvmChains | null
  linking: Linking
  multisigs: Multisigs
  accounts: Accounts
  cosignings: Cosignings
  boot: ServerBoot
  /** Which chains' wallets the operator offers. */
  accepts: Accepts
  /** Origin under which members reach us; its host is the domain that wallets sign. */
  publicUrl: string
  shell: Shell
  walletsList: WalletsList
  walletIcons: WalletIcons
  /** By our own ids; null where the policy is `off`. */
  evmIcons: WalletIcons | null
  /** Facts about this operator in `/privacy` and `/terms`. */
  legal: LegalFacts
  /** Origins of the sites for which members fetch tokens. */
  tokenAudiences: ReadonlySet<string>
  /** Telegram ids of the members whom ADMIN_IDS makes admins. */
  adminIds: ReadonlySet<string>
  /** All who see the admin view, and may always make requests. */
  findAdmins: FindAdmins
  /** Whether admins see who the members are. */
  showsMembers: boolean
  /** The files of the client build, and the assets of other builds. */
  findFile: FindFile
  deleteMember: DeleteMember
  /** Called after events were written: kicks the readers of events. */
  onEvent: () => void
  /** Where events are delivered; null when the host polls for them instead. */
  webhook: WebhookConfig | null
  /** Telegram's updates, in webhook mode only. */
  telegramWebhook: ((request: Request) => Promise<Response>) | null
  metrics: Metrics
  /** Bearer token of `/metrics`; null where they are not served here. */
  metricsToken: string | null
  findMissing: FindMissing
  /** Rate limits of addresses; counted by this process alone. */
  addressRates: Pick<RateLimits, 'consume'>
  /** Whom a request counts against. */
  findCaller: (c: HttpContext) => Caller
  findStop: FindStop
}
