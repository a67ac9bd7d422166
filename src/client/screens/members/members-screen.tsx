import './members.css'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { makeExport } from '#shared/api/admin/make-export.ts'
import { type ListedMember, SEARCH_MAX } from '#shared/api/admin/list-members.ts'
import { formatCount } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { useStore } from '../../use-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { ActionCell, Section } from '../../ui/list.tsx'
import { OWNERS, QUESTION } from '../../ui/icons.ts'
import { Hero } from '../../ui/hero.tsx'
import { Screen } from '../../ui/screen.tsx'
import { withoutMiddle } from '../../ui/without-middle.ts'
import { AdminOnly } from '../admin/admin-only.tsx'
import { PageEnd } from '../query/page-end.tsx'
import { useOnReturn } from '../query/use-query.ts'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useOpening } from '../actions/use-opening.ts'
import { useCore, useServices } from '../context/context.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { personLine } from '../person/person-line.tsx'
import { RouteCell } from '../screen/route-cell.tsx'
import { usePreload } from '../screen/use-preload.ts'
import { FilterSheet } from './filter-sheet.tsx'
import { getMembersList, type MembersList } from './members-list.ts'

/** The members with wallets, for admins. */
export function MembersScreen() {
  return (
    <AdminOnly>
      <Members />
    </AdminOnly>
  )
}

function Members() {
  const { api } = useCore()
  const { members: messages } = useMessagesOf('admin')
  const list = getMembersList(api)
  const state = useStore(list.state)
  usePreload('member')
  useEffect(() => {
    if (list.state.get().items.length === 0) list.restart()
    else list.renew()
  }, [list])
  useOnReturn(() => list.renew())
  const isEmpty = state.status === 'end' && state.items.length === 0
  return (
    <Screen title={messages.title} isBusy={state.status === 'loading'}>
      <Asking list={list} />
      {state.items.length > 0 && <Lines list={list} members={state.items} />}
      {isEmpty && <Nobody list={list} />}
      <PageEnd pages={list} state={state} />
    </Screen>
  )
}

/** What a line measures until it was drawn once, in pixels. */
const LINE_PX = 84
/** How many lines are drawn above and below the screen: more than a frame of fast scrolling passes. */
const AHEAD = 10

/** Only the lines near the screen are on the page: thousands of members cost what a screenful does. */
function Lines({ list, members }: { list: MembersList; members: readonly ListedMember[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const lines = useWindowVirtualizer({
    count: members.length,
    getItemKey: (index) => members[index]?.id ?? index,
    estimateSize: () => LINE_PX,
    overscan: AHEAD,
    scrollMargin: top,
    initialMeasurementsCache: list.left.measured,
    initialOffset: list.left.scrolled,
    directDomUpdates: true,
  })
  useLayoutEffect(() => {
    setTop(box.current?.offsetTop ?? 0)
    return () => {
      list.left = { measured: lines.takeSnapshot(), scrolled: lines.scrollOffset ?? 0 }
    }
  }, [list, lines])
  return (
    <div className="members" ref={box}>
      <div className="members-lines" ref={lines.containerRef}>
        {lines.getVirtualItems().map(({ index, key }) => (
          <div key={key} className="members-line" ref={lines.measureElement} data-index={index}>
            {members[index] && <MemberCell member={members[index]} />}
          </div>
        ))}
      </div>
    </div>
  )
}

/** How long the list waits for the next letter, in milliseconds. */
const TYPING_MS = 250

/** Changes what is searched for, and searches once nothing more is typed. */
function useTyping(list: MembersList): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (text) => {
    list.asked.set({ ...list.asked.get(), search: text })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => list.restart(), TYPING_MS)
  }
}

function Asking({ list }: { list: MembersList }) {
  const { members: messages } = useMessagesOf('admin')
  const { search, filter } = useStore(list.asked)
  const [isFilterOpen, setFilterOpen] = useState(false)
  const type = useTyping(list)
  const isFiltered = Object.keys(filter).length > 0
  const { press, isBusy, isReady, problem } = useExport()
  return (
    <>
      <Section footer={messages.exportNote}>
        <div className="cell cell-field">
          <input
            className="field"
            value={search}
            onChange={(event) => type(event.target.value)}
            placeholder={messages.search}
            aria-label={messages.search}
            type="text"
            maxLength={SEARCH_MAX}
            dir={search === '' ? undefined : 'auto'}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
          />
          {search !== '' && (
            <button type="button" className="field-save" onClick={() => type('')}>
              {messages.clear}
            </button>
          )}
        </div>
        <ActionCell
          title={messages.filter}
          {...(isFiltered && { after: messages.filterOn })}
          onPress={() => setFilterOpen(true)}
        />
        <ActionCell
          title={isReady ? messages.exportReady : messages.exportAll}
          isBusy={isBusy}
          onPress={press}
        />
        {isFilterOpen && (
          <FilterSheet
            filter={filter}
            onChoose={(chosen) => {
              list.asked.set({ ...list.asked.get(), filter: chosen })
              list.restart()
            }}
            onClose={() => setFilterOpen(false)}
          />
        )}
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}

/** Opens the table of all members in the device's browser, because Telegram's web views save no files. */
function useExport() {
  const { api } = useCore()
  const { telegram } = useServices()
  return useOpening({
    get: async () => (await api.call(makeExport, {})).url,
    open: (url) => telegram.openLink(url),
  })
}

function Nobody({ list }: { list: MembersList }) {
  const { members: messages } = useMessagesOf('admin')
  const { search, filter } = list.asked.get()
  if (search.trim() !== '')
    return (
      <Hero icon={QUESTION} title={messages.nobody.name}>
        {messages.nobody.sentence}
      </Hero>
    )
  const isFiltered = Object.keys(filter).length > 0
  return <Hero icon={OWNERS} title={isFiltered ? messages.unfit : messages.none} />
}

/** Drawn once: what scrolls by changes none of the others. */
const MemberCell = memo(function MemberCell({ member }: { member: ListedMember }) {
  const { members: messages } = useMessagesOf('admin')
  const { language } = useLocalization()
  const { id, telegramId, username, wallets } = member
  const [first, ...others] = wallets
  return (
    <RouteCell
      {...personLine(member)}
      to={{ screen: 'member', id }}
      subtitle={
        <>
          <bdi>{username === null ? telegramId : `@${username}`}</bdi>
          <br />
          {first && <bdi className="address-short">{withoutMiddle(first.address)}</bdi>}
          {others.length > 0 && ` ${messages.more(formatCount(language, others.length))}`}
          {wallets.some(({ isStale }) => isStale) && <Badge>{messages.staleMark}</Badge>}
        </>
      }
    />
  )
})
