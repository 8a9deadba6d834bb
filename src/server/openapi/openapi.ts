import * as z from 'zod/mini'
import { APP_ADDRESSES } from '#shared/app-addresses.ts'
import type { Contract, Schema } from '#shared/contract.ts'
import { ErrorBody } from '#shared/errors.ts'
import { SCOPE_LABELS } from '#shared/token-scopes.texts.ts'
import type { Route } from './routes.ts'

/** The address below which access tokens open the API, with its version (decision 0077). */
export const PUBLIC_API = '/api/v1'
export const PROBLEM_JSON = 'application/problem+json'

/** Builds the OpenAPI 3.1 document from the contracts. Its schema language is JSON Schema 2020-12, which zod generates. */
export function openApiDocument(routes: readonly Route[], title: string): object {
  const own = routes.filter(({ endpoint }) => endpoint.scope === null)
  return {
    openapi: '3.1.1',
    info: { title, version: '1' },
    paths: pathsOf(own, ({ access, refusals }) => ({
      access: { 'x-access': access, 'x-refusals': refusals },
      failures: { default: { description: FAILURE, content: json({ $ref: ERROR }) } },
    })),
    components: { schemas: { Error: schemaOf(ErrorBody, 'output') } },
  }
}

const FAILURE = 'A refusal or an error'
const ERROR = '#/components/schemas/Error'

/** An error of the public API (RFC 9457). */
const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string().check(z.describe('A sentence for people')),
  code: z.string().check(z.describe('What happened, for programs; it does not change within a version')),
  errors: z.optional(z.record(z.string(), z.unknown())),
  retry_after: z.optional(z.number()),
  request_id: z.string(),
})

/** Builds the OpenAPI 3.1 document of the public API, with examples. Generated clients are tested with it. */
export function publicApiDocument(routes: readonly Route[], productName: string): object {
  const paths = pathsOf(routes, ({ method, path, scope, refusals, idempotencyKey }) => ({
    access: {
      operationId: operationId(method, path),
      tags: [path.split('/')[3]],
      security: [{ token: scopesOf(scope) }, { app: scopesOf(scope) }],
      'x-refusals': refusals,
    },
    headers: idempotencyKey ? [IDEMPOTENCY_KEY] : [],
    success: { headers: SUCCESS_HEADERS },
    failures: {
      '401': problem('No access token, or one that does not exist, was revoked or has expired'),
      ...(scope !== 'any' && { '403': problem('The access token lacks the scope') }),
      '429': problem('The budget is used up until Retry-After'),
      default: problem(FAILURE),
    },
  }))
  return {
    openapi: '3.1.1',
    info: {
      title: `${productName} API`,
      version: '1.0.0',
      description:
        'Reads and writes what a member may, with a personal access token, or with a token that the member gives an app by OAuth 2.1: authorization code with PKCE (S256), metadata at /.well-known/oauth-authorization-server. Ask for offline_access to get a refresh token. Members register apps under Settings, Apps. Fields may be added within a version; none is removed or changes its meaning. Lists answer with `next_cursor`: send it back as `cursor` for the next page.',
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { app: [] }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A personal access token: Settings, API tokens.' },
        app: {
          type: 'oauth2',
          description: 'An app of others: Settings, Apps.',
          flows: {
            authorizationCode: {
              authorizationUrl: APP_ADDRESSES.authorize,
              tokenUrl: APP_ADDRESSES.token,
              refreshUrl: APP_ADDRESSES.token,
              scopes: { ...SCOPE_LABELS, offline_access: 'Stay connected with a refresh token' },
            },
          },
        },
      },
    },
  }
}

const scopesOf = (scope: Contract['scope']): string[] => (scope === null || scope === 'any' ? [] : [scope])

const problem = (description: string) => ({
  description,
  content: { [PROBLEM_JSON]: { schema: { $ref: '#/components/schemas/Problem' } } },
})

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Up to 200 printable characters, different for each new thing. A repeated request with the same key changes nothing and gets the first response, for at least 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const header = (description: string, type: string) => ({ description, schema: { type } })
const SUCCESS_HEADERS = {
  ETag: header('Send it back as If-None-Match; an unchanged answer is 304', 'string'),
  'RateLimit-Limit': header('Requests per period', 'integer'),
  'RateLimit-Remaining': header('Requests left in this period', 'integer'),
  'RateLimit-Reset': header('Seconds until the period ends', 'integer'),
}

/** `GET /api/v1/games/:gameId/reviews` is `getGamesGameIdReviews`. */
function operationId(method: string, path: string): string {
  const words = path.split('/').slice(3)
  const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return method.toLowerCase() + words.map((word) => upper(word.replace(':', ''))).join('')
}

/** What one kind of API adds to its operations. */
interface Operation {
  access: Record<string, unknown>
  headers?: readonly object[]
  success?: Record<string, unknown>
  failures: Record<string, unknown>
}

function pathsOf(routes: readonly Route[], describe: (endpoint: Contract) => Operation) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { endpoint } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const { access, headers = [], success, failures } = describe(endpoint)
    const { body, example, status, summary, upload } = endpoint
    const input = !isEmpty(body) && json(schemaOf(body, 'input'), example?.body)
    const content = upload ? FILE : input
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = {
      summary,
      ...access,
      parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query'), ...headers],
      ...(content && { requestBody: { required: true, content } }),
      responses: {
        [status]: { description: 'Success', ...success, ...(status !== 204 && { content: contentOf(endpoint) }) },
        ...(endpoint.mayExist && { 200: { description: 'It existed already', content: contentOf(endpoint) } }),
        ...failures,
      },
    }
  }
  return paths
}

const FILE = {
  'multipart/form-data': {
    schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
  },
}

const contentOf = ({ file, response, example }: Contract) =>
  file === null
    ? json(schemaOf(response, 'output'), example?.response)
    : { [file]: { schema: { type: 'string', format: 'binary' } } }

const json = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

function schemaOf(schema: Schema, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // An answer may get more fields within a version.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) as Record<string, unknown>
  return rest
}

function parameters(schema: Schema, place: 'path' | 'query'): unknown[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, { description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: shape,
  }))
}

function isEmpty(schema: Schema): boolean {
  const { properties, type } = schemaOf(schema, 'input') as { properties?: object; type?: string }
  return type === 'object' && Object.keys(properties ?? {}).length === 0
}
