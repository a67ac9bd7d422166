import './toast.css'

/** A word on what has just been done, over everything, seen and said. Empty while there is nothing to say. */
export function Toast({ text }: { text: string | null }) {
  return <output className="toast">{text}</output>
}
