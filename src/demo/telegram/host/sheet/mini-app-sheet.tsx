import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { CSSProperties, RefObject } from 'react'
import { paletteOf } from '../../theme-params.ts'
import { cssVariables } from '../css-variables.ts'
import { connectFrame } from '../mini-app/connect-frame.ts'
import type { ClientSettings } from '../mini-app/session.ts'
import type { SessionState } from '../mini-app/session-state.ts'
import type { MiniApp, OpenWallet } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'
import { BottomButtons } from './bottom-buttons.tsx'
import { SANDBOX } from './sandbox.ts'
import { SheetHeader } from './sheet-header.tsx'

type Props = { host: Host; miniApp: MiniApp; appOrigin: string }

/** The open Mini App: the client's header, the page, the client's bottom buttons. */
export function MiniAppSheet({ host, miniApp, appOrigin }: Props) {
  const { session } = miniApp
  const state = useStore(session.state)
  const client = useStore(host.client)
  const wallet = useStore(host.wallet)
  const frame = useConnectedFrame(host, session, appOrigin)
  const reload = () => {
    if (state.isReloadSupported) session.emit('reload_iframe')
    else frame.current?.setAttribute('src', miniApp.url)
  }
  return (
    <section
      className="sheet"
      data-testid="mini-app-sheet"
      data-minimized={miniApp.isMinimized ? 'yes' : 'no'}
      data-sibling-tab={isSiblingTab(client, wallet) ? 'behind' : undefined}
      data-fullscreen={state.isFullscreen ? 'on' : 'off'}
      aria-label="Mini App"
      inert={wallet !== null || miniApp.isMinimized}
      style={sheetStyle(state, client)}
    >
      <SheetHeader host={host} session={session} state={state} onReload={reload} />
      <div className="sheet-page">
        <iframe
          ref={frame}
          className="sheet-frame"
          name="mini-app"
          data-testid="mini-app"
          title="Mini App"
          src={miniApp.url}
          sandbox={SANDBOX}
          allow="clipboard-write"
        />
        {!state.isReady && <div className="sheet-placeholder" aria-hidden="true" />}
      </div>
      <BottomButtons session={session} state={state} />
    </section>
  )
}

function useConnectedFrame(
  host: Host,
  session: MiniApp['session'],
  appOrigin: string,
): RefObject<HTMLIFrameElement | null> {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current === null) return undefined
    const onAppLink = (link: string) => host.openAppLink(link)
    return connectFrame(frame.current, { session, appOrigin, onAppLink })
  }, [host, session, appOrigin])
  return frame
}

/** In Telegram Web A the wallet is a tab beside the Mini App, which stays alive without a size. */
function isSiblingTab({ platform }: ClientSettings, wallet: OpenWallet | null): boolean {
  return platform === 'weba' && wallet?.place === 'telegram'
}

function sheetStyle(state: SessionState, client: ClientSettings): CSSProperties {
  const palette: Record<string, string> = paletteOf(client.platform, client.theme)
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
