import { writeUsage } from '../config/command-line.ts'
import * as v from 'valibot'
import type { Store } from '../store/store.ts'
import type { EpochMs } from '../store/database/stored.ts'
import { WrongUseError, defineCommand } from './command.ts'
import { readStoreConfig, withStore } from './with-store.ts'

const USAGE = `${writeUsage([['forget <id> [<id>…]', 'deletes members, by the ids that events named']])}
An older backup brings members back who were deleted after it: give the ids of the later events "user.deleted".`

const IdsSchema = v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{22}$/))), v.minLength(1))

export const forget = defineCommand(USAGE, async (args, context) => {
  // Not parsed as flags, because an id may start with a hyphen.
  const ids = v.safeParse(IdsSchema, args)
  if (!ids.success) throw new WrongUseError('Give the ids of members, of 22 characters each.')
  const forgotten = await withStore(readStoreConfig(context), (store) =>
    forgetMembers(store, ids.output, context.now()),
  )
  context.print(`${forgotten} deleted, ${ids.output.length - forgotten} not there.`)
  return 0
})

/** Answers how many of them existed. */
export async function forgetMembers(
  store: Store,
  ids: readonly string[],
  now: EpochMs,
): Promise<number> {
  let forgotten = 0
  for (const id of ids) {
    if (!(await store.findUser(id))) continue
    await store.deleteUser(id, now)
    forgotten += 1
  }
  return forgotten
}
