import { describe, expect, test } from 'vitest'
import type { OidcConfig } from '#server/config-providers.ts'
import { type Browser, useBetterAuth } from '#tests/support/better-auth-app.ts'
import { insertProfile } from '../../accounts.queries.ts'
import { OIDC_PROVIDER } from '../provider-ids.ts'
import { COOKIES, hasCookie, sessionTokenIn } from './cookies.ts'
import { createProviderAuth } from './create-auth.ts'
import { ACCOUNT_DISABLED } from './failures.ts'

const { provider, configOf, log, openProvider, browser, someone, disable, signIn, sessionsOf, guarded, db } =
  await useBetterAuth()

describe('errors in the URL of the callback (CALLBACK_ERRORS in failures.ts)', () => {
  async function depart(at: Browser, link?: string) {
    const social = await openProvider()
    if (social === null) throw new Error('the provider was not reached')
    const callbackURL = '/settings/account'
    const common = { provider: OIDC_PROVIDER, callbackURL, errorCallbackURL: callbackURL, disableRedirect: true }
    const { headers, response } =
      link === undefined
        ? await social.api.signInSocial({ body: common, returnHeaders: true })
        : await social.api.linkSocialAccount({
            body: { ...common, additionalData: { session: link } },
            headers: at.headers(),
            returnHeaders: true,
          })
    at.take(headers)
    return { social, url: new URL(response.url as string) }
  }
  async function comeBack(at: Browser, { social, url }: Awaited<ReturnType<typeof depart>>, login: string) {
    const back = new URL(await provider.visit(url.href, { login }))
    return callback(at, social, Object.fromEntries(back.searchParams))
  }
  async function callback(
    at: Browser,
    social: NonNullable<Awaited<ReturnType<typeof openProvider>>>,
    query: Record<string, string>,
  ) {
    const answer = await social.api.callbackOAuth({
      params: { id: OIDC_PROVIDER },
      query,
      headers: at.headers(),
      method: 'GET',
      asResponse: true,
    })
    const lines = at.take(answer.headers)
    const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '/', 'http://here.invalid')
    return { lines, pathname, error: searchParams.get('error') }
  }

  test('account_not_linked for an address that has an account here', async () => {
    const member = await someone()
    const at = browser()
    expect(await comeBack(at, await depart(at), member.email)).toMatchObject({ error: 'account_not_linked' })
  })

  test('account_already_linked_to_different_user when another member has linked it', async () => {
    const [ann, bob] = [await signIn((await someone()).email), await signIn((await someone()).email)]
    expect((await comeBack(ann.at, await depart(ann.at, 'x'), 'shared@example.org')).error).toBeNull()
    const second = await comeBack(bob.at, await depart(bob.at, 'x'), 'shared@example.org')
    expect(second).toMatchObject({ pathname: '/settings/account', error: 'account_already_linked_to_different_user' })
  })

  test('invalid_code for a code that the provider did not issue', async () => {
    const at = browser()
    const { social, url } = await depart(at)
    const state = url.searchParams.get('state') as string
    expect(await callback(at, social, { state, code: 'made-up', iss: provider.issuer })).toMatchObject({
      error: 'invalid_code',
    })
  })

  test('the code of our session hook (ACCOUNT_DISABLED)', async () => {
    const at = browser()
    await comeBack(at, await depart(at), 'later-disabled@example.org')
    const { id } = await db
      .selectFrom('user')
      .where('email', '=', 'later-disabled@example.org')
      .select('id')
      .executeTakeFirstOrThrow()
    await insertProfile(db, { id: id as never, username: 'later', display_name: 'Later', role: 'user' })
    await disable(id)
    const again = browser()
    expect((await comeBack(again, await depart(again), 'later-disabled@example.org')).error).toBe(ACCOUNT_DISABLED)
  })

  test('a pending link is found by its state under auth-state:, with the added data (readState in own-endpoints.ts)', async () => {
    const { at } = await signIn((await someone()).email)
    const linking = await depart(at, 'a hash of the session')
    const read = (state: string) => linking.social.api.readState({ query: { state } })
    expect(await read(linking.url.searchParams.get('state') as string)).toEqual({
      provider: null,
      link: { session: 'a hash of the session' },
    })
    const signingIn = await depart(browser())
    expect(await read(signingIn.url.searchParams.get('state') as string)).toEqual({ provider: null, link: null })
    expect(await read('made-up')).toBeNull()
  })

  test('the account hooks keep the provider’s tokens out of the database (databaseHooks in create-auth.ts)', async () => {
    const at = browser()
    await comeBack(at, await depart(at), 'tokens@example.org')
    const row = await db
      .selectFrom('account')
      .innerJoin('user', 'user.id', 'account.userId')
      .where('user.email', '=', 'tokens@example.org')
      .select(['account.providerId', 'accessToken', 'refreshToken', 'idToken'])
      .executeTakeFirst()
    expect(row).toEqual({ providerId: OIDC_PROVIDER, accessToken: null, refreshToken: null, idToken: null })
  })

  test('the second factor is required after the provider, whose path is /callback/:id (FIRST_STEPS in plugins.ts)', async () => {
    const member = await guarded()
    const login = 'guarded-at-provider@example.org'
    expect((await comeBack(member.at, await depart(member.at, 'x'), login)).error).toBeNull()
    const before = await sessionsOf(member.id)
    const at = browser()
    const { lines } = await comeBack(at, await depart(at), login)
    expect([sessionTokenIn(lines), hasCookie(lines, COOKIES.challenge)]).toEqual([null, true])
    expect(await sessionsOf(member.id)).toEqual(before)
  })

  test('an unreachable provider leaves no entry in socialProviders (createProviderAuth)', async () => {
    const config = configOf({ OIDC_ISSUER: 'http://127.0.0.1:1' })
    const unreachable = createProviderAuth({ db, config, log, admit: async () => {} }, config.oidc[0] as OidcConfig)
    expect(await unreachable()).toBeNull()
  })
})
