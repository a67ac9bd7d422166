import { TELEGRAM_TEST } from '#proof/telegram.ts'
import type { EvmBoot, TonWalletApp } from '#shared/boot.ts'
import { getRegistryOrigin } from '#shared/evm-registry.ts'
import { botLink } from '#shared/links.ts'
import { createAccountPoller } from './accounts/check-accounts.ts'
import { createAccounts } from './accounts/create-accounts.ts'
import { createFindAdmins } from './admins/find-admins.ts'
import type { ClaspBot } from './bot/create-bot.ts'
import type { Config } from './config/config.ts'
import { acceptChains } from './door/accept-chains.ts'
import { createDeleteMember } from './members/delete-member.ts'
import { createHttp } from './http/create-http.ts'
import { createFindMissing } from './http/find-missing.ts'
import type { HttpDeps } from './http/http-deps.ts'
import { createInitDataVerifier } from './http/init-data.ts'
import { createMetricsHttp } from './http/routes/metrics.ts'
import type { ServerBoot, Shell } from './http/shell.ts'
import type { LegalFacts } from './legal/legal-document.ts'
import { createLinking } from './linking/linking.ts'
import { createAttemptOutcomes } from './metrics/attempt-outcomes.ts'
import { countedFetch } from './metrics/counted-fetch.ts'
import { createMultisigParts, type MultisigPartsDeps } from './multisig/create-multisig-parts.ts'
import type { Multisigs } from './multisig/multisigs.ts'
import type { Get } from './network/guarded-fetch.ts'
import { createJoins, type Joins, type TellJoins } from './notifications/joins.ts'
import { getTag } from './notifications/get-tag.ts'
import { watchClock } from './process/watch-clock.ts'
import type { AdjustableRateLimits } from './store/database/rate-limits.ts'
import { createEvmIconSource } from './wallets-list/evm-icons.ts'
import { createWalletIcons, type WalletIcons } from './wallets-list/wallet-icons.ts'
import { createWalletsList } from './wallets-list/wallets-list.ts'

/** The operator's configuration, and everything beyond this process: clock, store, chains, Telegram, files, network. */
export type ServerParts = Pick<
  HttpDeps,
  | 'store'
  | 'log'
  | 'now'
  | 'chats'
  | 'sendFile'
  | 'tonChain'
  | 'evmChains'
  | 'findFile'
  | 'findCaller'
  | 'findStop'
  | 'metrics'
  | 'onEvent'
  | 'telegramLogin'
> &
  Pick<MultisigPartsDeps, 'safeService' | 'random'> & {
    config: Config
    bot: Pick<ClaspBot, 'username' | 'isReady' | 'webhook'>
    /** For addresses that a wallets list names. */
    fetchPublic: Get
    walletsListUrl: string
    createShell: (boot: ServerBoot, tonWallets: () => TonWalletApp[]) => Promise<Shell>
    /** Origins that may show the Mini App in a frame. */
    frameAncestors: readonly string[]
    /** WalletConnect relay in place of Reown's: for the demo and the tests. Null in production, always. */
    evmRelayUrl: string | null
    /** Telegram's key for launches, in hex: for the demo and the tests. @default the one of the bot's environment */
    telegramKey?: string
    /** Rates of addresses, in this process alone. */
    addressRates: AdjustableRateLimits
    tellJoins: TellJoins
    /** Has the bot hand over who asks to join, and `onEvent` kick one more reader. */
    useJoins: (joins: Joins) => void
  }

export type ComposedServer = Awaited<ReturnType<typeof composeServer>>

/** Wires the server. Nothing runs yet: it listens nowhere, and its pollers are not started. */
export async function composeServer(parts: ServerParts) {
  const { config, bot } = parts
  const { publicUrl, appName, webhook, metricsAccess } = config
  const boot = getBoot(parts)
  const findMissing = createFindMissing({ ...parts, isBotReady: () => bot.isReady() })
  const walletsList = createWalletsList({
    ...parts,
    sourceUrl: parts.walletsListUrl,
    publicUrl,
    fetch: countedFetch(parts.fetchPublic, 'wallets-list', parts.metrics),
  })
  const outcomes = createAttemptOutcomes({ ...parts, walletsList })
  const multisig = createMultisigParts({ ...parts, publicUrl, appName })
  const joins = composeJoins(parts, multisig.multisigs)
  const { accounts, accountChecks } = composeAccounts(parts)
  const shell = await parts.createShell(boot, () => walletsList.common())
  const app = createHttp({
    ...parts,
    ...multisig,
    accounts,
    boot,
    accepts: acceptChains(config),
    publicUrl,
    verifyInitData: createInitDataVerifier(config.bot.token),
    telegramKey: getTelegramKey(parts),
    linking: createLinking({ ...parts, ...multisig, publicUrl, appName, policy: boot.policy }),
    shell,
    walletsList,
    walletIcons: createWalletIcons({
      ...parts,
      fetch: parts.fetchPublic,
      source: walletsList.icons,
    }),
    evmIcons: createEvmIcons(parts),
    legal: legalFacts(config, botLink(boot.bot)),
    adminIds: config.adminIds,
    findAdmins: createFindAdmins({ ...parts, ...config }),
    deleteMember: createDeleteMember(parts),
    showsMembers: config.adminNames === 'on',
    tokenAudiences: config.tokenAudiences,
    requests: config.requests,
    chatsPolicy: config.chatsPolicy,
    webhook,
    telegramWebhook: config.bot.mode === 'webhook' ? (request) => bot.webhook(request) : null,
    metricsToken: metricsAccess?.listen === null ? metricsAccess.token : null,
    findMissing,
  })
  return {
    app,
    metricsApp: createMetricsApp(parts, findMissing),
    boot,
    shell,
    walletsList,
    outcomes,
    joins,
    multisigs: multisig.multisigs,
    cosignings: multisig.cosignings,
    pollers: [joins, outcomes, ...multisig.pollers, ...accountChecks, followClock(parts)],
  }
}

/** The metrics on an address of their own; null where they are served beside everything else, or nowhere. */
function createMetricsApp(parts: ServerParts, findMissing: HttpDeps['findMissing']) {
  const { webhook, metricsAccess } = parts.config
  if (!metricsAccess?.listen) return null
  return createMetricsHttp({ ...parts, webhook, findMissing, metricsToken: metricsAccess.token })
}

function composeAccounts(parts: ServerParts) {
  const { evmChains } = parts
  const accounts = createAccounts(parts)
  const accountChecks =
    evmChains === null ? [] : [createAccountPoller({ ...parts, accounts, evmChains })]
  return { accounts, accountChecks }
}

/** Kicked by every event, because a wallet that is linked or unlinked may decide who joins. */
function composeJoins(parts: ServerParts, multisigs: Multisigs): Joins {
  const joins = createJoins({ ...parts, multisigs, telegram: parts.tellJoins, getTag })
  parts.useJoins(joins)
  return joins
}

/** Has what was scheduled follow a clock that is set back. */
function followClock({ store, addressRates, ...deps }: ServerParts) {
  return watchClock({
    ...deps,
    async onSetBack(byMs) {
      await store.setTimesBack(byMs, deps.now())
      addressRates.setBack(byMs)
    },
  })
}

/** In hex; null for the production key, which verifiers know. */
function getTelegramKey({ telegramKey, config }: ServerParts): string | null {
  if (telegramKey !== undefined) return telegramKey
  return config.bot.environment === 'test' ? TELEGRAM_TEST.publicKey : null
}

function getBoot({ config, bot, evmRelayUrl, frameAncestors }: ServerParts): ServerBoot {
  return {
    appName: config.appName,
    operator: config.operator.name,
    purpose: config.purpose,
    bot: { username: bot.username, appShortName: config.appShortName },
    policy: {
      evm: config.evm.policy,
      tonNetwork: config.ton.network,
      tonText: config.tonText,
    },
    evm: bootEvm(config, evmRelayUrl),
    manifestUrl: `${config.publicUrl}/tonconnect-manifest.json`,
    frameOrigins: [...frameAncestors],
    tokenAudiences: [...config.tokenAudiences],
  }
}

/** What the page needs for EVM wallets. */
function bootEvm({ evm }: Config, relayUrl: string | null): EvmBoot | null {
  if (evm.policy === 'off') return null
  return { projectId: evm.projectId, chains: evm.chains.map(({ id }) => id), relayUrl }
}

function createEvmIcons({
  config,
  evmRelayUrl,
  metrics,
  ...parts
}: ServerParts): WalletIcons | null {
  const { evm, publicUrl } = config
  if (evm.policy === 'off') return null
  const fetch = countedFetch(parts.fetchPublic, 'evm-wallets', metrics)
  const registry = { registryOrigin: getRegistryOrigin(evmRelayUrl), projectId: evm.projectId }
  const options = { fetch, log: parts.log, now: parts.now }
  const source = createEvmIconSource({ ...registry, publicUrl, ...options })
  return createWalletIcons({ source, ...options })
}

/** Contains no secrets. */
function legalFacts(config: Config, botUrl: string): LegalFacts {
  const { appName, operator, retention, evm } = config
  const showsMembers = config.adminNames === 'on'
  return { appName, operator, retention, botUrl, evm: evm.policy, showsMembers }
}
