import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { requireDescribed } from './support/described-answers.ts'
import { addGames } from './support/fixtures.ts'
import { PASSWORD, signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

// The two OpenAPI documents: that others can use them, and that they say what the contracts say (decision 0003). That
// they are true is checked at each call of a test (support/described-answers.ts).

const ADDRESSES = ['/api/openapi.json', '/api/v1/openapi.json']
const run = promisify(execFile)

interface Operation {
  operationId?: string
  tags?: string[]
  security?: object[]
  responses: Record<string, { $ref?: string }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: Record<string, object> }>; responses: Record<string, object> }
}

const app = useTestApp()
const documents = new Map<string, Document>()
let folder = ''
const fileOf = (address: string) => join(folder, `${address.split('/').at(-2)}.json`)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  for (const address of ADDRESSES) {
    const { body } = await app.visitor().get(address)
    documents.set(address, body)
    writeFileSync(fileOf(address), JSON.stringify(body))
  }
})
const documentAt = (address: string) => documents.get(address) as Document
const operationsAt = (address: string) =>
  Object.entries(documentAt(address).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, ...operation })),
  )

describe.each(ADDRESSES)('the document at %s', (address) => {
  test('names each operation once, with tag, security and refusals', () => {
    const operations = operationsAt(address)
    const ids = operations.map(({ operationId }) => operationId)
    expect(operations.filter(({ operationId }) => !/^[a-z][A-Za-z0-9]+$/.test(operationId ?? ''))).toEqual([])
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    const isRefused = ({ responses }: Operation) => Object.keys(responses).some((status) => /^4/.test(status))
    expect(operations.filter((each) => !isRefused(each)).map(({ call }) => call)).toEqual(
      address === '/api/openapi.json'
        ? [
            'get /api/health',
            'get /api/health/ready',
            'get /api/health/live',
            'get /api/auth/csrf',
            'get /api/auth/session',
          ]
        : [],
    )
    expect(operations.filter(({ tags, security }) => tags?.length !== 1 || !security?.length)).toEqual([])
  })

  test('says of each id in an answer that it is a text', () => {
    const { schemas } = documentAt(address).components
    const ids = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([field]) => /^id$|_id$/.test(field))
        .map(([field, schema]) => ({ name, field, schema })),
    )
    expect(ids.length).toBeGreaterThan(10)
    expect(ids.filter(({ schema }) => Object.keys(schema).length === 0)).toEqual([])
  })

  test('passes the linter', async () => {
    // Two addresses may fit one call, such as /reviews/{reviewId}/reactions and /reviews/comments/{commentId}: the server
    // takes the one with the fixed word first, and no id is a word. And nothing can be wrong with three reads without a
    // budget, as the first test says.
    const config = join(folder, 'redocly.yaml')
    writeFileSync(config, 'extends: [recommended]\nrules: { no-ambiguous-paths: off, operation-4xx-response: off }\n')
    const cli = resolve('node_modules/@redocly/cli/bin/cli.js')
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const args = [cli, 'lint', fileOf(address), '--config', config, '--format=json', '--max-problems=20']
    const { stdout } = await run(process.execPath, args, { env }).catch((failed: { stdout: string }) => failed)
    const { problems } = JSON.parse(stdout)
    expect(problems.map(({ message }: { message: string }) => message)).toEqual([])
  })

  test('is sent compressed, and not again to a client that has it', async () => {
    const origin = await app.listen()
    const get = (headers: Record<string, string>) => fetch(origin + address, { headers })
    const plain = await get({ 'accept-encoding': 'identity' })
    const text = await plain.text()
    for (const encoding of ['br', 'gzip']) {
      const small = await get({ 'accept-encoding': encoding })
      expect([small.headers.get('content-encoding'), await small.text()]).toEqual([encoding, text])
      expect(Number(small.headers.get('content-length')) * 8).toBeLessThan(text.length)
    }
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const again = await get({ 'if-none-match': String(plain.headers.get('etag')) })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
})

describe('the document of the app', () => {
  test('names operations and schemas as the contracts do, and the codes of their refusals', () => {
    const { paths, components } = documentAt('/api/openapi.json')
    expect(paths['/api/games/{gameId}/reviews']?.get).toMatchObject({
      operationId: 'listGameReviews',
      tags: ['reviews'],
    })
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['Error', 'Game', 'Entry', 'Review', 'List']),
    )
    const put = paths['/api/reviews/{reviewId}']?.put
    expect(put).toMatchObject({
      operationId: 'editReview',
      security: [{ session: [], csrf: [] }],
      responses: {
        401: { $ref: '#/components/responses/401.sign_in_required' },
        403: { $ref: '#/components/responses/403.csrf_invalid' },
        404: { $ref: '#/components/responses/404.playthrough_not_found.review_not_found' },
        409: { $ref: '#/components/responses/409.23505.changed_by_somebody.removed_meanwhile' },
        429: { $ref: '#/components/responses/429.rate_limit_exceeded' },
        500: { $ref: '#/components/responses/500.internal' },
        503: { $ref: '#/components/responses/503.busy.database_unavailable' },
      },
    })
    expect(components.responses['409.changed_by_somebody.removed_meanwhile']).toMatchObject({
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Error' },
              { properties: { code: { enum: ['changed_by_somebody', 'removed_meanwhile'] } } },
            ],
          },
        },
      },
    })
  })

  test('describes each answer of a call in a test, or the call fails', () => {
    const answer = (status: number, code?: string) => () =>
      requireDescribed(app.routes, 'GET /api/reviews/019a2b3c-0000-7000-8000-000000000001?reveal=1', status, { code })
    for (const described of [answer(200), answer(404, 'review_not_found'), answer(400, 'invalid_id')])
      expect(described).not.toThrow()
    for (const other of [answer(201), answer(404, 'list_not_found'), answer(409, 'review_not_found')])
      expect(other).toThrow('The contract of GET /api/reviews/:reviewId does not name its answer')
  })

  test('has one address for what differs only in the name of a parameter', () => {
    const patterns = Object.keys(documentAt('/api/openapi.json').paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(patterns.filter((path, at) => patterns.indexOf(path) !== at)).toEqual([])
  })

  test('gives a client that signs in, writes, reads and meets a refusal', async () => {
    await addGames(app, ['igdb_101'])
    const { user } = await signUp(app)
    const client = join(folder, 'client.ts')
    const script = join(folder, 'script.ts')
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    copyFileSync('tests/app-client/script.ts', script)
    const node = (file: string, ...args: string[]) => run(process.execPath, [file, ...args], { cwd: folder })
    await node(resolve('node_modules/oazapfts/dist/cli.js'), fileOf('/api/openapi.json'), client)
    const compilerOptions = { types: ['node'], exactOptionalPropertyTypes: false }
    const tsconfig = { extends: resolve('tsconfig.base.json'), compilerOptions, files: [script] }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
    await node(resolve('node_modules/typescript/bin/tsc'), '-p', folder).catch(({ stdout }) => expect.fail(stdout))
    const { stdout } = await node(script, await app.listen(), user.email, PASSWORD)
    expect(JSON.parse(stdout)).toEqual({ hours: 3, code: 'review_not_found' })
  })
})
