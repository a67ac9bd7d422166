/** The attributes of what was tapped on the page: `data-to` is the path of the screen that it leads to. Empty elsewhere. */
export function findTapped(target: EventTarget | null): DOMStringMap {
  const tapped =
    target instanceof Element ? target.closest<HTMLElement>('[data-intent], [data-to]') : null
  return tapped?.dataset ?? {}
}
