import * as z from 'zod/mini'
import { APP_ADDRESSES } from '#shared/app-addresses.ts'
import type { Contract, Schema } from '#shared/contract.ts'
import { ErrorBody } from '#shared/errors.ts'
import { ascending } from '#shared/order.ts'
import { SCOPE_LABELS } from '#shared/token-scopes.texts.ts'
import { CSRF_HEADER } from '../csrf.ts'
import { PROBLEM_JSON } from '../problem.ts'
import type { Route } from '../routes.ts'
import { hasFields, refusalsOf, successesOf } from './answers.ts'
import { type JsonSchemas, jsonSchemas } from './json-schemas.ts'

/** The address below which access tokens open the API, with its version (decision 0077). */
export const PUBLIC_API = '/api/v1'

/** The names of schemas, as their modules export them. */
type SchemaNames = ReadonlyMap<Schema, string>

const LICENSE = { name: 'MIT', identifier: 'MIT' }

/**
 * Builds the OpenAPI 3.1 document of the app's own API from the contracts (decision 0003). Its schema language is JSON
 * Schema 2020-12, which zod generates.
 */
export function openApiDocument(
  routes: readonly Route[],
  names: SchemaNames,
  { productName, sessionCookie }: { productName: string; sessionCookie: string },
): object {
  const own = routes.filter(({ endpoint }) => endpoint.scope === null)
  const schemas = schemasOf(own, new Map([[ErrorBody, 'Error'], ...names]))
  const failures = failuresOf(schemas.output(ErrorBody), 'application/json')
  const paths = pathsOf(own, schemas, failures, ({ feature = 'server', endpoint }) => ({
    tags: [feature],
    security: securityOf(endpoint),
    'x-access': endpoint.access,
  }))
  return {
    openapi: '3.1.1',
    info: {
      title: productName,
      version: '1',
      description: `The API of the app itself. It changes with the app; scripts use ${PUBLIC_API}, which does not. A write sends the token of /api/auth/csrf in the header ${CSRF_HEADER}, with the cookie that came with it.`,
      license: LICENSE,
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: schemas.components(),
      responses: failures.components(),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'The cookie that signing in sets.' },
        csrf: { type: 'apiKey', in: 'header', name: CSRF_HEADER, description: 'The token of /api/auth/csrf.' },
      },
    },
  }
}

/** The alternatives of what a request must send: the session, if not anyone may call, and the token of a write. */
function securityOf({ access, method, isBeacon }: Contract): object[] {
  const token = method === 'GET' || isBeacon ? {} : { csrf: [] }
  return [...(access === 'anyone' ? [token] : []), { session: [], ...token }]
}

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
export function publicApiDocument(routes: readonly Route[], names: SchemaNames, productName: string): object {
  const schemas = schemasOf(routes, new Map([[Problem, 'Problem'], ...namesOfVersion1(names)]))
  const failures = failuresOf(schemas.output(Problem), PROBLEM_JSON)
  const paths = pathsOf(routes, schemas, failures, ({ endpoint: { path, scope } }) => ({
    tags: [path.split('/')[3]],
    security: [{ token: scopesOf(scope) }, { app: scopesOf(scope) }],
  }))
  return {
    openapi: '3.1.1',
    info: {
      title: `${productName} API`,
      version: '1.0.0',
      description:
        'Reads and writes what a member may, with a personal access token, or with a token that the member gives an app by OAuth 2.1: authorization code with PKCE (S256), metadata at /.well-known/oauth-authorization-server. Ask for offline_access to get a refresh token. Members register apps under Settings, Apps. Fields may be added within a version; none is removed or changes its meaning. Lists answer with `next_cursor`: send it back as `cursor` for the next page.',
      license: LICENSE,
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { app: [] }],
    paths,
    components: {
      schemas: schemas.components(),
      responses: failures.components(),
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

/** The shapes of version 1 are exported as `ApiGame`, because the app has a `Game` of its own. */
function namesOfVersion1(names: SchemaNames): [Schema, string][] {
  const isOwn = (name: string) => /^Api[A-Z]/.test(name)
  const own = [...names].filter(([, name]) => isOwn(name))
  const called = own.map(([schema, name]): [Schema, string] => [schema, name.slice('Api'.length)])
  const taken = new Set(called.map(([, name]) => name))
  return [...called, ...[...names].filter(([, name]) => !isOwn(name) && !taken.has(name))]
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Up to 200 printable characters, different for each new thing. A repeated request with the same key changes nothing and gets the first response, for at least 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const header = (description: string, type: string) => ({ description, schema: { type } })
const HEADERS_OF_VERSION_1 = {
  ETag: header('Send it back as If-None-Match; an unchanged answer is 304', 'string'),
  'RateLimit-Limit': header('Requests per period', 'integer'),
  'RateLimit-Remaining': header('Requests left in this period', 'integer'),
  'RateLimit-Reset': header('Seconds until the period ends', 'integer'),
}

const schemasOf = (routes: readonly Route[], names: SchemaNames): JsonSchemas =>
  jsonSchemas(
    names,
    routes.flatMap(({ endpoint: { params, query, body } }) => [params, query, body]),
    [...new Set([...names.keys(), ...routes.map(({ endpoint }) => endpoint.response)])],
  )

function pathsOf(
  routes: readonly Route[],
  schemas: JsonSchemas,
  failures: Failures,
  describe: (route: Route) => Record<string, unknown>,
) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const { endpoint, name } = route
    const { body, params, query, example, idempotencyKey, method, summary, upload } = endpoint
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const input = hasFields(body) && json(schemas.input(body), example?.body)
    const content = upload ? FILE : input
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = {
      operationId: endpoint.name ?? name,
      summary,
      ...describe(route),
      parameters: [
        ...parameters(schemas, params, 'path'),
        ...parameters(schemas, query, 'query'),
        ...(idempotencyKey ? [IDEMPOTENCY_KEY] : []),
      ],
      ...(content && { requestBody: { required: true, content } }),
      responses: {
        ...Object.fromEntries(successesOf(endpoint).map((status) => [status, successOf(endpoint, status, schemas)])),
        ...Object.fromEntries(
          [...refusalsOf(endpoint)].map(([status, codes]) => [status, failures.refusal(status, codes)]),
        ),
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

function successOf(endpoint: Contract, status: number, schemas: JsonSchemas): object {
  const { file, response, example, scope } = endpoint
  const content =
    file === null
      ? json(schemas.output(response), example?.response)
      : { [file]: { schema: { type: 'string', format: 'binary' } } }
  return {
    description: DESCRIPTIONS[status === endpoint.status ? 0 : status] ?? 'Success',
    ...(scope !== null && { headers: HEADERS_OF_VERSION_1 }),
    ...(status !== 204 && { content }),
  }
}

const DESCRIPTIONS: Record<number, string> = { 200: 'It existed already', 204: 'There was nothing to create' }

interface Failures {
  /** A refusal of this status with one of these codes. */
  refusal: (status: number, codes: readonly string[]) => object
  /** The answers to which operations refer: many operations share one. */
  components: () => Record<string, object>
}

function failuresOf(error: object, type: string): Failures {
  const answer = (description: string, schema: object) => ({ description, content: { [type]: { schema } } })
  const found = new Map<string, object>()
  return {
    refusal(status, codes) {
      const name = [status, ...codes].join('.')
      const code = { type: 'object', properties: { code: { enum: codes } }, required: ['code'] }
      found.set(name, answer(codes.join(', '), { allOf: [error, code] }))
      return { $ref: `#/components/responses/${name}` }
    },
    components: () => Object.fromEntries([...found].toSorted(ascending(([name]) => name))),
  }
}

const json = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

function parameters(schemas: JsonSchemas, schema: Schema, location: 'path' | 'query'): unknown[] {
  const { properties, required } = schemas.fields(schema)
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: shape,
  }))
}
