import { Address } from '#client/ui/address.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { ActionCell, Cell, LinkCell, Section } from '#client/ui/list.tsx'
import { CLOCK, COPY, TRASH } from '#client/ui/icons.ts'
import { WALLET, WARNING } from '#client/ui/first-icons.ts'
import { SkeletonCell } from '#client/ui/skeleton.tsx'
import { Pill } from '#client/ui/pill.tsx'
import { Tile } from '#client/ui/tile.tsx'
import type { Samples, Specimens } from './samples.ts'

const EVM = '0xb7fa8DA851eeCB750A51Df1a9041B0aF31209F02'
const pass = () => {}

export const LISTS: Specimens = {
  list: (samples) => [
    [
      'with header and footer',
      <Section key="full" header={samples.title} footer={samples.sentence}>
        <SkeletonCell />
      </Section>,
    ],
    [
      'plain',
      <Section key="plain">
        <SkeletonCell />
      </Section>,
    ],
    ['with a status', <StatusSpecimen key="status" {...samples} />],
    ['that does something', <Acting key="acting" {...samples} />],
    ['that leads somewhere', <Leading key="leading" {...samples} />],
  ],
}

function StatusSpecimen({ title, sentence, value, name, mark }: Samples) {
  return (
    <Section>
      <Cell title={title} />
      <Cell title={title} after={value} />
      <Cell icon={CLOCK} title={title} subtitle={sentence} />
      <Cell
        tile={<Tile letter="W" hue={215} />}
        title={
          <>
            <bdi>{name}</bdi>
            <Badge>{mark}</Badge>
          </>
        }
        after={<Address value={EVM} isShort />}
      />
      <Cell title={<Address value={EVM} />} />
      <Cell tone="warning" icon={WARNING} title={title} subtitle={sentence} />
    </Section>
  )
}

function Acting({ action, quiet, destructive, sentence }: Samples) {
  return (
    <Section>
      <ActionCell icon={COPY} title={quiet} onPress={pass} />
      <ActionCell icon={WALLET} tone="accent" title={action} onPress={pass} />
      <ActionCell
        icon={WALLET}
        title={action}
        subtitle={sentence}
        after={<span className="pill">{quiet}</span>}
        onPress={pass}
      />
      <ActionCell icon={COPY} title={quiet} after="…" isBusy onPress={pass} />
      <ActionCell icon={TRASH} tone="destructive" title={destructive} onPress={pass} />
    </Section>
  )
}

function Leading({ title, sentence, value, name, mark }: Samples) {
  const marked = (
    <>
      <bdi>{name}</bdi>
      <Badge>{mark}</Badge>
    </>
  )
  return (
    <Section>
      <LinkCell icon={WALLET} title={marked} subtitle={sentence} onPress={pass} />
      <LinkCell title={<Pill tone="warning">{mark}</Pill>} onPress={pass} />
      <LinkCell icon={WALLET} title={title} subtitle={sentence} onPress={pass} />
      <LinkCell title={title} after={value} onPress={pass} />
      <LinkCell icon={WALLET} title={title} isBusy onPress={pass} />
    </Section>
  )
}
