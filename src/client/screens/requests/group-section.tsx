import { groupLink } from '#shared/links.ts'
import { isolated } from '../../i18n/format.ts'
import { LinkCell, Section } from '../../ui/list.tsx'
import { CHAT } from '../../ui/icons.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useServices } from '../context/context.ts'

/** How to ask in a group: the bot must be a member of it. */
export function GroupSection() {
  const { boot, telegram } = useServices()
  const { inGroup, addNote, addToGroup } = useMessagesOf('requesting')
  return (
    <Section header={inGroup} footer={addNote(isolated('/connect'))}>
      <LinkCell
        icon={CHAT}
        title={addToGroup}
        onPress={() => telegram.openTelegramLink(groupLink(boot.bot))}
      />
    </Section>
  )
}
