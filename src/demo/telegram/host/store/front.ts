import type { HostCore } from './host-core.ts'

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
  core.miniApp.set(null)
  core.dialogs.answer(null)
  core.picker.answer(null)
}
