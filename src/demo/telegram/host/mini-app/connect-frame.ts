import type { Session } from './session.ts'

/**
 * Joins the session to its iframe until the returned function is called.
 * Messages count only when they come from that very window; its size is told once it has spoken.
 */
export function connectFrame(
  frame: HTMLIFrameElement,
  session: Session,
  appOrigin: string,
): () => void {
  const talk = { hasBegun: false }
  const observer = new ResizeObserver(() => session.viewportChanged())
  const disconnect = session.connect({
    post: (message) => frame.contentWindow?.postMessage(message, appOrigin),
    size: () => ({ width: frame.clientWidth, height: frame.clientHeight }),
  })
  const receive = (event: MessageEvent<unknown>) => {
    if (event.source !== frame.contentWindow) return
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
