import { getMember, type MemberDetail } from '#shared/api/admin/get-member.ts'
import { profileLink } from '#shared/links.ts'
import type { MadeRequest } from '#shared/request.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { formatCount, formatWhen } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell, LinkCell, Section } from '../../ui/list.tsx'
import { PLANE } from '../../ui/first-icons.ts'
import { Screen } from '../../ui/screen.tsx'
import { withoutMiddle } from '../../ui/without-middle.ts'
import { AdminOnly } from '../admin/admin-only.tsx'
import { QueryScreen } from '../query/query-screen.tsx'
import { createQuery } from '../query/query.ts'
import { useOnReturn, useQuery } from '../query/use-query.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useCore, useServices } from '../context/context.ts'
import { Person } from '../person/person.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { forgetMembersList, getMembersList } from './members-list.ts'
import { MemberWallets } from './member-wallets.tsx'

/** What is stored about one member, for admins. */
export function MemberScreen({ id }: { id: string }) {
  return (
    <AdminOnly>
      <Member id={id} />
    </AdminOnly>
  )
}

function Member({ id }: { id: string }) {
  const { api } = useCore()
  const { member: messages } = useMessagesOf('admin')
  const query = useQuery(() =>
    createQuery(async () => {
      try {
        return await api.call(getMember, { id })
      } catch (error) {
        if (getProblemCode(error) === 'not-admin') forgetMembersList(api)
        throw error
      }
    }),
  )
  useOnReturn(query.refresh)
  const changed = () => {
    query.refresh()
    getMembersList(api).restart()
  }
  return (
    <QueryScreen query={query} missing={messages.gone}>
      {(member, problem) => (
        <Screen>
          <Facts member={member} />
          <ProblemNotice code={problem} />
          <MemberWallets member={member} onChanged={changed} />
          <Requests member={member} />
          <Events events={member.events} />
        </Screen>
      )}
    </QueryScreen>
  )
}

function Facts({ member }: { member: MemberDetail }) {
  const { telegram } = useServices()
  const { language } = useLocalization()
  const { member: messages } = useMessagesOf('admin')
  const { username, firstSeenAt, lastSeenAt } = member
  return (
    <>
      <Person account={member} name="h1" />
      <Section>
        <Cell title={messages.firstSeen} after={formatWhen(language, firstSeenAt)} />
        <Cell title={messages.lastSeen} after={formatWhen(language, lastSeenAt)} />
        {username !== null && (
          <LinkCell
            icon={PLANE}
            title={messages.profile}
            onPress={() => telegram.openTelegramLink(profileLink(username))}
          />
        )}
      </Section>
    </>
  )
}

/** Proofs that left the server, and the requests that the member answered and made. */
function Requests({ member: { proofs, answers, requests } }: { member: MemberDetail }) {
  const { language } = useLocalization()
  const { member: messages } = useMessagesOf('admin')
  return (
    <>
      {proofs.handedOut > 0 && (
        <Section footer={messages.proofsNote(formatCount(language, proofs.ended))}>
          <Cell title={messages.proofs} after={formatCount(language, proofs.handedOut)} />
        </Section>
      )}
      {answers.length > 0 && (
        <Section header={messages.answers}>
          {answers.map(({ requestCode, answeredAt, withdrawnAt }) => (
            <Cell
              key={`${requestCode} ${answeredAt}`}
              title={<bdi className="code">{requestCode}</bdi>}
              subtitle={
                withdrawnAt === null
                  ? messages.answered(formatWhen(language, answeredAt))
                  : messages.withdrawn(formatWhen(language, withdrawnAt))
              }
            />
          ))}
        </Section>
      )}
      {requests.length > 0 && (
        <Section header={messages.requests}>
          {requests.map((request) => (
            <MadeRequestLine key={request.code} request={request} />
          ))}
        </Section>
      )}
    </>
  )
}

function MadeRequestLine({ request }: { request: MadeRequest }) {
  const { language } = useLocalization()
  const { member: messages } = useMessagesOf('admin')
  const { chat, answered, createdAt } = request
  return (
    <Cell
      title={chat === null ? messages.anybody : <bdi>{chat.title}</bdi>}
      subtitle={
        <>
          {messages.answerCount(formatCount(language, answered))}
          <br />
          {formatWhen(language, createdAt)}
        </>
      }
    />
  )
}

function Events({ events }: Pick<MemberDetail, 'events'>) {
  const { member: messages } = useMessagesOf('admin')
  if (events.length === 0) return null
  return (
    <Section header={messages.events}>
      {events.map((event) => (
        <EventLine key={event.id} event={event} />
      ))}
    </Section>
  )
}

/** By the types of events. */
const NAMES = {
  'wallet.linked': 'linked',
  'wallet.moved': 'moved',
  'wallet.unlinked': 'unlinked',
  'wallet.stale': 'stale',
  'multisig.completed': 'completed',
  'request.answered': 'answered',
  'request.withdrawn': 'withdrawn',
} as const

type NamedType = keyof typeof NAMES

function isNamed(type: string): type is NamedType {
  return Object.hasOwn(NAMES, type)
}

function EventLine({ event }: { event: MemberDetail['events'][number] }) {
  const { language } = useLocalization()
  const { member: messages } = useMessagesOf('admin')
  const { type, at, address, reason } = event
  const name = isNamed(type) ? messages.eventNames[NAMES[type]] : type
  return (
    <Cell
      title={name}
      subtitle={
        <>
          {address !== null && (
            <>
              <bdi className="address-short">{withoutMiddle(address)}</bdi> ·{' '}
            </>
          )}
          {formatWhen(language, at)}
          {reason !== null && (
            <>
              <br />
              <bdi>{messages.reasonGiven(reason)}</bdi>
            </>
          )}
        </>
      }
    />
  )
}
