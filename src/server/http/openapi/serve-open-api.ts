import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { createPreparedTexts, prepare, sendPrepared } from '../prepared.ts'
import { describeOperation, templatedPath } from './describe-operations.ts'
import { describeWebhooks } from './describe-webhook.ts'
import type { OpenApiDocument } from './document.ts'
import { componentSchemas } from './json-schema.ts'
import { HOST_OPERATIONS } from './operations.ts'

/** `/openapi.json`, made at the first request. Readable from any origin, for tools that show or read such documents. */
export function serveOpenApi(
  app: HttpApp,
  { boot, publicUrl }: Pick<HttpDeps, 'boot' | 'publicUrl'>,
): void {
  const prepared = createPreparedTexts(1, prepare)
  app.get('/openapi.json', async (c) => {
    const document = await prepared('', () =>
      JSON.stringify(createOpenApi({ appName: boot.appName, publicUrl })),
    )
    c.header('access-control-allow-origin', '*')
    return sendPrepared(c, document, { type: 'application/json', caching: 'public, max-age=300' })
  })
}

/** Version of the contract, not of the software. */
const API_VERSION = '1.0.0'

const DESCRIPTION =
  'Which wallets a Telegram account controls, with proof: the calls of your own code, with an API key.'

const TAGS: OpenApiDocument['tags'] = [
  { name: 'Wallets', description: 'Who has which wallet, and the proof of it.' },
  { name: 'Connect requests', description: 'Links that ask members for a wallet.' },
  { name: 'Joins', description: 'Who asks to join a group whose door is on.' },
  { name: 'Events', description: 'What happened: received by webhook, or read in order.' },
]

const SECURITY_SCHEMES: OpenApiDocument['components']['securitySchemes'] = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'API key, made with the command "keys add". Each call names the scope that it needs.',
  },
}

/** The host API in OpenAPI 3.1, made from the schemas that the server validates with. */
export function createOpenApi(site: { appName: string; publicUrl: string }): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: site.appName,
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: site.publicUrl }],
    tags: TAGS,
    paths: describePaths(),
    webhooks: describeWebhooks(),
    components: { schemas: componentSchemas(), securitySchemes: SECURITY_SCHEMES },
  }
}

function describePaths(): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {}
  for (const [id, operation] of Object.entries(HOST_OPERATIONS)) {
    const { method, path } = operation.endpoint
    const calls = (paths[templatedPath(path)] ??= {})
    calls[method.toLowerCase()] = describeOperation(id, operation)
  }
  return paths
}
