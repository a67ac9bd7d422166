import * as v from 'valibot'
import { OpenedAppLinkSchema, TappedSchema } from '../../phone/phone-contract.ts'
import type { MiniAppSession } from './session.ts'

type Ends = {
  session: MiniAppSession
  /** Origin of the Mini App. */
  appOrigin: string
  /** The page has opened a link that belongs to another app of the phone. */
  onAppLink: (link: string) => void
}

/**
 * Joins the session to its iframe until the returned function is called.
 * Messages count only when they come from that very window; its size is told once it has spoken.
 */
export function connectFrame(
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
