import { commandLine } from '#server/config/command-line.ts'
import type { Config } from '#server/config/config.ts'
import { readCurrent } from '#server/store/database/database-state.ts'
import { createKeyRing } from '#server/store/database/field-cipher.ts'
import { toOperatorUser } from '#server/store/rows/user-rows.ts'
import { type Finding, ok, okUnless, warning } from '../finding.ts'

type Deps = { config: Config }

/** Who the admins are, by their Telegram ids; and what nobody can do while there is none. */
export async function checkAdmins({ config }: Deps): Promise<Finding[]> {
  const admins = [
    ...[...config.adminIds].map((telegramId) => `${telegramId} by ADMIN_IDS`),
    ...(await listLinked(config)),
  ]
  if (admins.length > 0) return ok(`Admins: ${admins.join(', ')}.`)
  return okUnless(listLacks(config), 'Nobody is an admin.')
}

function listLinked({ databaseUrl, ...dataKeys }: Config): Promise<string[]> {
  return readCurrent(databaseUrl, async (db) => {
    const rows = await db
      .selectFrom('admins')
      .innerJoin('users', 'users.id', 'admins.user_id')
      .select(['users.id', 'users.profile', 'admins.since'])
      .orderBy('admins.since')
      .execute()
    const cipher = createKeyRing(dataKeys)
    return rows.map((row) => {
      const day = new Date(row.since).toISOString().slice(0, 'YYYY-MM-DD'.length)
      return `${toOperatorUser(row, cipher).telegramId} by the link of setup on ${day}`
    })
  })
}

function listLacks({ requests, chatsPolicy }: Config): Finding[] {
  const link = `the link with which ${commandLine('setup')} ends`
  const findings: Finding[] = []
  if (requests === 'admins') {
    findings.push(
      ...warning(
        'REQUESTS=admins and nobody is an admin: only administrators ask in their chats, and nobody is notified of new groups.',
        `If that is not what you want, open ${link}, set ADMIN_IDS to your Telegram id, or REQUESTS=members.`,
      ),
    )
  }
  if (chatsPolicy === 'known') {
    findings.push(
      ...warning(
        'CHATS=known and nobody is an admin: no group is known, and nobody can ask for wallets in one.',
        `Open ${link}, set ADMIN_IDS to your Telegram id, or CHATS to the ids of your groups.`,
      ),
    )
  }
  return findings
}
