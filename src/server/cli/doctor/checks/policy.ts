import type { Config } from '#server/config/config.ts'
import type { Environment } from '#server/config/environment.ts'
import { type Finding, ok, warning } from '../finding.ts'

type Deps = { config: Config; environment: Environment }

const DAY_MS = 24 * 60 * 60 * 1_000

/** The operator's choices, to be reviewed before members come. */
export function checkPolicy({ config, environment }: Deps): Promise<Finding[]> {
  const { evm, tonText, bot, publicUrl, operator: owner, requests, chatsPolicy } = config
  const chats = typeof chatsPolicy === 'string' ? chatsPolicy : [...chatsPolicy].join(',')
  const findings = ok(
    `EVM=${evm.policy}, TON_TEXT_BINDING=${tonText}, BOT_MODE=${bot.mode}, REQUESTS=${requests}, CHATS=${chats}, ${describeRetention(config)}; texts for members at ${publicUrl}/privacy and ${publicUrl}/terms.`,
  )
  if ((environment['OPERATOR_NAME'] ?? '') === '') {
    findings.push(
      ...warning(
        `OPERATOR_NAME is not set, so "${owner.name}" answers for the data of the members.`,
        'Set it to your name or that of your organisation.',
      ),
    )
  }
  if (owner.contact === null) {
    findings.push(
      ...warning(
        'OPERATOR_CONTACT is not set, so members can write only to the bot.',
        'Set it to an e-mail address or an https link.',
      ),
    )
  }
  return Promise.resolve(findings)
}

function describeRetention({ retention }: Config): string {
  const { attemptsMs, eventsMs, idleMembersMs } = retention
  return `attempts kept ${attemptsMs / DAY_MS} d, events ${eventsMs / DAY_MS} d, idle members ${idleMembersMs / DAY_MS} d`
}
