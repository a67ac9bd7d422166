const COLOURS = 6

/** The first letter of a name on a colour that belongs to the id. */
export function Avatar({ id, name }: { id: number; name: string }) {
  const [letter = ''] = name
  return (
    <span className="avatar" data-colour={Math.abs(id) % COLOURS} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  )
}
