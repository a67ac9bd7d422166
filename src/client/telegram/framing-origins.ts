/** What a browser says about the page around this one. */
type FramedPage = {
  /** Firefox has no `ancestorOrigins`. */
  location: { ancestorOrigins?: Readonly<Record<number, string>> }
  document: Pick<Document, 'referrer'>
}

/**
 * The origins that may receive the page's messages: the one that frames the page, if the server allows it. Firefox does not
 * name that origin, and its referrer may be missing. Then all allowed origins remain, and the browser delivers each
 * message only where its target origin fits.
 */
export function framingOrigins(
  { location, document }: FramedPage,
  allowed: readonly string[],
): readonly string[] {
  const parent = location.ancestorOrigins?.[0] ?? OPAQUE
  if (parent !== OPAQUE) return allowed.filter((own) => own === parent)
  const referring = allowed.filter((own) => document.referrer.startsWith(`${own}/`))
  return referring.length > 0 ? referring : allowed
}

/** How a browser writes an origin that it does not reveal. */
const OPAQUE = 'null'
