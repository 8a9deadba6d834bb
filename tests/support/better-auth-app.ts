import { afterAll } from 'vitest'
import { openDatabase } from '#db/db.ts'
import { insertPassword, insertProfile, insertUser } from '#features/accounts/server/accounts.queries.ts'
import { ADDRESS_HEADER } from '#features/accounts/server/auth/better-auth/cookies.ts'
import { createAuth, createProviderAuth } from '#features/accounts/server/auth/better-auth/create-auth.ts'
import { errorCodeOf, errorStatusOf } from '#features/accounts/server/auth/better-auth/failures.ts'
import { readConfig } from '#server/config.ts'
import type { OidcConfig } from '#server/config-providers.ts'
import { createLog } from '#server/log.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { startOidcServer } from '#tests/support/oidc-server.ts'
import { cheapPasswordHashing } from '#tests/support/password-hashing.ts'
import { ORIGIN } from '#tests/support/test-app.ts'
import { totp } from '#tests/support/totp.ts'

/** Opens better-auth on a fresh database, and returns helpers for the tests of its assumptions. */
export async function useBetterAuth() {
  const PASSWORD = 'Correct-horse-7'
  const { connectionString, drop } = await cloneDatabase()
  const database = openDatabase({ connectionString, poolSize: 4, onError: () => {} })
  const { db } = database
  const provider = await startOidcServer(`${ORIGIN}/auth/callback`)
  afterAll(async () => {
    await provider.close()
    await database.close()
    await drop()
  })
  const configOf = (settings: Record<string, string> = {}) =>
    readConfig({
      SECRET: 'a secret of the tests that is long enough',
      DATABASE_URL: connectionString,
      BASE_URL: ORIGIN,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      ...settings,
    })
  const log = createLog('silent')
  const open = (settings?: Record<string, string>) =>
    createAuth({ db, config: configOf(settings), log, passwordHashing: cheapPasswordHashing, admit: async () => {} })
  const auth = open()
  const { api } = auth
  const config = configOf()
  const openProvider = createProviderAuth(
    { db, config, log, passwordHashing: cheapPasswordHashing, admit: async () => {} },
    config.oidc[0] as OidcConfig,
  )

  /** Stores cookies between calls, as a browser does. */
  function browser() {
    const cookies = new Map<string, string>()
    return {
      cookies,
      headers: (more: Record<string, string> = {}) =>
        new Headers({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...more }),
      take(headers: Headers): string[] {
        const lines = headers.getSetCookie()
        for (const line of lines) {
          const [pair = ''] = line.split(';')
          const at = pair.indexOf('=')
          if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, at))
          else cookies.set(pair.slice(0, at), pair.slice(at + 1))
        }
        return lines
      },
    }
  }

  let count = 0
  async function someone(): Promise<{ id: string; email: string }> {
    count += 1
    const email = `someone-${count}@example.org`
    const id = await insertUser(db, { email, name: `Someone ${count}` })
    if (id === null) throw new Error('there is such an account already')
    await insertPassword(db, id, await (await auth.$context).password.hash(PASSWORD))
    await insertProfile(db, { id, username: `someone-${count}`, display_name: `Someone ${count}`, role: 'user' })
    return { id, email }
  }
  const disable = (id: string) =>
    db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', id).execute()

  async function signIn(email: string, { at = browser(), rememberMe = true, password = PASSWORD } = {}) {
    const answer = await api.signInEmail({
      body: { email, password, rememberMe },
      headers: at.headers({ 'user-agent': 'A browser', [ADDRESS_HEADER]: '203.0.113.7' }),
      returnHeaders: true,
    })
    return { at, lines: at.take(answer.headers), response: answer.response }
  }
  const sessionsOf = (id: string) => db.selectFrom('session').where('userId', '=', id).selectAll().execute()
  const sessionOf = (id: string) =>
    db.selectFrom('session').where('userId', '=', id).selectAll().executeTakeFirstOrThrow()
  const attributesOf = (lines: readonly string[], name: string) =>
    lines.find((line) => line.startsWith(`savepoint.${name}=`)) ?? ''

  /** Creates a member with a second factor, and a browser in which they are signed in. */
  async function guarded() {
    const member = await someone()
    const { at } = await signIn(member.email)
    const begun = await api.enableTwoFactor({ body: { password: PASSWORD, method: 'totp' }, headers: at.headers() })
    const uri = 'totpURI' in begun ? begun.totpURI : ''
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    const turnedOn = await api.verifyTOTP({ body: { code: totp(secret) }, headers: at.headers(), returnHeaders: true })
    at.take(turnedOn.headers)
    const { backupCodes } = await api.viewBackupCodes({ body: { userId: member.id } })
    return { ...member, at, secret, uri, recovery: backupCodes, turnedOn }
  }
  const wrongCode = (secret: string) =>
    ['000000', '111111', '222222', '333333'].find(
      (code) => ![-1, 0, 1].some((step) => totp(secret, step) === code),
    ) as string

  async function failureOf(work: Promise<unknown>): Promise<{ code: unknown; status: unknown }> {
    try {
      await work
    } catch (error) {
      return { code: errorCodeOf(error), status: errorStatusOf(error) }
    }
    throw new Error('it did not fail')
  }

  return {
    PASSWORD,
    provider,
    configOf,
    log,
    open,
    auth,
    openProvider,
    browser,
    someone,
    disable,
    signIn,
    sessionsOf,
    sessionOf,
    attributesOf,
    guarded,
    wrongCode,
    failureOf,
    db,
    api,
  }
}

export type Browser = ReturnType<Awaited<ReturnType<typeof useBetterAuth>>['browser']>
