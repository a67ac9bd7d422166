import { hydrateRoot } from 'react-dom/client'

/** React alone, taking over one button that the server has sent: what no page with React in it can go below. */
const root = document.getElementById('root')
if (root) {
  hydrateRoot(
    root,
    <button type="button" data-intent="connect" onClick={() => undefined}>
      Connect
    </button>,
  )
}
