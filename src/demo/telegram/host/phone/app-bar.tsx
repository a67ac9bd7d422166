import { Icon } from '../icon.tsx'
import type { MiniApp, HostPerson } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'
import { Avatar } from './avatar.tsx'

type Props = { host: Host; person: HostPerson; miniApp: MiniApp }

/** The Mini App while it is minimized. */
export function AppBar({ host, person, miniApp }: Props) {
  return (
    <div className="app-bar">
      <button
        type="button"
        className="app-bar-open"
        data-testid="mini-app-bar"
        onClick={() => host.restoreMiniApp()}
      >
        <Avatar id={0} name={person.bot.name} />
        <span dir="auto">{person.bot.name}</span>
      </button>
      <button
        type="button"
        className="app-bar-close"
        data-testid="mini-app-bar-close"
        aria-label="Close the Mini App"
        onClick={() => void miniApp.session.requestClose()}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
