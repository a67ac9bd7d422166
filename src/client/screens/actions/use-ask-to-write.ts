import { useStore } from '../../use-store.ts'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { useCore, useServices } from '../context/context.ts'

const ASKED_KEY = 'asked-to-write'

/**
 * After the first link, asks the member whether the bot may write to them: as soon as they see the app, and never again
 * once they have answered.
 */
export function useAskToWrite(): void {
  const { telegram, member: current } = useServices()
  const { member, storage } = useCore()
  const state = useStore(current)
  const isActive = useStore(telegram.isActive)
  const isUnasked = state.status === 'known' && !state.me.user.mayMessage
  const isPending = useRef(false)
  useEffect(() => {
    if (isPending.current || !isActive || !isUnasked) return
    if (storage.read(ASKED_KEY, v.literal(true)) !== null) return
    isPending.current = true
    const ask = async () => {
      const answer = await telegram.requestWriteAccess()
      if (answer === 'unanswered') return
      storage.write(ASKED_KEY, true)
      if (answer === 'allowed') await member.allowMessages()
    }
    // Without an answer nothing changes, because the app shows the receipts, too.
    ask()
      .catch(() => undefined)
      .finally(() => (isPending.current = false))
  }, [isActive, isUnasked, member, storage, telegram])
}
