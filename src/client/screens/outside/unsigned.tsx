import { directLink } from '#shared/links.ts'
import { useFirstMessages } from '../../i18n/use-localization.ts'
import { Button } from '../../ui/button.tsx'
import { Hero } from '../../ui/hero.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useServices } from '../use-services.ts'
import { PLANE } from '../../ui/first-icons.ts'

/** Opened from a keyboard or inline button, for which Telegram signs nothing: shows the direct link instead. */
export function Unsigned() {
  const { boot, telegram } = useServices()
  const { unsigned } = useFirstMessages()
  return (
    <Screen>
      <Hero icon={PLANE} title={unsigned.title}>
        {unsigned.text}
      </Hero>
      <div className="actions">
        <Button onPress={() => telegram.openTelegramLink(directLink(boot.bot))}>
          {unsigned.open}
        </Button>
      </div>
    </Screen>
  )
}
