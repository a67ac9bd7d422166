import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { createServer, type ViteDevServer } from 'vite'
import { type ClientBuild, PrerenderSchema } from '#server/builds/client-build.ts'
import { openClientFiles } from '#server/builds/client-files.ts'
import { buildPages, DEMO_DEFINE } from './build-demo.ts'
import { MESSENGER_PORT } from './find-ports.ts'
import { runDemo } from './run-demo.ts'

const ROOT = join(import.meta.dirname, '../..')
const HOST = '127.0.0.1'
/** The port of the Mini App. */
const APP_PORT = MESSENGER_PORT + 1
/** The real server, behind the development server. */
const SERVER_PORT = 8082
/** The paths that the real server answers. The development server answers the others. */
const NOT_VITE = '^/(?!src/|node_modules/|@|(?:index\\.html)?\\?html-proxy)'

/** The demo with hot reload. Vite is a proxy for the server and serves the Mini App's modules. */
const vite = await createServer({
  root: ROOT,
  mode: 'demo',
  appType: 'custom',
  define: DEMO_DEFINE,
  optimizeDeps: {
    entries: ['src/client/main.tsx'],
    // Dependencies that load only on intent are bundled at the start, because a late discovery would reload the page.
    include: [
      '@tonconnect/ui-react',
      '@walletconnect/universal-provider',
      '@reown/appkit/core',
      'uqr',
    ],
    // The page comes from the real server, so Vite never sees the end of a crawl that starts with it.
    holdUntilCrawlEnd: false,
  },
  server: {
    host: HOST,
    port: APP_PORT,
    strictPort: true,
    proxy: { [NOT_VITE]: `http://${HOST}:${SERVER_PORT}` },
  },
})
const pages = await buildPages({ root: ROOT, directory: join(ROOT, 'dist/demo') })
await vite.listen()
await runDemo({
  client: await developmentClient(vite),
  pages,
  messengerPort: MESSENGER_PORT,
  appPort: SERVER_PORT,
  bot: 'clasp',
  appOrigin: `http://${HOST}:${APP_PORT}`,
})
process.once('SIGINT', () => void vite.close())
process.once('SIGTERM', () => void vite.close())

async function developmentClient(server: ViteDevServer): Promise<ClientBuild> {
  const template = await readFile(join(ROOT, 'index.html'), 'utf8')
  return {
    findFile: await openClientFiles(join(ROOT, 'public'), null),
    preloads: () => [],
    chooserPreloads: () => [],
    linkPreloads: () => [],
    template: await server.transformIndexHtml('/', template),
    ...v.parse(PrerenderSchema, await server.ssrLoadModule('/src/client/prerender.tsx')),
  }
}
