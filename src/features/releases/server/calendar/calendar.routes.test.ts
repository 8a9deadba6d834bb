import { beforeAll, describe, expect, test } from 'vitest'
import { type Member, signUp } from '#tests/support/members.ts'
import { addReleases, moveRelease, PC, PS5, RELEASES_NOW } from '#tests/support/releases-app.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const LINK = '/api/releases/calendar'
let mara: Member
let server = ''
beforeAll(async () => {
  app.time.now = RELEASES_NOW
  mara = await signUp(app, { username: 'mara' })
  server = await app.listen()
  await addReleases(app, [
    { id: 'igdb_1', name: 'Hades, the third; part\\1', day: '2026-12-11', platforms: [PS5, PC] },
    { id: 'igdb_2', name: 'Long ago', day: '2026-09-01' },
    { id: 'igdb_3', name: 'Lately', day: '2026-10-30' },
    { id: 'igdb_4', name: 'Some day', day: '2026-12-31' },
    { id: 'igdb_5', name: 'Played', day: '2026-12-12' },
    { id: 'igdb_6', name: 'Not mine', day: '2026-12-13' },
    { id: 'igdb_7', name: 'On PC', day: '2027-02-01' },
  ])
  for (const game_id of ['igdb_1', 'igdb_2', 'igdb_3', 'igdb_4', 'igdb_7'])
    await mara.post('/api/library', { game_id, status: 'want_to_play' })
  await mara.post('/api/library', { game_id: 'igdb_5', status: 'playing' })
})

const renew = async (member = mara): Promise<string> => (await member.post(LINK)).body.address
const open = (address: string, headers: Record<string, string> = {}) => fetch(server + address, { headers })
const read = async (address: string) => (await (await open(address)).text()).replaceAll('\r\n ', '')
const values = (text: string, name: string) =>
  text.split('\r\n').flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []))

describe('the calendar file', () => {
  test('has an event for each release that the member wants to play and of which the day is known', async () => {
    const response = await open(await renew())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    const text = (await response.text()).replaceAll('\r\n ', '')
    expect(values(text, 'SUMMARY')).toEqual(['Lately', 'Hades\\, the third\\; part\\\\1', 'On PC'])
    expect(values(text, 'DTSTART;VALUE=DATE')).toEqual(['20261030', '20261211', '20270201'])
    expect(values(text, 'DTEND;VALUE=DATE')).toEqual(['20261031', '20261212', '20270202'])
    expect(values(text, 'DESCRIPTION')[1]).toBe('PC\\, PS5')
    expect(values(text, 'URL')[1]).toBe(`${ORIGIN}/game/igdb_1`)
    expect(values(text, 'NAME')).toEqual(['Releases · Savepoint'])
  })

  test('of one platform has its releases only', async () => {
    const address = await renew()
    expect(values(await read(`${address}&platform=167`), 'SUMMARY')).toEqual(['Hades\\, the third\\; part\\\\1'])
    expect(values(await read(`${address}&platform=nothing`), 'SUMMARY')).toHaveLength(3)
  })

  test('keeps the event of a game whose day moves', async () => {
    const address = await renew()
    const before = await read(address)
    await moveRelease(app, 'igdb_7', '2027-03-05')
    const after = await read(address)
    expect(values(after, 'UID')).toEqual(values(before, 'UID'))
    expect(new Set(values(after, 'UID')).size).toBe(3)
    expect(values(after, 'DTSTART;VALUE=DATE').at(-1)).toBe('20270305')
  })

  test('is not sent again while nothing changes', async () => {
    const address = await renew()
    const etag = (await open(address)).headers.get('etag') as string
    const same = await open(address, { 'if-none-match': `"other", W/${etag}` })
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag])
    await moveRelease(app, 'igdb_7', '2027-04-05')
    expect((await open(address, { 'if-none-match': etag })).status).toBe(200)
  })
})

describe('the secret address', () => {
  test('does not exist until the member creates it, and stays until it is renewed', async () => {
    const ann = await signUp(app)
    expect((await ann.get(LINK)).body).toEqual({ address: null })
    const first = await renew(ann)
    expect(first).toMatch(/^\/releases\.ics\?token=[\w-]{43}$/)
    expect((await ann.get(LINK)).body).toEqual({ address: first })
    const second = await renew(ann)
    expect(second).not.toBe(first)
    expect((await open(first)).status).toBe(404)
    expect((await open(second)).status).toBe(200)
    expect((await ann.get(LINK)).body).toEqual({ address: second })
  })

  test('stops working when the member deletes it', async () => {
    const ann = await signUp(app)
    const address = await renew(ann)
    expect((await ann.delete(LINK)).status).toBe(204)
    expect((await open(address)).status).toBe(404)
    expect((await ann.get(LINK)).body).toEqual({ address: null })
  })

  test.each(['', '?token=', '?token=x', `?token=${'A'.repeat(43)}`, '?token=%00', '?token[]=a'])(
    'of nobody, %s, is not found',
    async (query) => {
      const response = await open(`/releases.ics${query}`)
      expect([response.status, await response.text()]).toEqual([404, 'Not found'])
      expect(response.headers.get('cache-control')).toBe('no-store')
    },
  )

  test('shows nothing of a member who is disabled or deletes the account', async () => {
    const ann = await signUp(app)
    const address = await renew(ann)
    const setDisabled = (at: Date | null) =>
      app.db.updateTable('profiles').set({ disabled_at: at }).where('id', '=', ann.user.id).execute()
    await setDisabled(app.time.now)
    expect((await open(address)).status).toBe(404)
    await setDisabled(null)
    expect((await open(address)).status).toBe(200)
    await app.db.deleteFrom('user').where('id', '=', ann.user.id).execute()
    expect((await open(address)).status).toBe(404)
    expect(
      await app.db.selectFrom('release_calendars').where('user_id', '=', ann.user.id).selectAll().execute(),
    ).toEqual([])
  })

  test('cannot be read from the database or from an export, and opens no account', async () => {
    const ann = await signUp(app)
    const address = await renew(ann)
    const token = address.split('token=')[1] as string
    const rows = await app.db.selectFrom('release_calendars').where('user_id', '=', ann.user.id).selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.token_hash.toString('base64url')).not.toBe(token)
    const exported = JSON.stringify((await ann.get('/api/user/export')).body)
    expect(exported).not.toContain(token)
    expect(exported).not.toContain(rows[0]?.seed)
    const visitor = app.visitor()
    expect((await visitor.get(`${LINK}?token=${token}`)).status).toBe(401)
    expect((await visitor.get(LINK, { authorization: `Bearer ${token}` })).status).toBe(401)
  })

  test('of a member is no address of another', async () => {
    const [ann, ben] = [await signUp(app), await signUp(app)]
    const address = await renew(ann)
    expect((await ben.get(LINK)).body).toEqual({ address: null })
    await renew(ben)
    expect((await open(address)).status).toBe(200)
  })
})

describe('with rate limits', () => {
  const limited = useTestApp({ RATE_LIMITS: 'on' })
  test('guesses have a limit', async () => {
    const at = await limited.listen()
    const statuses = new Set<number>()
    for (let guess = 0; guess < 620; guess += 20)
      for (const { status } of await Promise.all(
        Array.from({ length: 20 }, (_, n) => fetch(`${at}/releases.ics?token=${String(guess + n).padStart(43, 'A')}`)),
      ))
        statuses.add(status)
    expect([...statuses]).toEqual([404, 429])
  })
})
