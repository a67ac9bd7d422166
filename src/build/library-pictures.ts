import type { Plugin } from 'vite'

const LIBRARY = /node_modules\/@tonconnect\/ui\/lib\/index\.mjs$/
/** Where TON Connect's list of wallets takes pictures of its own from. */
const SOURCE =
  /https:\/\/raw\.githubusercontent\.com\/ton-connect\/sdk\/main\/assets\/([\w-]+)\.png/g

/** Our own drawings for them, on a disc of this colour, in a box of 48 units. */
const DRAWINGS: Readonly<Record<string, { disc: string; path: string }>> = {
  'ton-icon-48': {
    disc: '#0098ea',
    path: 'M15 15h18a3 3 0 0 1 2.6 4.5L25.7 36.4a2 2 0 0 1-3.4 0L12.4 19.5A3 3 0 0 1 15 15zm7.5 4h-6.3l6.3 11zm3 0v11l6.3-11z',
  },
  tg: {
    disc: '#2aabee',
    path: 'M10.6 23.4l22.7-8.8c1.1-.4 2 .3 1.7 1.9l-3.9 18.2c-.3 1.3-1.1 1.6-2.1 1l-5.9-4.4-2.9 2.8c-.3.3-.6.6-1.2.6l.4-6.1 11-9.9c.5-.4-.1-.7-.7-.3L16 27l-5.8-1.8c-1.3-.4-1.3-1.3.4-1.8z',
  },
  'walletconnect-icon-288': {
    disc: '#8a94a6',
    path: 'M12 18h24v14a3 3 0 0 1-3 3H15a3 3 0 0 1-3-3zm2-5h17v3H12a2 2 0 0 1 2-3z',
  },
}

/**
 * Draws the pictures that TON Connect's list of wallets would fetch from GitHub: a member's browser asks no third party,
 * and the page's policy has nothing to refuse.
 *
 * @throws Error while building, if the library wants a picture that is not here
 */
export function libraryPictures(): Plugin {
  return {
    name: 'library-pictures',
    transform: {
      filter: { id: LIBRARY },
      handler: (code) => ({
        code: code.replace(SOURCE, (_, name: string) => draw(name)),
        map: null,
      }),
    },
  }
}

function draw(name: string): string {
  const drawing = DRAWINGS[name]
  if (drawing === undefined)
    throw new Error(`TON Connect wants a picture that is not here: ${name}`)
  const { disc, path } = drawing
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'><circle cx='24' cy='24' r='24' fill='${disc}'/>` +
    `<path d='${path}' fill='#fff' fill-rule='evenodd'/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
