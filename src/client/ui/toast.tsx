import './toast.css'

/** A short text over the page about what has just been done, also announced. Empty while there is nothing to say. */
export function Toast({ text }: { text: string | null }) {
  return <output className="toast">{text}</output>
}
