import type { Explained } from '../../i18n/messages.ts'
import { Cell, Section } from '../../ui/list.tsx'
import type { IconShape } from '../../ui/first-icons.ts'

type Props = {
  header?: string
  items: readonly (Explained & { icon: IconShape })[]
  footer?: string
}

/** What the app does, what it learns, and what it never does. */
export function Promises({ header, items, footer }: Props) {
  return (
    <Section header={header} footer={footer}>
      {items.map(({ icon, name, sentence }) => (
        <Cell key={name} icon={icon} title={name} subtitle={sentence} />
      ))}
    </Section>
  )
}
