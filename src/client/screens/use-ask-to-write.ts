import { useStore } from '../ui/use-store.ts'
import { useEffect } from 'react'
import * as v from 'valibot'
import { useCore } from './use-core.ts'
import { useServices } from './use-services.ts'

const ASKED_KEY = 'asked-to-write'

/** After the first link, and never again, the member is asked whether the bot may write. */
export function useAskToWrite(): void {
  const { telegram, member: current } = useServices()
  const { member, storage } = useCore()
  const state = useStore(current)
  const isUnasked = state.status === 'known' && !state.me.user.mayMessage
  useEffect(() => {
    if (!isUnasked || storage.read(ASKED_KEY, v.literal(true)) !== null) return
    storage.write(ASKED_KEY, true)
    const ask = async () => {
      if (await telegram.requestWriteAccess()) await member.allowMessages()
    }
    // Without an answer nothing changes: receipts are in the app.
    ask().catch(() => undefined)
  }, [isUnasked, member, storage, telegram])
}
