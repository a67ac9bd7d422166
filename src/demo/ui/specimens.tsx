import { Address } from '#client/ui/address.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Cell, Section } from '#client/ui/list.tsx'
import { Counter } from '#client/ui/counter.tsx'
import { Face } from '#client/ui/face.tsx'
import { Fold } from '#client/ui/fold.tsx'
import { FoldedSection } from '#client/ui/folded-section.tsx'
import { Hero } from '#client/ui/hero.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { BACK, WALLET, WARNING } from '#client/ui/first-icons.ts'
import { CHECK, CLOCK, COPY, SHIELD, TRASH } from '#client/ui/icons.ts'
import { Notice } from '#client/ui/notice.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { Skeleton, SkeletonCell } from '#client/ui/skeleton.tsx'
import { SmallAvatar } from '#client/ui/small-avatar.tsx'
import { TextBlock } from '#client/ui/text-block.tsx'
import { Tile } from '#client/ui/tile.tsx'
import { WalletIcon } from '#client/ui/wallet-icon.tsx'
import { LISTS } from './list-specimens.tsx'
import { CHARTS } from './chart-specimens.tsx'
import { ChooseOne, ChooseSegment, OpenSheet, ShowToast, TurnOn } from './live-specimens.tsx'
import type { Specimens } from './samples.ts'

const TON = 'UQCNhBN9w0k1Yz3Zc7vT1o4mXq8rJ2bS5uE6fA0dLg_-hBN9'
const EVM = '0xb7fa8DA851eeCB750A51Df1a9041B0aF31209F02'
const pass = () => {}

/** By the name of the component's file. */
export const SPECIMENS: Specimens = {
  ...LISTS,
  screen: () => [['this page', <p key="page">With its title, in the column of the platform.</p>]],
  'folded-section': ({ title, sentence }) => [
    [
      'closed',
      <FoldedSection key="closed" header={title} footer={sentence}>
        <SkeletonCell />
      </FoldedSection>,
    ],
  ],
  fold: ({ title }) => [
    [
      'closed',
      <Section key="closed">
        <Fold title={title}>
          <SkeletonCell />
        </Fold>
      </Section>,
    ],
  ],
  'radio-cell': (samples) => [['one of two', <ChooseOne key="choice" samples={samples} />]],
  'switch-cell': ({ name }) => [
    ['on', <TurnOn key="on" title={name} isFirstOn />],
    ['off', <TurnOn key="off" title={name} isFirstOn={false} />],
  ],
  'segmented-control': ({ mark, value, close }) => [
    ['of two', <ChooseSegment key="two" names={[mark, close]} />],
    ['of three, one of them long', <ChooseSegment key="three" names={[mark, value, close]} />],
  ],
  button: ({ action, quiet, destructive }) => [
    ['primary', <Pressed key="primary" text={action} />],
    ['primary, busy', <Pressed key="busy" text={action} isBusy />],
    ['primary, disabled', <Pressed key="disabled" text={action} isDisabled />],
    ['quiet', <Pressed key="quiet" kind="quiet" text={quiet} />],
    ['destructive', <Pressed key="destructive" kind="destructive" text={destructive} />],
    [
      'pair',
      <Section key="pair">
        <div className="button-pair">
          <Pressed kind="destructive" text={destructive} />
          <Pressed kind="quiet" text={quiet} />
        </div>
      </Section>,
    ],
  ],
  sheet: (samples) => [['closed', <OpenSheet key="sheet" samples={samples} />]],
  toast: (samples) => [['hidden', <ShowToast key="toast" samples={samples} />]],
  hero: ({ title, sentence }) => [
    [
      'plain',
      <Hero key="plain" icon={WALLET} title={title}>
        {sentence}
      </Hero>,
    ],
    ['success', <Hero key="success" icon={CHECK} tone="success" title={title} />],
    [
      'warning',
      <Hero key="warning" icon={WARNING} tone="warning" title={title}>
        {sentence}
      </Hero>,
    ],
  ],
  face: ({ name, title, sentence }) => [
    ['not known yet', <Face key="unknown" name={name} mark={null} title={title} text={sentence} />],
    ['success', <Face key="success" name={name} mark="success" title={title} text={sentence} />],
    ['warning', <Face key="warning" name={name} mark="warning" title={title} text={sentence} />],
  ],
  notice: ({ sentence }) => [['plain', <Notice key="notice">{sentence}</Notice>]],
  avatar: ({ name }) => [
    ['two initials', <Avatar key="two" name={name} />],
    ['one', <Avatar key="one" name="Ada" />],
    ['to come', <span key="none" className="avatar skeleton" />],
  ],
  'small-avatar': ({ name, sentence }) => [
    [
      'in a line',
      <Section key="line">
        <Cell tile={<SmallAvatar name={name} />} title={name} subtitle={sentence} />
      </Section>,
    ],
  ],
  counter: ({ mark, value }) => [
    [
      'plain',
      <Section key="plain">
        <Counter text={`1,204 ${mark}`} number="1,204" note={value} />
      </Section>,
    ],
  ],
  badge: ({ mark }) => [
    [
      'beside a name',
      <Section key="badge">
        <Cell
          title={
            <>
              Ada
              <Badge>{mark}</Badge>
            </>
          }
        />
      </Section>,
    ],
  ],
  address: () => [
    ['TON, in full', <Address key="ton" value={TON} />],
    ['EVM, in full', <Address key="evm" value={EVM} />],
    ['TON, short', <Address key="ton-short" value={TON} isShort />],
    ['EVM, short', <Address key="evm-short" value={EVM} isShort />],
  ],
  'qr-code': ({ title }) => [
    ['of a link', <QrCode key="code" value={`ton://${TON}`} label={title} />],
  ],
  'text-block': () => [
    [
      'with a marked line',
      <Section key="marked">
        <TextBlock text={TEXT} marked={1} />
      </Section>,
    ],
    [
      'plain',
      <Section key="plain">
        <TextBlock text={TEXT} marked={-1} />
      </Section>,
    ],
  ],
  skeleton: () => [
    ['of text', <Skeleton key="text" width={14} />],
    [
      'of lines',
      <Section key="lines">
        <SkeletonCell />
        <SkeletonCell />
      </Section>,
    ],
  ],
  icon: () => [
    [
      'a few; the first points along the line',
      <span key="icons" className="icons">
        <Icon shape={BACK} />
        {[CHECK, CLOCK, COPY, SHIELD, TRASH, WALLET, WARNING].map((shape) => (
          <Icon key={shape} shape={shape} />
        ))}
      </span>,
    ],
  ],
  tile: () => [
    [
      'in six hues',
      <span key="tiles" className="icons">
        {[55, 260, 320, 215, 20, 155].map((hue) => (
          <Tile key={hue} letter="W" hue={hue} />
        ))}
      </span>,
    ],
  ],
  'wallet-icon': () => [
    [
      'with its icon, and with the letter of a missing one',
      <span key="icons" className="icons">
        <WalletIcon path="/ton/icons/demo-lantern.png" name="Lantern" hue={55} />
        <WalletIcon path="data:," name="Lantern" hue={55} />
      </span>,
    ],
  ],
  ...CHARTS,
}

const TEXT = `clasp.example wants you to sign in with your Ethereum account:
I link this wallet to the Telegram account @ada (412087331).

Nonce: 7f1a09c2e4b85d63`

type PressedProps = Omit<Parameters<typeof Button>[0], 'children' | 'onPress'> & { text: string }

function Pressed({ text, ...props }: PressedProps) {
  return (
    <Button {...props} onPress={pass}>
      {text}
    </Button>
  )
}
