/** Topic of a pairing by its URI, `wc:<topic>@2?…` (EIP-1328). */
export function getTopic(uri: string): string {
  return /^wc:([^@]+)@/.exec(uri)?.[1] ?? ''
}
