import { atom } from 'nanostores'
import type { ClientPlatform } from '#shared/client-platform.ts'
import type {
  ButtonState,
  Haptic,
  Launch,
  OpenQuestion,
  ConfirmDialog,
  ShareOutcome,
  Telegram,
  WriteAccess,
} from '#client/telegram/telegram.ts'
import { ADA } from './people.ts'

/** A Telegram client that a test controls. It records the calls of the app. */
export type FakeTelegram = Telegram & {
  /** The current main button. */
  mainButton: () => ButtonState | null
  /** @throws if no button is shown, because the test did not wait for it */
  pressMainButton(): void
  /** The current secondary button. */
  secondaryButton: () => ButtonState | null
  pressSecondaryButton(): void
  isBackShown: () => boolean
  pressBack(): void
  pressSettings(): void
  /** The member comes back from another app. */
  comeBack(): void
  /** Answers to the next questions, in order. A question without one is answered with no. */
  answers: boolean[]
  questions: ConfirmDialog[]
  haptics: Haptic[]
  opened: string[]
  /** Whether the client still opens a link. @default true */
  tap: { isFresh: boolean }
  /** Another app or tab covers the app or stops covering it. */
  setActive(isActive: boolean): void
  /** Ids of the prepared messages that the app asked the client to send. */
  shared: string[]
  isClosingGuarded: () => boolean
  writeAccessAsked: () => number
  /** How often the app asked to be put on the home screen. */
  homeScreenAsked: () => number
}

type Options = {
  launch?: Launch
  platform?: ClientPlatform
  hasMainButton?: boolean
  hasSecondaryButton?: boolean
  hasBackButton?: boolean
  /** The member's answer to a request for write access. @default 'declined' */
  writeAccess?: WriteAccess | Promise<WriteAccess>
  /** Whether the app can be put on the home screen and the member agrees. */
  hasHomeScreen?: boolean
  /** The outcome of a prepared message; null for a client that does not support them. */
  sharing?: ShareOutcome | null
}

const MEMBER_LAUNCH: Launch = {
  place: 'telegram',
  initData: 'signed',
  telegramId: String(ADA.id),
  firstName: 'Ada',
  username: undefined,
  languageCode: 'en',
}

export function createFakeTelegram({
  launch = MEMBER_LAUNCH,
  platform = 'ios',
  hasMainButton = true,
  hasSecondaryButton = true,
  hasBackButton = true,
  writeAccess = 'declined',
  hasHomeScreen = false,
  sharing = 'sent',
}: Options = {}): FakeTelegram {
  const returns = new Set<() => void>()
  const answers: boolean[] = []
  const questions: ConfirmDialog[] = []
  const haptics: Haptic[] = []
  const opened: string[] = []
  const shared: string[] = []
  const back = createSlot()
  const settings = createSlot()
  const main = createButton()
  const secondary = createButton()
  const tap = { isFresh: true }
  const isActive = atom(true)
  let guards = 0
  let asked = 0
  let homeScreenAsked = 0
  return {
    launch,
    platform,
    version: sharing === null ? '7.10' : '9.6',
    colorScheme: atom('light' as const),
    hasMainButton,
    hasSecondaryButton,
    hasBackButton,
    question: atom<OpenQuestion | null>(null),
    answers,
    questions,
    haptics,
    opened,
    shared,
    ready: () => {},
    showBackButton: back.fill,
    isBackShown: () => back.current() !== null,
    pressBack: () => back.current()?.(),
    showSettingsButton: settings.fill,
    pressSettings: () => settings.current()?.(),
    showMainButton: main.show,
    takeMainButtonOver: () => {},
    mainButton: main.state,
    pressMainButton: main.press,
    showSecondaryButton: secondary.show,
    secondaryButton: secondary.state,
    pressSecondaryButton: secondary.press,
    haptic: (kind) => void haptics.push(kind),
    async ask(question) {
      questions.push(question)
      return answers.shift() ?? false
    },
    guardClosing() {
      guards += 1
      return () => {
        guards -= 1
      }
    },
    isClosingGuarded: () => guards > 0,
    tap,
    isTapFresh: () => tap.isFresh,
    isActive,
    setActive: (isSeen) => isActive.set(isSeen),
    openLink: (url) => void opened.push(url),
    openTelegramLink: (url) => void opened.push(url),
    async shareMessage(preparedId) {
      shared.push(preparedId)
      return sharing ?? 'unsupported'
    },
    async requestWriteAccess() {
      asked += 1
      return writeAccess
    },
    writeAccessAsked: () => asked,
    warmUp: () => {},
    canAddToHomeScreen: async () => hasHomeScreen,
    async addToHomeScreen() {
      homeScreenAsked += 1
      return hasHomeScreen
    },
    homeScreenAsked: () => homeScreenAsked,
    onReturn(listener) {
      returns.add(listener)
      return () => returns.delete(listener)
    },
    comeBack: () => returns.forEach((listener) => listener()),
    close: () => void opened.push('closed'),
  }
}

function createSlot() {
  let current: (() => void) | null = null
  return {
    current: () => current,
    fill: (act: () => void) => {
      current = act
      return () => {
        if (current === act) current = null
      }
    },
  }
}

function createButton() {
  let shown: { state: ButtonState; press: () => void } | null = null
  return {
    state: () => shown?.state ?? null,
    press: () => {
      if (shown === null) throw new Error('no such button is shown')
      if (shown.state.enabled && !shown.state.busy) shown.press()
    },
    show: (state: ButtonState, press: () => void) => {
      const mine = { state, press }
      shown = mine
      return {
        update: (next: ButtonState) => {
          mine.state = next
        },
        hide: () => {
          if (shown === mine) shown = null
        },
      }
    },
  }
}
