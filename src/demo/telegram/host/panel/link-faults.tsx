import { useStore } from '@nanostores/react'
import type { Host } from '../store/host.ts'
import { Switch } from './switch.tsx'

/** What clients are known to do with direct links, besides opening them. */
export function LinkFaults({ host }: { host: Host }) {
  const { secondLink, losesStartParam } = useStore(host.client)
  return (
    <div className="field-group">
      <h3 className="card-subtitle">Faults with links</h3>
      <Switch
        testId="stale-links"
        label="Second link only shows the open app"
        isOn={secondLink === 'stale'}
        onChange={(isOn) => host.setClient({ secondLink: isOn ? 'stale' : 'reopens' })}
      />
      <Switch
        testId="reuses-frame"
        label="Second link changes the fragment only"
        isOn={secondLink === 'reuses-frame'}
        onChange={(isOn) => host.setClient({ secondLink: isOn ? 'reuses-frame' : 'reopens' })}
      />
      <Switch
        testId="second-instance"
        label="Second link opens a second instance"
        isOn={secondLink === 'second-instance'}
        onChange={(isOn) => host.setClient({ secondLink: isOn ? 'second-instance' : 'reopens' })}
      />
      <Switch
        testId="lost-start-param"
        label="Links lose their start parameter"
        isOn={losesStartParam}
        onChange={(isOn) => host.setClient({ losesStartParam: isOn })}
      />
    </div>
  )
}
