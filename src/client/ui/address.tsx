const CHUNK_LENGTH = 4

/** A long code in full, in groups that can be compared by eye and are read out group by group. */
export function Address({ value }: { value: string }) {
  const chunks = value.match(new RegExp(`.{1,${CHUNK_LENGTH}}`, 'gu')) ?? []
  return (
    <span className="address" dir="ltr">
      <span className="hidden">{chunks.join(', ')}</span>
      <span className="address-chunks" aria-hidden="true">
        {chunks.join(' ')}
      </span>
    </span>
  )
}
