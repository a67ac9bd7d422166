import { useState } from 'react'
import { setDoor } from '#shared/api/set-door.ts'
import { turnOffDoor } from '#shared/api/turn-off-door.ts'
import type { Door } from '#shared/door.ts'
import { BINDINGS, LINK_LEVELS } from '#shared/wallet.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { formatWhen, isolated } from '../../i18n/format.ts'
import type { Explained } from '../../i18n/messages.ts'
import { useLocalization, useMessages } from '../../i18n/use-localization.ts'
import { CROSS } from '../../ui/icons.ts'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCell } from '../../ui/radio-cell.tsx'
import { Section } from '../../ui/list.tsx'
import { SwitchCell } from '../../ui/switch-cell.tsx'
import { TaskSection } from '../actions/task-cell.tsx'
import { useTask } from '../actions/use-task.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useCore, useServices } from '../context/context.ts'
import { WalletsSection } from '../new-request/wallets-section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import type { ServerQuery } from '../query/query.ts'
import { MainAction } from '../screen/bottom-actions.tsx'
import { explainedLine } from '../screen/explained-line.ts'
import { beginDraft, type DoorDraft, isSame, toRule } from './door-draft.ts'
import { MultisigChoice } from './multisig-choice.tsx'

type Props = { shown: Door; door: ServerQuery<Door> }
type SettledProps = Props & {
  /** The door is shown anew: with this problem, if another administrator has changed it meanwhile. */
  onSettled: (problem: ProblemCode | null) => void
}
type FormProps = SettledProps & {
  /** The door that is being changed; null when the choice is as the door is. */
  onEdit: (door: Door | null) => void
}

const KINDS = ['wallet', 'owner', 'host'] as const

/** Whom the door lets in: the administrator chooses it, turns the door on, changes it or turns it off. */
export function DoorForm({ shown, door, onEdit, onSettled }: FormProps) {
  const set = shown.door
  const { door: messages } = useMessagesOf('door')
  const { telegram } = useServices()
  // Telegram's button would stay under the sheet.
  const [isFinding, setFinding] = useState(false)
  const [draft, setDraft] = useState(() => beginDraft(set))
  const change = (part: Partial<DoorDraft>) => {
    telegram.haptic('selection')
    const next = { ...draft, ...part }
    setDraft(next)
    onEdit(isSame(next, beginDraft(set)) ? null : shown)
  }
  return (
    <>
      {set !== null && set.rule === null && <Notice>{messages.late}</Notice>}
      <Section header={messages.who} footer={messages.note}>
        {KINDS.map((kind) => (
          <RadioCell
            key={kind}
            group="rule"
            {...explainedLine(messages.kinds[kind])}
            isChosen={draft.kind === kind}
            onChoose={() => change({ kind })}
          />
        ))}
      </Section>
      {draft.kind === 'wallet' && (
        <WalletRule wallet={draft.wallet} onChange={(wallet) => change({ wallet })} />
      )}
      {draft.kind === 'owner' && (
        <MultisigChoice
          chosen={draft.multisig}
          onChoose={(multisig) => change({ multisig })}
          isFinding={isFinding}
          onFind={setFinding}
        />
      )}
      {draft.kind !== 'host' && (
        <Section footer={messages.tagsNote}>
          <SwitchCell
            title={messages.tags}
            isOn={draft.tags}
            onChange={(tags) => change({ tags })}
          />
        </Section>
      )}
      {set?.tagsRefused === true && <Notice>{messages.tagsRefused}</Notice>}
      {!isFinding && <Save shown={shown} door={door} onSettled={onSettled} draft={draft} />}
      {set !== null && <TurnOff shown={shown} door={door} onSettled={onSettled} set={set} />}
    </>
  )
}

type WalletRuleProps = {
  wallet: DoorDraft['wallet']
  onChange: (wallet: DoorDraft['wallet']) => void
}

/** Which wallets open the door. */
function WalletRule({ wallet, onChange }: WalletRuleProps) {
  const { door: messages } = useMessagesOf('door')
  const { wallet: names } = useMessages()
  return (
    <>
      <WalletsSection
        family={wallet.family}
        onChoose={(family) => onChange({ ...wallet, family })}
      />
      <Options
        header={messages.level}
        values={LINK_LEVELS}
        texts={names.levels}
        chosen={wallet.level}
        onChoose={(level) => onChange({ ...wallet, level })}
      />
      <Options
        header={messages.binding}
        values={BINDINGS}
        texts={names.bindings}
        chosen={wallet.binding}
        onChoose={(binding) => onChange({ ...wallet, binding })}
      />
    </>
  )
}

type OptionsProps<Value extends string> = {
  header: string
  values: readonly Value[]
  texts: Record<Value, Explained>
  /** Null for any. */
  chosen: Value | null
  onChoose: (value: Value | null) => void
}

function Options<Value extends string>(props: OptionsProps<Value>) {
  const { header, values, texts, chosen, onChoose } = props
  const { door: messages } = useMessagesOf('door')
  return (
    <FoldedSection header={header}>
      <RadioCell
        group={header}
        title={messages.any}
        isChosen={chosen === null}
        onChoose={() => onChoose(null)}
      />
      {values.map((value) => (
        <RadioCell
          key={value}
          group={header}
          {...explainedLine(texts[value])}
          isChosen={chosen === value}
          onChoose={() => onChoose(value)}
        />
      ))}
    </FoldedSection>
  )
}

function Save({
  shown: { chat, door: set },
  door,
  draft,
  onSettled,
}: SettledProps & { draft: DoorDraft }) {
  const { api } = useCore()
  const { telegram } = useServices()
  const { door: messages } = useMessagesOf('door')
  const { run, isBusy, problem } = useTask()
  const rule = toRule(draft)
  const before = set === null ? null : beginDraft(set)
  const isNew = before === null || set?.rule === null
  const isChanged = isNew || !isSame(draft, before)
  const save = async () => {
    if (rule === null) return
    const body = { version: set?.version ?? null, rule, tags: draft.kind !== 'host' && draft.tags }
    try {
      door.put(await api.call(setDoor, { id: chat.id, body }))
    } catch (error) {
      const code = getProblemCode(error)
      if (code !== 'door-changed') throw error
      onSettled(code)
      return door.catchUp()
    }
    onSettled(null)
    telegram.haptic('success')
  }
  return (
    <>
      <ProblemNotice code={problem} />
      {isChanged && (
        <MainAction
          text={set === null ? messages.turnOn : messages.save}
          isEnabled={rule !== null}
          isBusy={isBusy}
          onPress={() => run(save)}
        />
      )}
    </>
  )
}

type TurnOffProps = SettledProps & { set: NonNullable<Door['door']> }

function TurnOff({ shown: { chat }, door, onSettled, set: { setBy, setAt } }: TurnOffProps) {
  const { api } = useCore()
  const { language } = useLocalization()
  const { door: messages } = useMessagesOf('door')
  const date = formatWhen(language, setAt)
  const turnOff = async () => {
    await api.call(turnOffDoor, { id: chat.id })
    onSettled(null)
    await door.catchUp()
  }
  return (
    <TaskSection
      footer={
        setBy === null
          ? messages.setByGone(date)
          : messages.setBy({ name: isolated(setBy.firstName), date })
      }
      icon={CROSS}
      tone="destructive"
      title={messages.turnOff}
      loss={messages.turnOffAsk}
      work={turnOff}
    />
  )
}
