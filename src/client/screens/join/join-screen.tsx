import { useEffect, useState } from 'react'
import { getJoin } from '#shared/api/get-join.ts'
import { getCodeId } from '#shared/start-param.ts'
import type { Join } from '#shared/join.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { isolated } from '../../i18n/format.ts'
import { PLANE, WALLET } from '../../ui/first-icons.ts'
import { CHECK, CLOCK, CROSS, EYE, OWNERS, QUESTION } from '../../ui/icons.ts'
import { Hero } from '../../ui/hero.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Cell, Section } from '../../ui/list.tsx'
import { useAskToWrite } from '../actions/use-ask-to-write.ts'
import { PartScreen } from '../arriving/part-screen.tsx'
import { QueryScreen } from '../query/query-screen.tsx'
import { usePoll } from '../query/use-poll.ts'
import { createQuery, type QueryState } from '../query/query.ts'
import { type UsedQuery, useQuery } from '../query/use-query.ts'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { walletLine } from '../claim/wallet-line.tsx'
import { useCore, useMe, useServices } from '../context/context.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'
import { ForAccount } from '../person/for-account.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { BackAction, MainAction, SecondaryAction } from '../screen/bottom-actions.tsx'
import { Outcome } from '../screen/outcome.tsx'
import { usePreload } from '../screen/use-preload.ts'
import { noteJoining } from './joining.ts'
import { getRuleFamilies } from './rule-families.ts'
import type { ShownRule } from '#shared/door-rule.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { FamilyNames } from '../account/family-names.tsx'
import { multisigLine } from '../multisig/multisig-line.tsx'
import { explainedLine } from '../screen/explained-line.ts'

/** Where the person goes back to from a group that they are not in. */
const TELEGRAM = 'Telegram'

/** A request to join a group: who asks for what, a way to connect a wallet for it, and what became of it. */
export function JoinScreen({ code }: { code: string }) {
  const query = useJoin(code)
  const messages = useSection('door')
  usePreload('connect')
  return (
    <PartScreen part={useSection('multisig')}>
      <PartScreen part={messages}>
        {({ join: { missing } }) => (
          <QueryScreen query={query} missing={missing}>
            {(join, problem) => <Shown join={join} problem={problem} code={code} />}
          </QueryScreen>
        )}
      </PartScreen>
    </PartScreen>
  )
}

/** Kept up to date while it is open. */
function useJoin(code: string): UsedQuery<Join> {
  const { api, member, storage } = useCore()
  const [join] = useState(() => {
    const input = { id: getCodeId(code) }
    return createQuery(() => api.call(getJoin, input), {
      reread: () => api.ask(getJoin, input),
      findFirst: () => api.findBrought(getJoin, input),
    })
  })
  usePoll({
    state: join.state,
    ask: () => join.renew(),
    isWanted: () => isOpen(join.state.get()),
  })
  // Home lists the groups that a wallet opened. A wallet that is connected later is for another purpose.
  useEffect(() => {
    return join.state.subscribe((state) => {
      if (isOpen(state)) return
      noteJoining(storage, undefined)
      void member.renew()
    })
  }, [join, member, storage])
  return useQuery(() => join)
}

/** Whether it can still change without the member: until Telegram has it, an approval can, too. */
function isOpen(state: QueryState<Join>): boolean {
  if (state.status === 'failed') return PROBLEMS[state.code].retry
  return state.status === 'loading' || !state.value.isFinal
}

type Props = { join: Join; code: string }

function Shown({ problem, ...props }: Props & { problem: ProblemCode | null }) {
  const { join } = props
  const { join: messages } = useMessagesOf('door')
  const { boot } = useServices()
  const isOver =
    join.state === 'approved' || join.state === 'declined' || join.state === 'withdrawn'
  return (
    <Screen>
      <Head {...props} />
      <ProblemNotice code={problem} />
      {join.state === 'approved' && <OpenedBy walletId={join.walletId} />}
      <ForAccount />
      {!isOver && (
        <RuleSection
          rule={join.rule}
          footer={`${messages.fromTelegram} ${messages.known(isolated(boot.appName))}`}
        />
      )}
      {isOver ? (
        <BackAction name={join.state === 'approved' ? join.chat.title : TELEGRAM} />
      ) : (
        <ConnectActions {...props} />
      )}
    </Screen>
  )
}

function Head({ join }: Props) {
  const { join: messages } = useMessagesOf('door')
  const chat = isolated(join.chat.title)
  switch (join.state) {
    case 'asked':
      return <Asked join={join} chat={chat} />
    case 'queued':
      return <Queued join={join} />
    case 'approved': {
      const { name, sentence } = messages.approved(chat)
      return <Outcome icon={CHECK} tone="success" title={name} text={sentence} />
    }
    case 'declined': {
      const { name, sentence } = messages.declined
      return <Outcome icon={CROSS} tone="plain" title={name} text={sentence} />
    }
    case 'withdrawn': {
      const { name, sentence } =
        messages.over[isKey(messages.over, join.why) ? join.why : 'closed-there']
      return <Outcome icon={CLOCK} tone="plain" title={name} text={sentence} />
    }
  }
}

function isKey<Texts extends object>(texts: Texts, key: PropertyKey): key is keyof Texts {
  return key in texts
}

function Asked({ join: { why, rule }, chat }: { join: Join; chat: string }) {
  const { join: messages } = useMessagesOf('door')
  const me = useMe()
  if (why === 'reading' || why === 'host') {
    const { name, sentence } = messages[why]
    return <Outcome icon={CLOCK} tone="plain" title={name} text={sentence} />
  }
  return (
    <>
      <Hero icon={PLANE} title={messages.title(chat)}>
        {isProvable(rule) ? messages.text : undefined}
      </Hero>
      {isProvable(rule) && me !== null && me.wallets.length > 0 && <Notice>{messages.none}</Notice>}
    </>
  )
}

function Queued({ join: { why, rule } }: { join: Join }) {
  const { join: messages } = useMessagesOf('door')
  const { whys } = messages
  const { name, sentence } = messages.queued(isKey(whys, why) ? whys[why] : '')
  return (
    <>
      <Outcome icon={CLOCK} tone="plain" title={name} text={sentence.trim()} />
      {isProvable(rule) && <Notice>{messages.stillOpen}</Notice>}
    </>
  )
}

/** Whether a wallet can let somebody in. */
function isProvable(rule: Join['rule']): boolean {
  return rule !== null && rule.kind !== 'host'
}

/** Connects a wallet, or goes back to Telegram while others decide. */
function ConnectActions({ join, code }: Props) {
  const { router, telegram } = useServices()
  const { join: messages } = useMessagesOf('door')
  const offered = useOfferedFamilies()
  const me = useMe()
  const canConnect =
    isProvable(join.rule) && getRuleFamilies(join.rule).some((family) => offered.includes(family))
  if (!canConnect) return <BackAction name={TELEGRAM} />
  const hasWallets = me !== null && me.wallets.length > 0
  return (
    <>
      <MainAction
        text={hasWallets ? messages.another : messages.connect}
        onPress={() => router.open({ screen: 'connect', purpose: code })}
      />
      {join.state === 'queued' && (
        <SecondaryAction text={messages.wait} onPress={() => telegram.close()} />
      )}
    </>
  )
}

/** The wallet that let the member in. */
function OpenedBy({ walletId }: Pick<Join, 'walletId'>) {
  const { join: messages } = useMessagesOf('door')
  const wallet = useMe()?.wallets.find(({ id }) => id === walletId)
  useAskToWrite()
  if (wallet === undefined) return null
  return (
    <Section header={messages.wallet}>
      <Cell icon={WALLET} {...walletLine(wallet)} />
    </Section>
  )
}

/** Whom a group lets in by itself. */
function RuleSection({ rule, footer }: { rule: ShownRule | null; footer: string }) {
  const { join } = useMessagesOf('door')
  return (
    <Section header={join.rule} footer={footer}>
      <RuleCells rule={rule} />
    </Section>
  )
}

function RuleCells({ rule }: { rule: ShownRule | null }) {
  const { rules } = useMessagesOf('door')
  const { wallet } = useMessages()
  if (rule === null) return <Cell icon={QUESTION} title={rules.unknown} />
  if (rule.kind === 'host') return <Cell icon={QUESTION} title={rules.host} />
  if (rule.kind === 'owner')
    return (
      <>
        <Cell icon={CHECK} title={rules.owner} />
        <Cell icon={OWNERS} {...multisigLine(rule.multisig)} />
      </>
    )
  const { family, level, binding } = rule
  return (
    <>
      <Cell
        icon={WALLET}
        title={rules.wallet}
        {...(family !== null && { after: <FamilyNames families={[family]} /> })}
      />
      {level !== null && <Cell icon={CHECK} {...explainedLine(wallet.levels[level])} />}
      {binding !== null && <Cell icon={EYE} {...explainedLine(wallet.bindings[binding])} />}
    </>
  )
}
