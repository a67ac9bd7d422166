import { groupLink } from '#shared/links.ts'
import type { AskingMessages } from '../i18n/asking/messages.ts'
import { isolated } from '../i18n/format.ts'
import { LinkCell } from '../ui/cell.tsx'
import { CHAT } from '../ui/icons/chat.ts'
import { Section } from '../ui/section.tsx'
import { useServices } from './use-services.ts'

/** How to be able to ask in a group: the bot has to be in it. */
export function GroupSection({ words }: { words: AskingMessages }) {
  const { boot, telegram } = useServices()
  return (
    <Section header={words.inGroup} footer={words.addNote(isolated('/connect'))}>
      <LinkCell
        icon={CHAT}
        title={words.addToGroup}
        onPress={() => telegram.openTelegramLink(groupLink(boot.bot))}
      />
    </Section>
  )
}
