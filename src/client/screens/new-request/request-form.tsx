import { useState } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { GroupSection } from '../requests/group-section.tsx'
import { MainAction } from '../screen/bottom-actions.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { createRequestMaker } from './request-maker.ts'
import { useCore, useMe, useServices } from '../context/context.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'
import { useTask } from '../actions/use-task.ts'
import {
  LIVES_S,
  toRequestTerms,
  type Life,
  type RequestDraft,
  type RequestTarget,
} from './request-draft.ts'
import { WalletsSection } from './wallets-section.tsx'
import { Cell, Section } from '../../ui/list.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { SwitchCell } from '../../ui/switch-cell.tsx'
import { RadioCell } from '../../ui/radio-cell.tsx'
import { formatWhen, isolated } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { CHAT, CLOCK, EYE, LINK } from '../../ui/icons.ts'
import { personLine } from '../person/person-line.tsx'

const LIVES: readonly Life[] = ['day', 'week', 'month']

type Props = {
  /** At least one. */
  targets: readonly RequestTarget[]
  /** The targets have changed and must be loaded again. */
  onStale: () => void
}

export function RequestForm({ targets, onStale }: Props) {
  const { form, newRequest } = useMessagesOf('requesting')
  const { draft, change } = useRequestDraft(targets)
  const { target } = draft
  const { make, isBusy, problem } = useMaking(draft, onStale)
  return (
    <Screen title={newRequest}>
      <WhereSection
        targets={targets}
        chosen={target}
        onChoose={({ id }) => change({ targetId: id })}
      />
      {targets.every(({ kind }) => kind === 'anywhere') && <GroupSection />}
      <WalletsSection family={draft.family} onChoose={(family) => change({ family })} />
      <LifeSection life={draft.life} onChoose={(life) => change({ life })} />
      {target?.kind === 'chat' && (
        <MembersSection
          isOn={draft.isForMembers}
          onChange={(isForMembers) => change({ isForMembers })}
        />
      )}
      {target !== null && <Preview target={target} draft={draft} />}
      <ProblemNotice code={problem} />
      {target === null && <Notice>{form.choose}</Notice>}
      <MainAction text={form.ask} isEnabled={target !== null} isBusy={isBusy} onPress={make} />
    </Screen>
  )
}

type ChosenTerms = Omit<RequestDraft, 'target'> & { targetId: string }

/** Clears a target that is no longer offered. It selects no other, because the request would go to the wrong place. */
function useRequestDraft(targets: readonly RequestTarget[]) {
  const [chosen, setChosen] = useState<ChosenTerms>({
    targetId: targets[0]?.id ?? '',
    family: null,
    life: 'week',
    isForMembers: true,
  })
  const { telegram } = useServices()
  const target = targets.find(({ id }) => id === chosen.targetId) ?? null
  const change = (part: Partial<ChosenTerms>) => {
    telegram.haptic('selection')
    setChosen({ ...chosen, ...part })
  }
  return { draft: { ...chosen, target }, change }
}

/** After these problems the list of targets is out of date. */
const STALE: ReadonlySet<ProblemCode> = new Set(['request-not-allowed', 'chat-gone'])

function useMaking(draft: RequestDraft, onStale: () => void) {
  const { api } = useCore()
  const { router, telegram } = useServices()
  const families = useOfferedFamilies()
  const { run, isBusy, problem } = useTask()
  const [maker] = useState(() => createRequestMaker(api))
  const make = async () => {
    if (draft.target === null) return
    const { code } = await maker
      .make(toRequestTerms(draft, draft.target, families))
      .catch((error) => {
        if (STALE.has(getProblemCode(error))) onStale()
        throw error
      })
    telegram.haptic('success')
    // Skip this if the member has moved on meanwhile.
    if (router.route.get().screen === 'new-request') {
      router.replace({ screen: 'made-request', code })
    }
  }
  return { make: () => run(make), isBusy, problem }
}

type LifeSectionProps = { life: Life; onChoose: (life: Life) => void }

/** How long the request stays open. */
function LifeSection({ life, onChoose }: LifeSectionProps) {
  const { form } = useMessagesOf('requesting')
  return (
    <Section header={form.life}>
      <div className="cell">
        <SegmentedControl
          label={form.life}
          options={LIVES.map((value) => ({ value, name: form.lives[value] }))}
          value={life}
          onChoose={onChoose}
        />
      </div>
    </Section>
  )
}

type MembersSectionProps = { isOn: boolean; onChange: (isOn: boolean) => void }

/** Whether people outside the chat may answer. */
function MembersSection({ isOn, onChange }: MembersSectionProps) {
  const { form } = useMessagesOf('requesting')
  return (
    <Section footer={isOn ? form.membersNote : form.everybodyNote}>
      <SwitchCell title={form.membersOnly} isOn={isOn} onChange={onChange} />
    </Section>
  )
}

type WhereSectionProps = {
  targets: readonly RequestTarget[]
  chosen: RequestTarget | null
  onChoose: (target: RequestTarget) => void
}

/** The chats in which the member may ask, and the link to send oneself. */
function WhereSection({ targets, chosen, onChoose }: WhereSectionProps) {
  const { form } = useMessagesOf('requesting')
  const notes = { chat: form.chatNote, anywhere: form.whomeverNote }
  return (
    <Section header={form.where} footer={chosen === null ? undefined : notes[chosen.kind]}>
      {targets.map((target) => (
        <RadioCell
          key={target.id}
          group="place"
          title={target.kind === 'chat' ? <bdi>{target.title}</bdi> : form.anyone}
          isChosen={target.id === chosen?.id}
          onChoose={() => onChoose(target)}
        />
      ))}
    </Section>
  )
}

type PreviewProps = { target: RequestTarget; draft: RequestDraft }

/** Who asks, for which chat, what will be known and until when: all from Telegram and from the member's choices. */
function Preview({ target, draft }: PreviewProps) {
  const { now } = useServices()
  const { form } = useMessagesOf('requesting')
  const { language } = useLocalization()
  const me = useMe()
  if (me === null) return null
  const { user } = me
  const isForChat = target.kind === 'chat'
  const until = new Date(now() + LIVES_S[draft.life] * 1_000).toISOString()
  return (
    <Section header={form.preview} footer={isForChat ? form.countOnly : undefined}>
      <Cell {...personLine(user)} title={form.asks(isolated(user.firstName))} />
      <Cell
        icon={isForChat ? CHAT : LINK}
        title={isForChat ? form.forChat(isolated(target.title)) : form.forNoChat}
      />
      <WillKnow name={isolated(user.firstName)} />
      <Cell icon={CLOCK} title={form.until} after={formatWhen(language, until)} />
    </Section>
  )
}

function WillKnow({ name }: { name: string }) {
  const { boot } = useServices()
  const { form } = useMessagesOf('requesting')
  const known = (
    <>
      {form.account}
      <br />
      {form.wallet}
    </>
  )
  const title = form.knows({ name, appName: isolated(boot.appName) })
  return <Cell icon={EYE} title={title} subtitle={known} />
}
