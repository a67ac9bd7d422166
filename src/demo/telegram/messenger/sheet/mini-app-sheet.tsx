import { useStore } from '@nanostores/react'
import { useEffect, useState, type CSSProperties } from 'react'
import * as v from 'valibot'
import { getPalette } from '../../theme-params.ts'
import type { MiniAppSession } from '../mini-app/session.ts'
import type { ClientSettings } from '../mini-app/session-context.ts'
import { type SessionState, hasBottomBar, type DrawnButton } from '../mini-app/session-state.ts'
import type { MiniApp, OpenWallet } from '../store/messenger-core.ts'
import type { Messenger } from '../store/messenger.ts'
import { SANDBOX } from './sandbox.ts'
import { SheetHeader } from './sheet-header.tsx'
import { OpenedAppLinkSchema, TappedSchema } from '../../phone/phone-contract.ts'

/** How long web clients wait for a page that said it can reload, in milliseconds. Web K waits 300. */
const RELOAD_LIMIT_MS = 500

type Props = {
  messenger: Messenger
  miniApp: MiniApp
  /** `behind`: another instance of the app lies over it. */
  place: 'front' | 'behind'
  appOrigin: string
}

/** The open Mini App: the client's header, the page, the client's bottom buttons. */
export function MiniAppSheet({ messenger, miniApp, place, appOrigin }: Props) {
  const { session } = miniApp
  const state = useStore(session.state)
  const client = useStore(messenger.client)
  const wallet = useStore(messenger.wallet)
  const { url, origin } = frameContent({ client, url: miniApp.url, appOrigin })
  // Each load of the original address has a frame of its own.
  const [loads, setLoads] = useState(1)
  const setFrame = useConnectedFrame(messenger, session, origin)
  const isHidden = place === 'behind' || miniApp.isMinimized
  const suffix = place === 'behind' ? '-behind' : ''
  const reload = () => reloadMiniApp(session, () => setLoads((count) => count + 1))
  return (
    <section
      className="sheet"
      data-testid={`mini-app-sheet${suffix}`}
      data-minimized={isHidden ? 'yes' : 'no'}
      data-sibling-tab={isSiblingTab(client, wallet) ? 'behind' : undefined}
      data-fullscreen={state.isFullscreen ? 'on' : 'off'}
      aria-label="Mini App"
      inert={wallet !== null || isHidden}
      style={sheetStyle(state, client)}
    >
      {place === 'front' && (
        <SheetHeader messenger={messenger} session={session} state={state} onReload={reload} />
      )}
      <div className="sheet-page">
        <iframe
          key={loads}
          ref={setFrame}
          className="sheet-frame"
          name={`${client.hasShell ? 'shell' : 'mini-app'}${suffix}`}
          data-testid={`mini-app${suffix}`}
          title="Mini App"
          src={url}
          sandbox={SANDBOX}
          allow="clipboard-write"
        />
        {!state.isReady && <div className="sheet-placeholder" aria-hidden="true" />}
      </div>
      {place === 'front' && <BottomButtons session={session} state={state} />}
    </section>
  )
}

/** Returns what takes the frame's element. */
function useConnectedFrame(
  messenger: Messenger,
  session: MiniAppSession,
  appOrigin: string,
): (frame: HTMLIFrameElement | null) => void {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  useEffect(() => {
    if (frame === null) return undefined
    const onAppLink = (link: string) => messenger.openAppLink(link)
    return connectFrame(frame, { session, appOrigin, onAppLink })
  }, [frame, messenger, session, appOrigin])
  return setFrame
}

/** In Telegram Web A the wallet is a tab beside the Mini App, which stays alive without a size. */
function isSiblingTab({ platform }: ClientSettings, wallet: OpenWallet | null): boolean {
  return platform === 'weba' && wallet?.place === 'telegram'
}

function sheetStyle(state: SessionState, client: ClientSettings): CSSProperties {
  const palette: Record<string, string> = getPalette(client.platform, client.theme)
  const header = palette[state.headerColor] ?? state.headerColor
  return cssVariables({
    sheet_header: header,
    sheet_header_text: isDark(header) ? '#ffffff' : '#000000',
    sheet_background: palette[state.backgroundColor] ?? state.backgroundColor,
    sheet_bottom: palette[state.bottomBarColor] ?? state.bottomBarColor,
  })
}

/** Relative luminance by Rec. 601, on a scale to 255. */
function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  )
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128
}

type Ends = {
  session: MiniAppSession
  /** Origin of the Mini App. */
  appOrigin: string
  /** The page has opened a link that belongs to another app of the phone. */
  onAppLink: (link: string) => void
}

/**
 * Joins the session to its iframe until the returned function is called.
 * Messages count only when they come from that very window; it learns its size once it has sent one.
 */
function connectFrame(
  frame: HTMLIFrameElement,
  { session, appOrigin, onAppLink }: Ends,
): () => void {
  const talk = { hasBegun: false }
  const observer = new ResizeObserver(() => session.viewportChanged())
  const disconnect = session.connect({
    post: (message) => frame.contentWindow?.postMessage(message, appOrigin),
    size: () => ({ width: frame.clientWidth, height: frame.clientHeight }),
  })
  const receive = (event: MessageEvent<unknown>) => {
    if (event.source !== frame.contentWindow) return
    const opened = v.safeParse(OpenedAppLinkSchema, event.data)
    if (opened.success) return onAppLink(opened.output.link)
    if (v.is(TappedSchema, event.data)) return session.tapped()
    if (!talk.hasBegun) observer.observe(frame)
    talk.hasBegun = true
    session.receive(event.data)
  }
  window.addEventListener('message', receive)
  return () => {
    window.removeEventListener('message', receive)
    observer.disconnect()
    disconnect()
  }
}

/**
 * Reloads the Mini App as web clients do: they ask the page to do it, and load the original address again when the page does
 * not announce a reload in time.
 *
 * @param load loads the original address, launch parameters included
 */
function reloadMiniApp(session: MiniAppSession, load: () => void): void {
  const { isReloadSupported, reloads } = session.state.get()
  if (!isReloadSupported) return load()
  const timer = setTimeout(() => {
    stop()
    load()
  }, RELOAD_LIMIT_MS)
  const stop = session.state.listen((state) => {
    if (state.reloads === reloads) return
    stop()
    clearTimeout(timer)
  })
  session.emit('reload_iframe')
}

/** What the client's frame loads, and who answers in it. */
type FrameContent = { url: string; origin: string }

type ShellParts = { client: ClientSettings; url: string; appOrigin: string }

/** The Mini App itself; on Linux a page of Telegram Desktop's that frames it and passes its messages on. */
function frameContent({ client, url, appOrigin }: ShellParts): FrameContent {
  if (!client.hasShell) return { url, origin: appOrigin }
  return { url: `/blank.html#${encodeURIComponent(url)}`, origin: window.location.origin }
}

/** `{ bg_color: '#fff' }` becomes `--bg-color: #fff`, for the style of an element. */
export function cssVariables(values: Readonly<Record<string, string>>): CSSProperties {
  const variables: Record<`--${string}`, string> = {}
  for (const [name, value] of Object.entries(values)) {
    variables[`--${name.replaceAll('_', '-')}`] = value
  }
  return variables
}

/** Telegram's own main and secondary buttons under the page. */
function BottomButtons({ session, state }: { session: MiniAppSession; state: SessionState }) {
  if (!hasBottomBar(state)) return null
  return (
    <div className="bottom-buttons" data-position={state.secondaryPosition}>
      <Button
        button={state.secondaryButton}
        kind="secondary"
        onPress={() => session.buttonPressed('secondary_button_pressed')}
      />
      <Button
        button={state.mainButton}
        kind="main"
        onPress={() => session.buttonPressed('main_button_pressed')}
      />
    </div>
  )
}

type BottomButtonsProps = { button: DrawnButton; kind: 'main' | 'secondary'; onPress: () => void }

function Button({ button, kind, onPress }: BottomButtonsProps) {
  if (!button.isVisible) return null
  return (
    <button
      type="button"
      className={`bottom-button bottom-button-${kind}`}
      data-testid={`messenger-${kind}-button`}
      data-shine={button.hasShine ? 'on' : undefined}
      aria-busy={button.isBusy}
      disabled={!button.isActive}
      style={{
        ...(button.color === null ? {} : { backgroundColor: button.color }),
        ...(button.textColor === null ? {} : { color: button.textColor }),
      }}
      onClick={onPress}
    >
      {button.text}
      {button.isBusy && <span className="bottom-button-busy" aria-hidden="true" />}
    </button>
  )
}
