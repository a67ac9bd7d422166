/** What a browser reveals about the page around this one. Firefox has no `ancestorOrigins`. */
type FramedLocation = { ancestorOrigins?: Readonly<Record<number, string>> }

/**
 * The origins that may receive the page's messages: the one that frames the page, if the server allows it. Where the
 * browser does not reveal that origin, all allowed ones remain, and it delivers each message only where its target
 * origin fits.
 */
export function framingOrigins(
  { ancestorOrigins }: FramedLocation,
  allowed: readonly string[],
): readonly string[] {
  const parent = ancestorOrigins?.[0] ?? OPAQUE
  return parent === OPAQUE ? allowed : allowed.filter((own) => own === parent)
}

/** How a browser writes an origin that it does not reveal. */
const OPAQUE = 'null'
