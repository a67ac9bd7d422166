import type { HostCore, MiniApp } from './host-core.ts'

/** The Mini App waits in a bar under the chats, hidden but alive. */
export function minimizeMiniApp(core: HostCore): void {
  const open = core.miniApp.get()
  if (open === null || open.isMinimized) return
  core.miniApp.set({ ...open, isMinimized: true })
  open.session.visibilityChanged(false)
}

export function restoreMiniApp(core: HostCore): void {
  const open = core.miniApp.get()
  if (open === null || !open.isMinimized) return
  core.miniApp.set({ ...open, isMinimized: false })
  open.session.visibilityChanged(true)
}

/** What the Mini App has asked the person goes with it. */
export function closeMiniApp(core: HostCore): void {
  bringLastBack(core)
  core.dialogs.answer(null)
  core.picker.answer(null)
}

/** The open Mini App lives on, unseen, and another instance may take its place. */
export function putBehind(core: HostCore, open: MiniApp): void {
  core.behind.set([...core.behind.get(), open])
  open.session.visibilityChanged(false)
}

/** What a closed instance lay over is seen again. */
function bringLastBack(core: HostCore): void {
  const last = core.behind.get().at(-1) ?? null
  core.behind.set(core.behind.get().slice(0, -1))
  core.miniApp.set(last)
  last?.session.visibilityChanged(true)
}
