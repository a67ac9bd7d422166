import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { DEVICE } from '../../ui/icons.ts'

const OFFERED_KEY = 'offered-home-screen'

/** Offers the member the app on the device's home screen, once, after the first link. */
export function HomeScreenOffer() {
  const { telegram } = useServices()
  const { attempt } = useMessages()
  const isOffered = useOffer()
  const [isAdded, setAdded] = useState(false)
  const add = async () => {
    if (!(await telegram.addToHomeScreen())) return
    telegram.haptic('success')
    setAdded(true)
  }
  if (isAdded) return <Notice>{attempt.homeAdded}</Notice>
  if (!isOffered) return null
  const { name, sentence } = attempt.homeScreen
  return (
    <Section>
      <ActionCell
        icon={DEVICE}
        tone="accent"
        title={name}
        subtitle={sentence}
        onPress={() => void add()}
      />
    </Section>
  )
}

/** Whether there is something to offer. When true, this device remembers that it has made the offer. */
function useOffer(): boolean {
  const { telegram } = useServices()
  const { storage } = useCore()
  const [isFirst] = useState(() => storage.read(OFFERED_KEY, v.literal(true)) === null)
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!isFirst) return
    let isGone = false
    const offer = async () => {
      if (!(await telegram.canAddToHomeScreen()) || isGone) return
      storage.write(OFFERED_KEY, true)
      setOffered(true)
    }
    void offer()
    return () => {
      isGone = true
    }
  }, [isFirst, storage, telegram])
  return isOffered
}
