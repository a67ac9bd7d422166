import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { MAX_PROOF_BYTES } from '#proof/document.ts'
import { TELEGRAM_PRODUCTION, TELEGRAM_TEST, type TelegramKey } from '#proof/telegram.ts'
import { type ProofVerdict, verifyProof } from '#proof/verify-proof.ts'
import { writeFinding } from '#proof/write-finding.ts'
import { describeFileError } from '../log/describe-file-error.ts'
import type { CommandContext } from './command.ts'
import { CommandError, WrongUseError } from './command-error.ts'
import { defineCommand } from './define-command.ts'
import { parseFlags } from './parse-flags.ts'

const USAGE = `Usage:
  npm run verify -- <file>   verifies a proof, without any server, key or network
    --telegram-key <key>     also trust this key of Telegram: test, or 64 hex digits
The exit code is 0 if no check failed, 1 if one failed, and 2 if the file is no proof.`

/** Why a file is no document of the format, as a sentence. */
const UNREADABLE: Record<Extract<ProofVerdict, { readable: false }>['reason'], string> = {
  'too-long': `The file is longer than ${MAX_PROOF_BYTES} bytes.`,
  'not-json': 'The file is not JSON.',
  'repeated-member': 'The file has a member twice.',
  'unknown-format': 'The file is not in the format clasp-proof/1.',
  malformed: 'The file does not have the form of a proof',
}

export const verify = defineCommand(USAGE, async (args, context) => {
  const { values, positionals } = parseFlags({
    args,
    allowPositionals: true,
    options: { 'telegram-key': { type: 'string' } },
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new WrongUseError('Give one file to verify.')
  const telegramKeys = [TELEGRAM_PRODUCTION, ...parseKey(values['telegram-key'])]
  const text = await readText(resolve(context.directory, file))
  return report(await verifyProof(text, { telegramKeys }), context)
})

function parseKey(key: string | undefined): TelegramKey[] {
  if (key === undefined) return []
  if (key === 'test') return [TELEGRAM_TEST]
  if (/^[0-9a-f]{64}$/.test(key)) return [{ name: key, publicKey: key }]
  throw new WrongUseError('A key of Telegram is "test", or 64 hex digits.')
}

/** At most one byte more than a document may have. A byte that is no UTF-8 becomes one that no document has. */
async function readText(path: string): Promise<string> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_PROOF_BYTES + 1), 0)
      return new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead))
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError('The file is not UTF-8.')
    throw new CommandError(`The file cannot be read: ${describeFileError(path, error)}`)
  }
}

function report(verdict: ProofVerdict, { print, complain }: CommandContext): number {
  if (!verdict.readable) {
    const at = verdict.at === undefined ? '' : `: ${verdict.at}`
    complain(UNREADABLE[verdict.reason] + at)
    return 2
  }
  for (const check of verdict.checks) {
    const reason = check.result === 'failed' ? `: ${check.reason}` : ''
    print(`${check.result.padEnd(12)}${check.check}${reason}`)
  }
  print('')
  if (verdict.finding === null) {
    print('A check failed, so the proof shows nothing.')
    return 1
  }
  for (const sentence of writeFinding(verdict.finding)) print(sentence)
  return 0
}
