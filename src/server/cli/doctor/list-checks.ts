import { getBotId } from '#server/config/bot-id.ts'
import type { BadVariable } from '#server/config/config-reader.ts'
import type { Config } from '#server/config/config.ts'
import type { DataKeys } from '#server/store/database/field-cipher.ts'
import type { CommandContext } from '../command.ts'
import { type Probe, createAsk } from './ask.ts'
import { checkAdmins } from './checks/admins.ts'
import { checkBotSettings } from './checks/bot-settings.ts'
import { checkBotToken } from './checks/bot-token.ts'
import { checkClock } from './checks/clock.ts'
import { checkConfiguration } from './checks/configuration.ts'
import { checkContentSecurityPolicy } from './checks/content-security-policy.ts'
import { checkDatabase } from './checks/database.ts'
import { checkDoors } from './checks/doors.ts'
import { checkEnvFile } from './checks/env-file.ts'
import { checkEvm, checkEvmNodes } from './checks/evm.ts'
import { checkHttps } from './checks/https.ts'
import { checkKeysApart } from './checks/keys-apart.ts'
import { checkManifest } from './checks/manifest.ts'
import { checkClientAddresses } from './checks/client-addresses.ts'
import { checkMetrics } from './checks/metrics.ts'
import { checkPolicy } from './checks/policy.ts'
import { checkReadiness, checkServer } from './checks/server.ts'
import { checkSafeService } from './checks/safe-service.ts'
import { checkTelegramWebhook, checkTelegramWebhookSecret } from './checks/telegram-webhook.ts'
import { checkTonApi } from './checks/ton-api.ts'
import { checkVerifier } from './checks/verifier.ts'
import { checkWebhookReceiver } from './checks/webhook-receiver.ts'
import { RPC_VARIABLES } from '#server/config/variables.ts'
import type { ReadCertificate } from './read-certificate.ts'
import type { DoctorCheck } from './run-checks.ts'
import type { Finding } from './finding.ts'
import type { UsableConfig } from './usable-config.ts'

/** What the checks read, apart from files, databases and the web. */
export type Environs = {
  readCertificate: ReadCertificate
  /** Bytes that this process can still write to the disk of a folder. */
  freeBytes: (folder: string) => Promise<number>
}

type CheckInput = CommandContext & Environs & UsableConfig

/** What a check is given; each takes what it needs. */
type CheckDeps = CheckInput &
  Config & {
    dataKeys: DataKeys
    /** Telegram's id of the bot; null where BOT_TOKEN cannot be used. */
    botId: string | null
    ask: Probe
    signal: AbortSignal
  }

type ListedCheck = Omit<DoctorCheck, 'run'> & { run: (given: CheckDeps) => Promise<Finding[]> }

/** In the order for an operator to read. */
export function listChecks(input: CheckInput): DoctorCheck[] {
  const { config, bad, fetch } = input
  const botId = bad.some(({ name }) => name === 'BOT_TOKEN') ? null : getBotId(config.bot.token)
  const given = { ...input, ...config, dataKeys: config, botId }
  return CHECKS.map(({ name, needs = [], after = [], run }) => ({
    name,
    after,
    needs: needs.flatMap((needed) => (needed === NODES ? badRpcNames(bad) : needed)),
    run: (signal) => run({ ...given, ask: createAsk({ fetch, signal }), signal }),
  }))
}

/** The variables with the nodes of chains, whose names depend on the environment. */
const NODES = 'EVM_RPC_*'

function badRpcNames(bad: readonly BadVariable[]): string[] {
  return bad.map(({ name }) => name).filter((name) => RPC_VARIABLES.isName(name))
}

const CHECKS: readonly ListedCheck[] = [
  // Of this machine.
  { name: 'configuration', run: checkConfiguration },
  { name: 'env-file', run: ({ directory }) => checkEnvFile(directory) },
  { name: 'database', needs: ['DATABASE_URL', 'DATA_KEY'], run: checkDatabase },
  { name: 'keys-apart', needs: ['DATABASE_URL', 'PUBLIC_URL'], run: checkKeysApart },
  {
    name: 'policy',
    needs: ['EVM', 'TON_TEXT_BINDING', 'BOT_MODE', 'PUBLIC_URL', 'REQUESTS'],
    run: checkPolicy,
  },
  {
    name: 'admins',
    needs: ['DATABASE_URL', 'DATA_KEY', 'REQUESTS', 'CHATS', 'ADMIN_IDS'],
    after: ['database'],
    run: checkAdmins,
  },
  // Of the bot.
  {
    name: 'bot-token',
    needs: ['BOT_TOKEN', 'TELEGRAM_API_ROOT', 'TELEGRAM_ENVIRONMENT'],
    run: checkBotToken,
  },
  {
    name: 'bot-settings',
    needs: ['PUBLIC_URL', 'APP_SHORT_NAME', 'BOT_MODE'],
    after: ['bot-token'],
    run: checkBotSettings,
  },
  {
    name: 'telegram-webhook',
    needs: ['PUBLIC_URL', 'BOT_MODE', 'TELEGRAM_WEBHOOK_SECRET'],
    after: ['bot-token'],
    run: checkTelegramWebhook,
  },
  {
    name: 'doors',
    needs: ['DATABASE_URL', 'DATA_KEY'],
    after: ['database', 'bot-token'],
    run: checkDoors,
  },
  // Whether the server is there for all that members and wallets see.
  { name: 'https', needs: ['PUBLIC_URL'], run: checkHttps },
  { name: 'server', needs: ['PUBLIC_URL'], after: ['https'], run: checkServer },
  { name: 'readiness', needs: ['PUBLIC_URL'], after: ['server'], run: checkReadiness },
  // Of what members and wallets see.
  { name: 'manifest', needs: ['PUBLIC_URL'], after: ['server'], run: checkManifest },
  {
    name: 'content-security-policy',
    needs: ['PUBLIC_URL', 'EVM'],
    after: ['server'],
    run: ({ evm, ...given }) => checkContentSecurityPolicy({ ...given, evm: evm.policy }),
  },
  { name: 'verifier', needs: ['PUBLIC_URL'], after: ['server'], run: checkVerifier },
  {
    name: 'telegram-webhook-secret',
    needs: ['PUBLIC_URL', 'BOT_MODE'],
    after: ['server'],
    run: checkTelegramWebhookSecret,
  },
  { name: 'client-addresses', needs: ['PUBLIC_URL'], after: ['server'], run: checkClientAddresses },
  { name: 'metrics', needs: ['PUBLIC_URL'], after: ['server'], run: checkMetrics },
  // Of the services that we query or notify.
  { name: 'clock', needs: ['PUBLIC_URL', 'TELEGRAM_API_ROOT'], run: checkClock },
  { name: 'ton-api', needs: ['TON_NETWORK', 'TON_API_URL', 'TON_API_KEY'], run: checkTonApi },
  { name: 'evm', needs: ['EVM'], run: checkEvm },
  { name: 'evm-nodes', needs: ['EVM', 'EVM_CHAINS', NODES], run: checkEvmNodes },
  {
    name: 'safe-service',
    needs: ['EVM', 'EVM_CHAINS', 'SAFE_API_URL', 'SAFE_API_KEY', NODES],
    run: checkSafeService,
  },
  {
    name: 'webhook-receiver',
    needs: ['WEBHOOK_URL', 'WEBHOOK_SIGNING_SECRET', 'WEBHOOK_ALLOW_HOSTS'],
    run: checkWebhookReceiver,
  },
]
