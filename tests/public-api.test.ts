import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DESCRIPTION, markOf, TYPES } from '../scripts/api-types.ts'
import { addGames } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { hoursByStatus } from './support/public-api/hours-script.ts'
import { sendPlayed } from './support/public-api/playnite.ts'
import { listenAt, resendFailed } from './support/public-api/webhook-script.ts'
import { newScript } from './support/public-api-app.ts'
import { useTestApp } from './support/test-app.ts'

// The description of the public API, and scripts that use the API through the types that are generated from it.

const app = useTestApp()
const endpoints = () => app.routes.map(({ endpoint }) => endpoint).filter(({ scope }) => scope !== null)
let mara: Member
let server = ''
beforeAll(async () => {
  await addGames(app, ['igdb_101', 'igdb_102', 'igdb_103'])
  const ids = [
    { source: 'steam', uid: '730', game_id: 'igdb_101' },
    { source: 'steam', uid: '440', game_id: 'igdb_102' },
  ]
  await app.db.insertInto('game_external_ids').values(ids).execute()
  mara = await signUp(app)
  server = await app.listen()
})

describe('the description', () => {
  test('is the one in docs (run `npx vitest run tests/public-api.test.ts -u`)', async () => {
    const { status, body, headers } = await app.visitor().get('/api/v1/openapi.json')
    expect([status, headers.get('access-control-allow-origin'), body.openapi]).toEqual([200, '*', '3.1.1'])
    await expect(`${JSON.stringify(body, null, 2)}\n`).toMatchFileSnapshot(DESCRIPTION)
  })

  test('is the one from which the types are generated (run `npm run api:types`)', () => {
    const [first] = readFileSync(TYPES, 'utf8').split('\n', 1)
    expect(`${first}\n`).toBe(markOf(readFileSync(DESCRIPTION, 'utf8')))
  })

  test('has examples of every input and answer, which their schemas accept', () => {
    for (const { path, body, response, status, example } of endpoints()) {
      const isAccepted = (schema: unknown, value: unknown) => z.safeParse(schema as z.ZodMiniType, value).success
      if (status !== 204) {
        expect([path, isAccepted(response, example?.response)]).toEqual([path, true])
        const parsed = z.parse(response as z.ZodMiniType, example?.response)
        expect([path, parsed]).toEqual([path, example?.response])
      }
      if (Object.keys((body as { shape?: object }).shape ?? {}).length > 0)
        expect([path, isAccepted(body, example?.body)]).toEqual([path, true])
    }
  })

  test('names the scope of each endpoint and no endpoint of the app', async () => {
    const { body } = await app.visitor().get('/api/v1/openapi.json')
    const described = Object.entries(body.paths as Record<string, Record<string, { security: { token: string[] }[] }>>)
    const found = described.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security }]) => `${method.toUpperCase()} ${path} ${security[0]?.token}`),
    )
    const wanted = endpoints().map(({ method, path, scope }) => {
      const address = path.replace(/:(\w+)/g, '{$1}')
      return `${method} ${address} ${scope === 'any' ? '' : scope}`
    })
    expect(found.toSorted()).toEqual(wanted.toSorted())
    const own = (await app.visitor().get('/api/openapi.json')).body
    expect(Object.keys(own.paths).filter((path) => path.startsWith('/api/v1'))).toEqual([])
  })
})

describe('through the generated types', () => {
  test('an extension of Playnite sends its log, and again after a crash, and each session counts once', async () => {
    const { secret } = await newScript(app, mara, { scopes: ['write:library'], name: 'Playnite' })
    const log = [
      { id: 'a', name: 'Counter-Strike', steamAppId: '730', minutes: 90, day: '2026-11-01' },
      { id: 'b', name: 'Team Fortress', steamAppId: '440', minutes: 30, day: '2026-11-02' },
      { id: 'c', name: 'Nobody knows it', steamAppId: '999', minutes: 30, day: '2026-11-02' },
    ]
    expect(await sendPlayed(server, secret, log.slice(0, 1))).toEqual([])
    expect(await sendPlayed(server, secret, log)).toEqual(['Nobody knows it'])
    expect(await sendPlayed(server, secret, log)).toEqual(['Nobody knows it'])
    const { body } = await mara.get('/api/library?sort=hours')
    const hours = body.data.map(({ game_id, play_time }: Record<string, unknown>) => [game_id, play_time])
    expect(hours).toEqual([
      ['igdb_101', 1.5],
      ['igdb_102', 0.5],
    ])
  })

  test('a script makes a webhook, moves it, and sends again what failed', async () => {
    const sol = await signUp(app)
    const { secret } = await newScript(app, sol, { scopes: ['read:webhooks', 'write:webhooks'] })
    const made = await listenAt(server, secret, 'http://127.0.0.1:9/one')
    expect(made).toMatch(/^whsec_/)
    await app.work()
    expect(await listenAt(server, secret, 'http://127.0.0.1:9/two')).toBeNull()
    expect((await sol.get('/api/webhooks')).body.webhooks).toMatchObject([{ url: 'http://127.0.0.1:9/two' }])
    await app.work()
    // The address is private, so both tests failed.
    expect(await resendFailed(server, secret)).toBe(2)
    expect(await resendFailed(server, secret)).toBe(0)
    const { secret: other } = await newScript(app, sol, { scopes: ['read:library'] })
    await expect(listenAt(server, other, 'http://127.0.0.1:9/')).rejects.toThrow('insufficient_scope')
  })

  test('a script adds up the hours of a library', async () => {
    const ann = await signUp(app)
    const { secret } = await newScript(app, ann, { scopes: ['read:library'] })
    for (const [game, status, play_time] of [
      ['igdb_101', 'playing', 3],
      ['igdb_102', 'completed', 20],
      ['igdb_103', 'playing', 4.5],
    ])
      await ann.put(`/api/library/${game}/progress`, { status, play_time })
    expect(await hoursByStatus(server, secret, 2)).toEqual({ playing: 7.5, completed: 20 })
    await expect(hoursByStatus(server, 'svp_nothing', 2)).rejects.toThrow('invalid_token')
  })
})
