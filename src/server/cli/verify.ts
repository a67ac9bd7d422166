import { writeUsage } from '../config/command-line.ts'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { MAX_PROOF_BYTES } from '#shared/limits.ts'
import type { Exported, NotSiwe } from '#proof/read-siwe.ts'
import { type LoginKey, TELEGRAM_LOGIN_KEYS } from '#proof/login.ts'
import { parseLoginKeys } from '#proof/parse-login-keys.ts'
import { parseTelegramKey, TELEGRAM_PRODUCTION, type TelegramKey } from '#proof/telegram.ts'
import { toCacao } from '#proof/to-cacao.ts'
import { toSiwe } from '#proof/to-siwe.ts'
import { EXIT_CODES, type Verdict } from '#proof/verdict.ts'
import { verifyProof } from '#proof/verify-proof.ts'
import type { AskedStatus } from '#proof/proof-status.ts'
import { BOT_MESSAGES, type BotSourceMessages } from '../../i18n/bot-messages.ts'
import { writeStatus } from '../../i18n/write-status.ts'
import { plainWording, writeVerdict } from '../../i18n/write-verdict.ts'
import { askSite } from '../chains/ask-site.ts'
import { openChains } from '../chains/open-chains.ts'
import { describeFileError } from '../log/describe-file-error.ts'
import {
  type CommandContext,
  CommandError,
  WrongUseError,
  defineCommand,
  parseFlags,
} from './command.ts'

const USAGE = `${writeUsage([['verify <file>', 'verifies a proof, without any server, key or network']])}
    --telegram-key <key>     also trust this key of Telegram: test, or 64 hex digits
    --telegram-jwks <file>   also trust these keys of Log In With Telegram: the file that Telegram serves
    --evm-rpc <url>          ask this JSON-RPC endpoint, of the wallet's chain, with the state of old blocks
    --ton-api <url>          ask this toncenter API, of the wallet's network, without a key
    --status                 ask the site that the proof names whether the wallet is still linked
    --json                   print the verdict as JSON
    --export <form>          if no check failed, print what the key of an EVM wallet signed, as JSON for
                             tools that know the form: siwe (EIP-4361) or cacao (CAIP-74)
The exit code is 0 if every check passed, 3 if none failed and the chain has not confirmed all of
it, 1 if one failed, and 2 if the file is no proof, cannot be read or has no such form. With
--status it is 3 where it would be 0, unless the site says that the wallet is linked.`

/** Why a proof has no form for other tools. */
const NOT_SIWE: Record<NotSiwe, string> = {
  ton: 'The wallet is on TON, where wallets sign no message of EIP-4361.',
  contract:
    'A contract accepted the signature, and only its chain can say so: it is not the signature of a key.',
  multisig: 'Several owners signed: it is not the signature of one key.',
  'message-differs':
    'The message is not the one that Clasp asks this wallet to sign for this account.',
  'beyond-eip-4361': 'The statement of the message has characters that EIP-4361 does not allow.',
}

export const verify = defineCommand(USAGE, async (args, context) => {
  const { values, positionals } = parseFlags({
    args,
    allowPositionals: true,
    options: {
      'telegram-key': { type: 'string' },
      'telegram-jwks': { type: 'string' },
      'evm-rpc': { type: 'string' },
      'ton-api': { type: 'string' },
      status: { type: 'boolean' },
      json: { type: 'boolean' },
      export: { type: 'string' },
    },
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new WrongUseError('Give one file to verify.')
  const telegramKeys = [TELEGRAM_PRODUCTION, ...parseKey(values['telegram-key'])]
  const toForm = parseForm(values)
  const loginKeys = [
    ...TELEGRAM_LOGIN_KEYS,
    ...(await readLoginKeys(values['telegram-jwks'], context.directory)),
  ]
  const bytes = await readStart(resolve(context.directory, file))
  const asked = {
    evmRpcUrl: parseUrl(values['evm-rpc']),
    tonApiUrl: parseUrl(values['ton-api']),
    fetch: context.fetch,
  }
  const verdict = await verifyProof(bytes, {
    telegramKeys,
    loginKeys,
    openChains: (wallet) => openChains(wallet, asked),
    now: context.now(),
  })
  if (toForm !== null && 'facts' in verdict) return printForm(toForm(bytes), context)
  const asksSite = values.status === true && 'facts' in verdict
  const status = asksSite ? await askSite(verdict.facts, context.fetch) : undefined
  if (values.json) context.print(JSON.stringify({ ...verdict, status }))
  else report(verdict, context, status)
  return EXIT_CODES[isInDoubt(verdict, status) ? 'open' : verdict.verdict]
})

/** Whether the site does not say that the link of a proof is there. */
function isInDoubt({ verdict }: Verdict, status: AskedStatus | undefined): boolean {
  return verdict === 'proven' && status !== undefined && status.status !== 'linked'
}

/** Only what a key signed alone has another form, so no chain was asked: its checks passed. */
function printForm(form: Exported<object>, { print, complain }: CommandContext): number {
  if (!form.ok) {
    complain({ ...inEnglish().checks.unreadable, ...NOT_SIWE }[form.reason])
    return EXIT_CODES.unreadable
  }
  print(JSON.stringify(form.value))
  return EXIT_CODES.proven
}

class UnreadableFileError extends CommandError {
  override name = 'UnreadableFileError'
  override readonly exitCode = EXIT_CODES.unreadable
}

function parseKey(key: string | undefined): TelegramKey[] {
  if (key === undefined) return []
  const parsed = parseTelegramKey(key)
  if (parsed !== null) return [parsed]
  throw new WrongUseError('A key of Telegram is "test", or 64 hex digits.')
}

type ExportForm = typeof toSiwe | typeof toCacao

/** @throws {WrongUseError} */
function parseForm(flags: {
  export?: string
  json?: boolean
  status?: boolean
}): ExportForm | null {
  if (flags.export === undefined) return null
  if (flags.json || flags.status)
    throw new WrongUseError('Give --export without --json and --status.')
  if (flags.export === 'siwe') return toSiwe
  if (flags.export === 'cacao') return toCacao
  throw new WrongUseError('A proof can be exported as siwe or cacao.')
}

/** @throws {UnreadableFileError} for a file that has no such key */
async function readLoginKeys(file: string | undefined, directory: string): Promise<LoginKey[]> {
  if (file === undefined) return []
  const text = new TextDecoder().decode(await readStart(resolve(directory, file)))
  const keys = parseLoginKeys(text)
  if (keys.length === 0)
    throw new UnreadableFileError(`${file} has no key of Log In With Telegram (RS256 or ES256).`)
  return keys
}

/** @throws {WrongUseError} */
function parseUrl(url: string | undefined): string | null {
  if (url === undefined) return null
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: null }
  if (protocol === 'https:' || protocol === 'http:') return url
  throw new WrongUseError('An address of a chain starts with https:// or http://.')
}

/** At most one byte more than a document may have. */
async function readStart(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_PROOF_BYTES + 1), 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new UnreadableFileError(`The file cannot be read: ${describeFileError(path, error)}`)
  }
}

function report(
  verdict: Verdict,
  { print, complain }: CommandContext,
  status: AskedStatus | undefined,
): void {
  const { proof, checks } = inEnglish()
  const wording = plainWording(proof)
  if (verdict.verdict === 'unreadable') {
    const at = verdict.at === undefined ? '' : `: ${verdict.at}`
    complain(checks.unreadable[verdict.reason] + at)
    return
  }
  for (const check of verdict.checks) {
    const reason = check.result === 'failed' ? `: ${check.reason}` : ''
    print(`${check.result.padEnd(8)}${check.check}${reason}`)
  }
  print('')
  for (const { sentences } of writeVerdict(verdict, wording)) sentences.forEach(print)
  if (status !== undefined && 'facts' in verdict) print(writeStatus(status, verdict.facts, wording))
}

function inEnglish(): BotSourceMessages {
  const messages = BOT_MESSAGES.get('en')
  if (messages === undefined) throw new Error('there are no English messages')
  return messages
}
