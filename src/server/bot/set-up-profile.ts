import { commandLine } from '../config/command-line.ts'
import { createHash } from 'node:crypto'
import type { Api } from 'grammy'
import type { Log } from '#server/log/log.ts'
import type { Store } from '#server/store/store.ts'
import { type Profile, profileFields } from './profile-difference.ts'

type ProfileDeps = Profile & { store: Pick<Store, 'readBotProfile' | 'saveBotProfile'>; log: Log }

/**
 * Sets commands, descriptions and menu button, but only those that are empty or ours: a value is ours if an earlier
 * start found it as we want it. The operator's own values stay; `setup` shows and changes them. A restart that
 * finds everything in order writes nothing.
 */
export async function setUpProfile(api: Api, { store, log, ...profile }: ProfileDeps) {
  const known = await store.readBotProfile()
  const ours: Record<string, string> = {}
  const left: string[] = []
  try {
    for (const { name, present, wanted, apply } of await profileFields(api, profile)) {
      const isOurs = ['', wanted].includes(present) || known[name] === fingerprint(present)
      if (!isOurs) {
        left.push(name)
        continue
      }
      if (present !== wanted) await apply()
      ours[name] = fingerprint(wanted)
    }
  } finally {
    await store.saveBotProfile({ ...known, ...ours })
  }
  if (left.length > 0)
    log.warn(
      { left },
      `bot: texts that are not ours are left: ${commandLine('setup')} changes them`,
    )
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
