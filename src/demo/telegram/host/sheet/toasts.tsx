import { useStore } from '@nanostores/react'
import type { Journal } from '../store/journal.ts'

export function Toasts({ journal }: { journal: Journal }) {
  const toasts = useStore(journal.toasts)
  return (
    <output className="toasts">
      {toasts.map(({ id, text }) => (
        <span key={id} className="toast" data-testid="toast" dir="auto">
          {text}
        </span>
      ))}
    </output>
  )
}
