import { groupLink } from '#shared/links.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { isolated } from '../../i18n/format.ts'
import { LinkCell } from '../../ui/cell.tsx'
import { CHAT } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { useServices } from '../context/use-services.ts'

/** How to ask in a group: the bot must be a member of it. */
export function GroupSection({ messages }: { messages: RequestingMessages }) {
  const { boot, telegram } = useServices()
  return (
    <Section header={messages.inGroup} footer={messages.addNote(isolated('/connect'))}>
      <LinkCell
        icon={CHAT}
        title={messages.addToGroup}
        onPress={() => telegram.openTelegramLink(groupLink(boot.bot))}
      />
    </Section>
  )
}
