import { directLink } from '#shared/links.ts'
import { useFirstMessages } from '../../i18n/use-localization.ts'
import { Hero } from '../../ui/hero.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useServices } from '../context/context.ts'
import { WALLET, PLANE } from '../../ui/first-icons.ts'
import { Button } from '../../ui/button.tsx'

/** The page in a browser: what this app is, and the way into Telegram. */
export function Outside() {
  const { boot } = useServices()
  const { outside } = useFirstMessages()
  const link = directLink(boot.bot)
  return (
    <Screen>
      <Hero icon={WALLET} title={boot.appName}>
        {outside.text}
      </Hero>
      <div className="actions">
        <a className="button button-primary" href={link}>
          {outside.open}
        </a>
      </div>
      <div className="qr-place">
        <QrCode value={link} label={outside.qrTitle} />
        <p>{outside.scan}</p>
      </div>
    </Screen>
  )
}

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
