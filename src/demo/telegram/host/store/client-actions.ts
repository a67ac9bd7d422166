import type { ClientSettings } from '../mini-app/session-context.ts'
import { act } from './host-core.ts'
import type { HostCore } from './host-core.ts'
import { showTo } from './navigation.ts'
import { relaunch } from './open-mini-app.ts'

export type ClientActions = {
  switchPerson(accountId: number): void
  setClient(change: Partial<ClientSettings>): void
  setLanguage(languageCode: string): Promise<void>
  setBlocked(isBlocked: boolean): Promise<void>
}

/** Who holds the phone, and which client runs on it. What the Mini App learns at launch relaunches it. */
export function clientActions(core: HostCore): ClientActions {
  return {
    switchPerson(accountId) {
      core.accountId.set(accountId)
      core.picker.answer(null)
      showTo(core, core.person.get())
      core.wallet.set(null)
      core.behind.set([])
      void relaunch(core)
    },
    setClient(change) {
      core.client.set({ ...core.client.get(), ...change })
      const session = core.miniApp.get()?.session
      if (change.theme !== undefined) session?.themeChanged()
      if (change.hasInsets !== undefined) session?.insetsChanged()
      if (isReportedAtLaunch(change)) void relaunch(core)
    },
    async setLanguage(languageCode) {
      const person = core.person.get()
      if (person === null) return
      await act(core, { type: 'set-language', accountId: person.id, languageCode })
      await relaunch(core)
    },
    async setBlocked(isBlocked) {
      const person = core.person.get()
      if (person === null) return
      await act(core, { type: isBlocked ? 'block-bot' : 'unblock-bot', accountId: person.id })
    },
  }
}

/** Whether the Mini App learns of it by being opened anew. */
function isReportedAtLaunch({ platform, version }: Partial<ClientSettings>): boolean {
  return platform !== undefined || version !== undefined
}
