/** Groups of four; what says that a code is in hexadecimal stands before the first, as in the short form. */
const CHUNK = /(?:^0x)?.{1,4}/gu

/** A long code in full, in groups that can be compared by eye and are read out group by group. */
export function Address({ value }: { value: string }) {
  const chunks = value.match(CHUNK) ?? []
  return (
    <span className="address" dir="ltr">
      <span className="hidden">{chunks.join(', ')}</span>
      <span className="address-chunks" aria-hidden="true">
        {chunks.join(' ')}
      </span>
    </span>
  )
}
