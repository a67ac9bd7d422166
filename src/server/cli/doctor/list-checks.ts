import { getBotId } from '#server/config/bot-id.ts'
import type { BadVariable } from '#server/config/config-reader.ts'
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
import type { UsableConfig } from './usable-config.ts'

/** What the checks read, apart from files, databases and the web. */
export type Environs = {
  readCertificate: ReadCertificate
  /** Bytes that this process can still write to the disk of a folder. */
  freeBytes: (folder: string) => Promise<number>
}

type CheckInput = CommandContext & Environs & UsableConfig
type Deps = CheckInput & { askUntil: (signal: AbortSignal) => Probe }

/** In the order for an operator to read. */
export function listChecks(given: CheckInput): DoctorCheck[] {
  const { fetch } = given
  const deps: Deps = { ...given, askUntil: (signal) => createAsk({ fetch, signal }) }
  return [
    ...ownChecks(deps),
    ...telegramChecks(deps),
    ...serverChecks(deps),
    ...pageChecks(deps),
    ...farChecks(deps),
  ]
}

/** Checks of this machine. */
function ownChecks({ config, bad, environment, directory, freeBytes }: Deps): DoctorCheck[] {
  const { databaseUrl, publicUrl } = config
  const botId = bad.some(({ name }) => name === 'BOT_TOKEN') ? null : getBotId(config.bot.token)
  return [
    {
      name: 'configuration',
      run: () => checkConfiguration({ bad }),
    },
    {
      name: 'env-file',
      run: () => checkEnvFile(directory),
    },
    {
      name: 'database',
      needs: ['DATABASE_URL', 'DATA_KEY'],
      run: () => checkDatabase({ databaseUrl, dataKeys: config, botId, directory, freeBytes }),
    },
    {
      name: 'keys-apart',
      needs: ['DATABASE_URL', 'PUBLIC_URL'],
      run: () => checkKeysApart({ databaseUrl, publicUrl, directory }),
    },
    {
      name: 'policy',
      needs: ['EVM', 'TON_TEXT_BINDING', 'BOT_MODE', 'PUBLIC_URL', 'REQUESTS'],
      run: () => checkPolicy({ config, environment }),
    },
    {
      name: 'admins',
      needs: ['DATABASE_URL', 'DATA_KEY', 'REQUESTS', 'CHATS', 'ADMIN_IDS'],
      after: ['database'],
      run: () => checkAdmins({ config }),
    },
  ]
}

function telegramChecks({ config, askUntil, now }: Deps): DoctorCheck[] {
  const { bot, publicUrl, appShortName, databaseUrl } = config
  return [
    {
      name: 'bot-token',
      needs: ['BOT_TOKEN', 'TELEGRAM_API_ROOT', 'TELEGRAM_ENVIRONMENT'],
      run: (signal) => checkBotToken({ bot, ask: askUntil(signal) }),
    },
    {
      name: 'bot-settings',
      needs: ['PUBLIC_URL', 'APP_SHORT_NAME', 'BOT_MODE'],
      after: ['bot-token'],
      run: (signal) => checkBotSettings({ bot, publicUrl, appShortName, ask: askUntil(signal) }),
    },
    {
      name: 'telegram-webhook',
      needs: ['PUBLIC_URL', 'BOT_MODE', 'TELEGRAM_WEBHOOK_SECRET'],
      after: ['bot-token'],
      run: (signal) => checkTelegramWebhook({ bot, publicUrl, now, ask: askUntil(signal) }),
    },
    {
      name: 'doors',
      needs: ['DATABASE_URL', 'DATA_KEY'],
      after: ['database', 'bot-token'],
      run: (signal) => checkDoors({ databaseUrl, dataKeys: config, bot, ask: askUntil(signal) }),
    },
  ]
}

/** Whether the server is there for all that members and wallets see. */
function serverChecks({ config, askUntil, now, readCertificate }: Deps): DoctorCheck[] {
  const { publicUrl } = config
  const needs = ['PUBLIC_URL'] as const
  const after = ['server']
  return [
    {
      name: 'https',
      needs,
      run: (signal) => checkHttps({ publicUrl, readCertificate, signal, now }),
    },
    {
      name: 'server',
      needs,
      after: ['https'],
      run: (signal) => checkServer({ publicUrl, ask: askUntil(signal) }),
    },
    {
      name: 'readiness',
      needs,
      after,
      run: (signal) => checkReadiness({ publicUrl, ask: askUntil(signal) }),
    },
  ]
}

/** Checks of everything that members and wallets see. */
function pageChecks({ config, askUntil }: Deps): DoctorCheck[] {
  const { bot, publicUrl, evm } = config
  const needs = ['PUBLIC_URL'] as const
  const after = ['server']
  return [
    {
      name: 'manifest',
      needs,
      after,
      run: (signal) => checkManifest({ publicUrl, ask: askUntil(signal) }),
    },
    {
      name: 'content-security-policy',
      needs: ['PUBLIC_URL', 'EVM'],
      after,
      run: (signal) =>
        checkContentSecurityPolicy({ publicUrl, evm: evm.policy, ask: askUntil(signal) }),
    },
    {
      name: 'verifier',
      needs,
      after,
      run: (signal) => checkVerifier({ publicUrl, ask: askUntil(signal) }),
    },
    {
      name: 'telegram-webhook-secret',
      needs: ['PUBLIC_URL', 'BOT_MODE'],
      after,
      run: (signal) => checkTelegramWebhookSecret({ bot, publicUrl, ask: askUntil(signal) }),
    },
    {
      name: 'client-addresses',
      needs,
      after,
      run: (signal) => checkClientAddresses({ publicUrl, ask: askUntil(signal) }),
    },
    {
      name: 'metrics',
      needs,
      after,
      run: (signal) => checkMetrics({ publicUrl, ask: askUntil(signal) }),
    },
  ]
}

/** Checks of the services that we query or notify. */
function farChecks({ config, bad, askUntil, now }: Deps): DoctorCheck[] {
  const { bot, publicUrl, ton, evm, safe, webhook } = config
  return [
    {
      name: 'clock',
      needs: ['PUBLIC_URL', 'TELEGRAM_API_ROOT'],
      run: (signal) => checkClock({ publicUrl, bot, now, ask: askUntil(signal) }),
    },
    {
      name: 'ton-api',
      needs: ['TON_NETWORK', 'TON_API_URL', 'TON_API_KEY'],
      run: (signal) => checkTonApi({ ton, ask: askUntil(signal) }),
    },
    {
      name: 'evm',
      needs: ['EVM'],
      run: () => checkEvm({ evm, bad }),
    },
    {
      name: 'evm-nodes',
      needs: ['EVM', 'EVM_CHAINS', ...badRpcNames(bad)],
      run: (signal) => checkEvmNodes({ evm, ask: askUntil(signal) }),
    },
    {
      name: 'safe-service',
      needs: ['EVM', 'EVM_CHAINS', 'SAFE_API_URL', 'SAFE_API_KEY', ...badRpcNames(bad)],
      run: (signal) => checkSafeService({ evm, safe, ask: askUntil(signal) }),
    },
    {
      name: 'webhook-receiver',
      needs: ['WEBHOOK_URL', 'WEBHOOK_SIGNING_SECRET', 'WEBHOOK_ALLOW_HOSTS'],
      run: () => checkWebhookReceiver({ webhook, now }),
    },
  ]
}

/** Their names depend on the environment. */
function badRpcNames(bad: readonly BadVariable[]): string[] {
  return bad.map(({ name }) => name).filter((name) => RPC_VARIABLES.isName(name))
}
