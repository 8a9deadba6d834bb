import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Member, signUp } from '#tests/support/members.ts'
import { REDIRECT, registerApp } from '#tests/support/oauth-client.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { MAX_APPS } from '../../apps.rules.ts'
import { OWN_APP_TEXTS } from '../../apps.texts.ts'

const app = useTestApp({ PRODUCT_NAME: 'Playshelf' })
const DRAFT = { name: 'Deck', kind: 'public', redirect_uris: [REDIRECT] }
let mara: Member
beforeEach(async () => {
  mara = await signUp(app)
})
const listed = async () => (await mara.get('/api/apps')).body.apps
const rows = () => app.db.selectFrom('oauthClient').where('userId', '=', mara.user.id).selectAll().execute()

describe('an app', () => {
  test('on a server has a secret that is shown once, and stored as a hash only', async () => {
    const { app: made, secret } = await registerApp(mara, { kind: 'confidential' })
    expect(secret).toMatch(/^svps_[\w-]{43}$/)
    expect(made).toMatchObject({ name: 'Deck', kind: 'confidential', redirect_uris: [REDIRECT] })
    expect(await listed()).toEqual([made])
    const [row] = await rows()
    expect(row?.clientSecret).toBe(createHash('sha256').update(String(secret).slice(5)).digest('base64url'))
    expect(JSON.stringify(row)).not.toContain(String(secret).slice(5))
  })

  test('on a device has none', async () => {
    const { secret } = await registerApp(mara)
    expect(secret).toBeNull()
    expect((await rows())[0]?.clientSecret).toBeNull()
  })

  test('is changed by its member alone: its id, kind and secret stay', async () => {
    const { app: made } = await registerApp(mara, { kind: 'confidential' })
    const [before] = await rows()
    const change = { name: ' Deck 2 ', redirect_uris: ['http://localhost:9/', REDIRECT] }
    const other = await signUp(app)
    expect((await other.patch(`/api/apps/${made.id}`, change)).body).toMatchObject({
      code: 'app_not_found',
      error: OWN_APP_TEXTS.missing,
    })
    expect(await listed()).toEqual([made])
    const { status, body } = await mara.patch(`/api/apps/${made.id}`, change)
    expect([status, body.app]).toEqual([200, { ...made, ...change, name: 'Deck 2' }])
    expect(await listed()).toEqual([body.app])
    const [after] = await rows()
    const changed = ({ name, redirectUris, updatedAt, ...rest }: NonNullable<typeof after>) => rest
    expect(changed(after as never)).toEqual(changed(before as never))
    expect((await app.visitor().patch(`/api/apps/${made.id}`, change)).status).toBe(401)
  })

  test('that is deleted while it is changed is missing', async () => {
    const { app: made } = await registerApp(mara)
    // Deletes the row at the moment of its update.
    await sql`
      create function delete_instead() returns trigger language plpgsql as $$
      begin
        delete from "oauthClient" where id = old.id;
        return null;
      end $$`.execute(app.db)
    await sql`
      create trigger deletes_instead before update on "oauthClient" for each row execute function delete_instead()`.execute(
      app.db,
    )
    const { status, body } = await mara.patch(`/api/apps/${made.id}`, { name: 'Deck 2', redirect_uris: [REDIRECT] })
    await sql`drop function delete_instead() cascade`.execute(app.db)
    expect([status, body.code]).toEqual([404, 'app_not_found'])
  })

  test('is deleted by its member alone', async () => {
    const { app: made } = await registerApp(mara)
    const other = await signUp(app)
    expect((await other.delete(`/api/apps/${made.id}`)).status).toBe(404)
    expect(await listed()).toHaveLength(1)
    expect((await mara.delete(`/api/apps/${made.id}`)).status).toBe(204)
    expect(await listed()).toEqual([])
    expect((await mara.delete(`/api/apps/${made.id}`)).body.error).toBe(OWN_APP_TEXTS.missing)
  })

  test('is in the export of its member without the secret', async () => {
    const { app: made, secret } = await registerApp(mara, { kind: 'confidential' })
    const { body } = await mara.get('/api/user/export')
    expect(body.data.oauthClient).toEqual([
      expect.objectContaining({ clientId: made.client_id, name: 'Deck', redirectUris: [REDIRECT] }),
    ])
    expect(JSON.stringify(body)).not.toContain((await rows())[0]?.clientSecret)
    expect(JSON.stringify(body)).not.toContain(String(secret))
  })
})

describe('a member registers', () => {
  test('a number of apps at most, also when they come at once', async () => {
    const all = await Promise.all(Array.from({ length: MAX_APPS + 3 }, () => mara.post('/api/apps', DRAFT)))
    expect(all.filter(({ status }) => status === 201)).toHaveLength(MAX_APPS)
    expect(all.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'too_many_apps',
      error: OWN_APP_TEXTS.tooMany,
    })
    expect(await rows()).toHaveLength(MAX_APPS)
    expect((await mara.post('/api/apps', DRAFT)).status).toBe(409)
  })

  test.each([
    'https://deck.example.org/back?from=here',
    'http://localhost:8123/back',
    'http://127.0.0.1/back',
    'http://[::1]:9/',
    'com.example.deck:/back',
  ])('the redirect address %s', async (address) => {
    const { app: made } = await registerApp(mara, { redirect_uris: [address] })
    expect(made.redirect_uris).toEqual([address])
    const { status } = await mara.patch(`/api/apps/${made.id}`, { name: 'Deck', redirect_uris: [address, REDIRECT] })
    expect(status).toBe(200)
  })

  test.each([
    'deck',
    'http://deck.example.org/back',
    'http://localhost.example.org/',
    'https://localhost/back',
    'https://deck.example.org/back#part',
    'https://mara:horse@deck.example.org/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'deck:/back',
    'com.example.deck://back',
  ])('no app with the redirect address %s', async (address) => {
    const { status, body } = await mara.post('/api/apps', { ...DRAFT, redirect_uris: [address] })
    expect([status, body.error]).toEqual([400, OWN_APP_TEXTS.redirectWrong])
    expect(await rows()).toEqual([])
    const { app: made } = await registerApp(mara)
    const changed = await mara.patch(`/api/apps/${made.id}`, { name: 'Deck', redirect_uris: [REDIRECT, address] })
    expect([changed.status, changed.body.error]).toEqual([400, OWN_APP_TEXTS.redirectWrong])
    expect(await listed()).toEqual([made])
  })

  test.each([
    [{ ...DRAFT, name: ' ' }, OWN_APP_TEXTS.nameRequired],
    [{ ...DRAFT, name: 'x'.repeat(61) }, OWN_APP_TEXTS.nameTooLong],
    [{ ...DRAFT, name: '\u200b\u2060 \u3164' }, OWN_APP_TEXTS.nameRequired],
    [{ ...DRAFT, name: 'Deck \u202esecca' }, OWN_APP_TEXTS.nameCharacters],
    [{ ...DRAFT, name: 'Deck\nis approved' }, OWN_APP_TEXTS.nameCharacters],
    [{ ...DRAFT, name: 'Deck \u200fSync' }, OWN_APP_TEXTS.nameCharacters],
    [{ ...DRAFT, name: 'D\u0435ck' }, OWN_APP_TEXTS.nameLetters],
    [{ ...DRAFT, name: 'Deck. You can trust it' }, OWN_APP_TEXTS.nameOnly],
    [{ ...DRAFT, name: 'Official Deck' }, OWN_APP_TEXTS.namePoses],
    [{ ...DRAFT, name: 'Playshelf Sync' }, OWN_APP_TEXTS.namePoses],
    [{ ...DRAFT, name: 'P1ayshe1f' }, OWN_APP_TEXTS.namePoses],
    [{ ...DRAFT, redirect_uris: [`${ORIGIN}/settings/account`] }, OWN_APP_TEXTS.redirectHere],
    [{ ...DRAFT, redirect_uris: [REDIRECT, ORIGIN.replace('localhost', '127.0.0.1')] }, OWN_APP_TEXTS.redirectHere],
    [{ ...DRAFT, redirect_uris: [] }, OWN_APP_TEXTS.redirectRequired],
    [{ ...DRAFT, redirect_uris: Array.from({ length: 6 }, () => REDIRECT) }, OWN_APP_TEXTS.tooManyRedirects],
    [{ ...DRAFT, kind: 'trusted' }, undefined],
  ])('no app from %j', async (draft, error) => {
    const { status, body } = await mara.post('/api/apps', draft)
    expect(status).toBe(400)
    if (error) expect(body.error).toBe(error)
    expect(await rows()).toEqual([])
    if (!error) return
    const { app: made } = await registerApp(mara)
    expect((await mara.patch(`/api/apps/${made.id}`, draft)).body.error).toBe(error)
    expect(await listed()).toEqual([made])
  })
})
