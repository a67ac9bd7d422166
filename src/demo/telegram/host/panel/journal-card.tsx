import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { JournalEntry, Journal } from '../store/journal.ts'

const SIGNS = { in: '→', out: '←', ignored: '×', haptic: '≈', phone: '↗' } as const

/** What the Mini App said (→), was told (←), asked in vain (×), let the phone feel (≈) and open (↗). */
export function JournalCard({ journal }: { journal: Journal }) {
  const [isHapticOnly, setHapticOnly] = useState(false)
  const entries = useStore(journal.entries)
  const shown = isHapticOnly ? entries.filter(({ kind }) => kind === 'haptic') : entries
  return (
    <section className="card card-journal">
      <header className="card-header">
        <h2 className="card-title">Bridge</h2>
        <label className="tick">
          <input
            type="checkbox"
            data-testid="haptics-only"
            checked={isHapticOnly}
            onChange={(event) => setHapticOnly(event.target.checked)}
          />
          Haptics only
        </label>
        <button type="button" className="link-button" onClick={() => journal.clear()}>
          Clear
        </button>
      </header>
      <EntryList entries={shown} />
    </section>
  )
}

function EntryList({ entries }: { entries: readonly JournalEntry[] }) {
  if (entries.length === 0) return <p className="card-note">Nothing yet: open the Mini App.</p>
  return (
    <div className="sticks-to-end entries-scroll">
      <ol className="entries" data-testid="journal">
        {entries.map(({ id, kind, name, detail }) => (
          <li key={id} className="entry" data-kind={kind}>
            <span aria-hidden="true">{SIGNS[kind]}</span> <b>{name.replace('web_app_', '')}</b>{' '}
            {detail}
          </li>
        ))}
      </ol>
    </div>
  )
}
