/** An element that the page has. */
export function get<Type extends Element>(selector: string, type: new () => Type): Type {
  const found = document.querySelector(selector)
  if (found instanceof type) return found
  throw new Error(`the page has no ${selector}`)
}

type Content = string | Node

/** @param classes separated by spaces; empty for none */
export function make(tag: string, classes: string, ...content: Content[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = classes
  element.append(...content)
  return element
}
