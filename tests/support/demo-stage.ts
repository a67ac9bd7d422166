import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  FrameLocator,
  Page,
} from 'playwright-core'
import type { DemoBuild } from '#demo/demo-folders.ts'
import { startDemo, type Demo, type DemoBot, type DemoOptions } from '#demo/start-demo.ts'
import { GROUP } from '#demo/telegram/people.ts'
import type { ChatMessage, WorldChat } from '#demo/telegram/snapshot.ts'
import type { Platform, Theme } from '#demo/telegram/theme-params.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import { readClientBuild } from '#server/builds/client-build.ts'
import { createLog } from '#server/log/log.ts'
import { recordErrors, recordRequests, type PageErrors, type SentRequest } from './e2e-records.ts'
import { freePort } from './free-port.ts'
import { LOG_PRESSES } from './press-log.ts'
import { recordTaps } from './record-taps.ts'

/** How long a page may take to show something, in milliseconds. */
const TIMEOUT_MS = 15_000

/** A window in which the simulated Telegram shows its phone and all its switches. */
const WINDOW = { width: 1280, height: 900 }

/** The parts of the world that a stage uses. */
export type StagedDemo = Pick<
  Demo,
  'messengerUrl' | 'appUrl' | 'world' | 'login' | 'chain' | 'evm' | 'makeApiKey'
>

/** A separate demo world with a browser. It shares nothing with another stage. */
export type DemoStage = {
  demo: StagedDemo
  context: BrowserContext
  /** The simulated Telegram. */
  messenger: Page
  /** The open Mini App. */
  app: FrameLocator
  /** The wallet over the Mini App: "Wallet in Telegram", or an EVM wallet. */
  wallet: FrameLocator
  errors: PageErrors
  /** The requests of all pages so far. */
  requests(): Promise<SentRequest[]>
  /** The server's log so far, at the most detailed level. */
  serverLog(): string
  /** Presses START in the chat with the bot, which is in view, and waits for a button. */
  startBot(): Promise<void>
  /** Opens the Mini App at Home, with the button beside the message field of the chat with the bot. */
  openMiniApp(): Promise<void>
  /** Counts from now on. Returns what was pressed since: the browser counts it, and not the test. */
  countTaps(): () => readonly string[]
  /** Opens the Mini App with the topmost button in the chat with the bot: where this member continues. */
  openFromMessage(): Promise<void>
  /** Everything that was pressed since START was, with START: the browser counts it, and not the test. */
  tapsSinceStart(): readonly string[]
  /** Opens the Mini App through its direct link, without the chat. */
  openDirectLink(): Promise<void>
  closeMiniApp(): Promise<void>
  /** Waits until the Mini App has closed itself, which takes a message to the client. */
  seeMiniAppClosed(): Promise<void>
  /** Presses the client's own main button. */
  pressMain(): Promise<void>
  /** Presses the client's own back button. */
  pressBack(): Promise<void>
  /** Minimizes the Mini App into a bar under the chats. It stays alive, and the chats can be used. */
  minimizeMiniApp(): Promise<void>
  /** Does what "Reload page" in the client's menu does. */
  reloadMiniApp(): Promise<void>
  /** Reloads only the Mini App, with or without something over it. */
  reloadPage(): Promise<void>
  /** Opens a link from outside Telegram. */
  openLink(url: string): Promise<void>
  /** Opens one of the chosen person's chats from any view. A person's id stands for the chat with the bot. */
  openChat(chatId: number): Promise<void>
  /** Opens a topic of the forum in view; null is the general one. */
  openTopic(threadId: number | null): Promise<void>
  /** Writes into the chat in view. */
  sendText(text: string): Promise<void>
  /** Picks a chat in the open chat picker and confirms where needed. */
  pickChat(chatId: number): Promise<void>
  /** Types `@bot <query>` into the chat in view. */
  typeInline(query: string): Promise<void>
  /** Sends the inline result with this title. */
  chooseInline(title: string): Promise<void>
  /** Forwards the latest message of the chat in view. */
  forwardLast(toChatId: number): Promise<void>
  /** Changes the bot's role in the group in view. */
  setBotRole(role: WorldChat['bot']): Promise<void>
  /** Turns the group in view into a supergroup. */
  migrate(): Promise<void>
  setLinkFault(fault: LinkFault, isOn: boolean): Promise<void>
  switchAccount(accountId: number): Promise<void>
  setTheme(theme: Theme): Promise<void>
  setPlatform(platform: Platform): Promise<void>
  setVersion(version: string): Promise<void>
  setLanguage(languageCode: string): Promise<void>
  /** The bot's messages to a person. */
  botMessages(accountId: number): ChatMessage[]
  /** Settles after the bot has sent a message with this text to a person. */
  botMessage(accountId: number, text: string): Promise<ChatMessage>
  /** Stops the world. Throws if a page made an error that the test did not announce. */
  close(): Promise<void>
}

/** A client's fault with links, named as in the switches of the page. */
type LinkFault = 'stale-links' | 'reuses-frame' | 'second-instance' | 'lost-start-param'

type DemoStageOptions = Pick<DemoOptions, 'evm' | 'tonText' | 'hasLogin' | 'appOrigin'> & {
  build: DemoBuild
  bot: DemoBot
  /** @default a free one */
  appPort?: number
  /** Runs before all other scripts of the Mini App's page. */
  script?: string
  /** The servers' clock: Unix time in milliseconds. @default the machine's */
  now?: () => number
}

type StageOptions = DemoStageOptions & {
  browser: Browser
  page?: BrowserContextOptions | undefined
}

/** @param options with a build without EVM wallets where `evm` is `off` */
export async function openStage({ browser, page, ...options }: StageOptions): Promise<DemoStage> {
  return openStageIn(await openWorld(options), browser, page)
}

/** Opens a browser in front of an existing world. The world stops with the stage. */
export async function openStageIn(
  world: OpenWorld,
  browser: Browser,
  page: BrowserContextOptions = {},
): Promise<DemoStage> {
  // A tap aims at the sheet's position, so the sheet must not move.
  const context = await browser.newContext({ viewport: WINDOW, reducedMotion: 'reduce', ...page })
  context.setDefaultTimeout(TIMEOUT_MS)
  const taps = await recordTaps(context)
  await context.addInitScript(LOG_PRESSES)
  const messenger = await context.newPage()
  const { demo } = world
  const errors = recordErrors(context, [demo.messengerUrl, demo.appUrl])
  const requests = recordRequests(context)
  await messenger.goto(`${demo.messengerUrl}/?conditions`)
  return {
    demo,
    context,
    messenger,
    app: messenger.frameLocator('iframe[name=mini-app]'),
    wallet: messenger.frameLocator('iframe[name=wallet]'),
    errors,
    requests,
    countTaps() {
      const from = taps().length
      return () => taps().slice(from)
    },
    tapsSinceStart: () => taps().slice(taps().lastIndexOf('start')),
    serverLog: () => world.log(),
    ...appVerbs(messenger),
    ...chatVerbs(messenger, demo),
    ...panelVerbs(messenger),
    ...botReaders(demo),
    async close() {
      const unexpected = errors.unexpected()
      try {
        await context.close()
      } finally {
        await world.close()
      }
      if (unexpected.length > 0) throw new Error(`errors in the pages:\n${unexpected.join('\n')}`)
    },
  }
}

export type OpenWorld = {
  demo: StagedDemo
  log(): string
  close(): Promise<void>
}

export async function openWorld({
  build,
  now = Date.now,
  script = '',
  ...options
}: DemoStageOptions): Promise<OpenWorld> {
  const lines: string[] = []
  const database = join(tmpdir(), `clasp-e2e-${randomUUID()}.db`)
  const client = await readClientBuild({ ...build, builds: null })
  const template = client.template.replace('<head>', () => `<head><script>${script}</script>`)
  const demo = await startDemo({
    appPort: await freePort(),
    ...options,
    client: script === '' ? client : { ...client, template },
    pages: build,
    messengerPort: await freePort(),
    databaseUrl: `file:${database}`,
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    now,
  })
  return {
    demo,
    log: () => lines.join(''),
    async close() {
      await demo.close()
      const files = ['', '-wal', '-shm'].map((suffix) => `${database}${suffix}`)
      await Promise.all(files.map((file) => rm(file, { force: true })))
    },
  }
}

type AppVerbs = Pick<
  DemoStage,
  | 'startBot'
  | 'openMiniApp'
  | 'openFromMessage'
  | 'openDirectLink'
  | 'closeMiniApp'
  | 'seeMiniAppClosed'
  | 'pressMain'
  | 'pressBack'
  | 'minimizeMiniApp'
  | 'reloadMiniApp'
  | 'reloadPage'
>

function appVerbs(messenger: Page): AppVerbs {
  const press = (testId: string) => messenger.getByTestId(testId).click()
  return {
    async startBot() {
      await press('start')
      await messenger.getByTestId('inline-button').first().waitFor()
    },
    openMiniApp: () => messenger.locator('.menu-button-app').click(),
    openFromMessage: () => messenger.getByTestId('inline-button').first().click(),
    openDirectLink: () => press('open-direct-link'),
    closeMiniApp: () => press('messenger-close'),
    seeMiniAppClosed: () => messenger.getByTestId('mini-app').waitFor({ state: 'detached' }),
    pressMain: () => press('messenger-main-button'),
    pressBack: () => press('messenger-back'),
    async minimizeMiniApp() {
      await press('app-menu')
      await press('app-menu-minimize')
    },
    async reloadMiniApp() {
      await press('app-menu')
      await press('app-menu-reload')
    },
    async reloadPage() {
      const frame = messenger.frame({ name: 'mini-app' })
      if (frame === null) throw new Error('no Mini App is open')
      await Promise.all([
        frame.waitForNavigation(),
        frame.evaluate(() => globalThis.location.reload()),
      ])
    },
  }
}

type ChatVerbs = Pick<
  DemoStage,
  'openChat' | 'openTopic' | 'sendText' | 'pickChat' | 'typeInline' | 'chooseInline' | 'forwardLast'
>

function chatVerbs(messenger: Page, { world }: StagedDemo): ChatVerbs {
  const press = (testId: string) => messenger.getByTestId(testId).click()
  const write = (text: string) => messenger.getByTestId('message-input').fill(text)
  const pickChat = async (chatId: number) => {
    await press(`pick-${chatId}`)
    const send = messenger.getByTestId('picker-send')
    if ((await send.count()) > 0) await send.click()
    await messenger.getByTestId('chat-picker').waitFor({ state: 'detached' })
  }
  return {
    pickChat,
    async openChat(chatId) {
      await messenger.getByTestId('phone').waitFor()
      const back = messenger.getByTestId('chat-back')
      if ((await back.count()) > 0) await back.click()
      await press(getRow(world, chatId))
    },
    openTopic: (threadId) => press(`topic-${threadId ?? 'general'}`),
    async sendText(text) {
      await write(text)
      await press('send')
    },
    typeInline: (query) => write(`@${world.botUsername} ${query}`),
    chooseInline: (title) =>
      messenger.getByTestId('inline-result').filter({ hasText: title }).first().click(),
    async forwardLast(toChatId) {
      await messenger.getByTestId('message-menu').last().click()
      await press('forward')
      await pickChat(toChatId)
    },
  }
}

/** Returns the test id of a chat's row. */
function getRow(world: TelegramWorld, chatId: number): string {
  if (world.account(chatId) !== undefined) return 'chat-bot'
  return chatId === GROUP.id ? 'chat-group' : `chat-${chatId}`
}

type PanelVerbs = Pick<
  DemoStage,
  | 'openLink'
  | 'setBotRole'
  | 'migrate'
  | 'setLinkFault'
  | 'switchAccount'
  | 'setTheme'
  | 'setPlatform'
  | 'setVersion'
  | 'setLanguage'
>

function panelVerbs(messenger: Page): PanelVerbs {
  const select = async (testId: string, value: string) => {
    await messenger.getByTestId(testId).selectOption(value)
  }
  const selectAtLaunch = async (testId: string, value: string) => {
    if ((await messenger.getByTestId(testId).inputValue()) === value) return
    await relaunch(messenger, () => select(testId, value))
  }
  return {
    async openLink(url) {
      await messenger.getByTestId('link-input').fill(url)
      await messenger.getByTestId('open-link').click()
    },
    setBotRole: (role) => select('bot-role', role),
    migrate: () => messenger.getByTestId('migrate').click(),
    setLinkFault: (fault, isOn) => messenger.getByTestId(fault).setChecked(isOn),
    async switchAccount(accountId) {
      const account = messenger.getByTestId(`account-${accountId}`)
      if (!(await account.isChecked())) await relaunch(messenger, () => account.check())
    },
    setTheme: (theme) => messenger.getByTestId(`theme-${theme}`).check(),
    setPlatform: (platform) => selectAtLaunch('platform', platform),
    setVersion: (version) => selectAtLaunch('version', version),
    setLanguage: (languageCode) => selectAtLaunch('language', languageCode),
  }
}

/** Changes a launch setting and waits until an open Mini App is reopened, because a press could hit the former one. */
async function relaunch(messenger: Page, change: () => Promise<void>): Promise<void> {
  const [former] = await messenger
    .getByTestId('mini-app')
    .evaluateAll((frames) => frames.map((frame) => frame.getAttribute('src')))
  await change()
  if (former === undefined) return
  await messenger.waitForFunction((src) => {
    const opened = document.querySelector('[data-testid="mini-app"]')
    return opened !== null && opened.getAttribute('src') !== src
  }, former)
}

function botReaders({ world }: StagedDemo): Pick<DemoStage, 'botMessages' | 'botMessage'> {
  const botMessages = (accountId: number) =>
    world.messages(accountId).filter(({ senderId }) => senderId === world.botId)
  return {
    botMessages,
    botMessage(accountId, text) {
      const find = () => botMessages(accountId).findLast((message) => message.text.includes(text))
      return new Promise((resolve, reject) => {
        const deadline = setTimeout(() => {
          stop()
          const written = botMessages(accountId).map((message) => message.text)
          reject(new Error(`the bot did not write "${text}" but: ${written.join(' | ')}`))
        }, TIMEOUT_MS)
        const stop = world.subscribe(look)
        function look() {
          const found = find()
          if (found === undefined) return
          clearTimeout(deadline)
          stop()
          resolve(found)
        }
        look()
      })
    },
  }
}
