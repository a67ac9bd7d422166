/** How the browser came to this page: `navigate`, `reload` or `back_forward`; undefined where it does not say. */
export function findNavigationType(): unknown {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation !== undefined && 'type' in navigation ? navigation.type : undefined
}
