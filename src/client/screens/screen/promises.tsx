import type { Explained } from '../../i18n/messages.ts'
import { Cell } from '../../ui/cell.tsx'
import type { IconShape } from '../../ui/icon-shape.ts'
import { Section } from '../../ui/section.tsx'

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
