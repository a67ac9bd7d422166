import type { ProfileChange } from '#server/bot/profile-difference.ts'
import type { CommandContext } from '../command.ts'
import { callTelegram } from './call-telegram.ts'
import { appendToEnvFile, type EnvFile } from './env-file.ts'
import type { SetupServices } from './questions.ts'

/** All changes that setup would make. */
export type Plan = { file: EnvFile; additions: Record<string, string>; changes: ProfileChange[] }

/** Shows the changes. True when the operator agrees, or there are none. */
export async function agree(
  { file, additions, changes }: Plan,
  { isAgreed }: { isAgreed: boolean },
  { context, questions }: SetupServices,
): Promise<boolean> {
  const names = Object.keys(additions)
  if (names.length + changes.length === 0) {
    context.print(`Nothing to change: ${file.path} and the bot are as they should be.`)
    return true
  }
  context.print('To change:')
  if (names.length > 0) context.print(`  ${file.path}: add ${names.join(', ')}`)
  for (const { sentence } of changes) context.print(`  ${sentence}`)
  if (isAgreed || (await questions?.confirm('Make these changes?'))) return true
  context.complain(
    questions === null
      ? 'Nothing was changed. To make these changes, add --yes.'
      : 'Nothing was changed.',
  )
  return false
}

/** If a step fails, the earlier ones stay done and the next run finds them so. */
export async function carryOut(
  { file, additions, changes }: Plan,
  { print }: CommandContext,
): Promise<void> {
  if (Object.keys(additions).length > 0) {
    await appendToEnvFile(file, additions)
    print(`Written: ${file.path}`)
  }
  if ('DATA_KEY' in additions) {
    print('Keep a copy of its DATA_KEY, away from the database: without it nothing can be read.')
  }
  if ('WEBHOOK_SIGNING_SECRET' in additions) {
    print('Your receiver checks events with the WEBHOOK_SIGNING_SECRET that stands there.')
  }
  for (const change of changes) {
    await callTelegram(() => change.apply())
  }
  if (changes.length > 0) print(`Done: all changes of the bot (${changes.length}).`)
}
