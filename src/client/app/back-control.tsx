import { useStore } from '#client/use-store.ts'
import { useEffect } from 'react'
import { useFirstMessages } from '#client/i18n/use-localization.ts'
import { useIsLive } from '#client/screens/screen/use-is-live.ts'
import { useServices } from '#client/screens/context/context.ts'
import { Icon } from '#client/ui/icon.tsx'
import { BACK } from '#client/ui/first-icons.ts'

/** "Back" on every route but Home: Telegram's own button, or a drawn one with Esc where the client has none. */
export function BackControl() {
  const { member, router, telegram } = useServices()
  const { screen } = useStore(router.route)
  const { status } = useStore(member)
  const isLive = useIsLive()
  const hasNoBefore = screen === 'home' || telegram.launch.place === 'ticket'
  if (hasNoBefore || status === 'deleted' || !isLive) return null
  return telegram.hasBackButton ? <TelegramBack /> : <DrawnBack />
}

function TelegramBack() {
  const { back, telegram } = useServices()
  useEffect(() => {
    return telegram.showBackButton(() => back.press())
  }, [back, telegram])
  return null
}

function DrawnBack() {
  const { back } = useServices()
  const { common } = useFirstMessages()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // An open dialog takes its own Esc.
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) back.press()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [back])
  return (
    <nav className="top-bar">
      <button type="button" className="top-bar-back" onClick={() => back.press()}>
        <Icon shape={BACK} />
        {common.back}
      </button>
    </nav>
  )
}
