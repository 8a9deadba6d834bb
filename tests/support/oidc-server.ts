import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider from 'oidc-provider'

export interface OidcServer {
  issuer: string
  clientId: string
  clientSecret: string
  /** Goes through the provider's pages as a person would, and returns the address to which they redirect back. */
  visit: (url: string, who: { login: string } | 'refuses', cookies?: Map<string, string>) => Promise<string>
  /** Ends the session at the provider in the browser with these cookies, and returns where it leads. */
  signOut: (url: string, cookies: Map<string, string>) => Promise<string>
  /** Returns a logout token for this site, with these changes; undefined takes a claim out. */
  logoutToken: (changes: Record<string, unknown>) => Promise<string>
  close: () => Promise<void>
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Starts a real OpenID Connect provider. A person who signs in as x has the address x, the name "Person x" and the
 * given picture. Of one whose name begins with "no-email" the provider gives no address. One whose name begins with "admin-" or
 * "moderator-" is of the group admins or moderators.
 */
export async function startOidcServer(
  redirectUri: string,
  port = 0,
  picture?: string,
  /** Gets the logout tokens, as the site would. */
  onLogout?: (form: string) => Promise<Response>,
): Promise<OidcServer> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'of the tests', alg: 'RS256', use: 'sig' }
  // The provider must know its own address, so the server takes a port first. From then on nothing may wait: a request would
  // have no handler.
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { clientId: 'savepoint', clientSecret: 'a secret between the two' }
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [`${new URL(redirectUri || issuer).origin}/`],
        ...(onLogout && {
          backchannel_logout_uri: `${new URL(redirectUri).origin}/auth/backchannel-logout`,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    ...(onLogout && { fetch: (_url: unknown, options?: RequestInit) => onLogout(String(options?.body)) }),
    pkce: { required: () => true },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        ...(!id.startsWith('no-email') && { email: id.replace(/^unverified-/, '') }),
        // Some providers write it as a word.
        email_verified: id.startsWith('unverified-word-') ? 'false' : !id.startsWith('unverified-'),
        groups: [
          'everybody',
          ...['admin', 'moderator'].filter((name) => id.startsWith(`${name}-`)).map((name) => `${name}s`),
        ],
        name: `Person ${id.split('@')[0]}`,
        ...(picture && { picture }),
      }),
    }),
  })
  server.on('request', provider.callback())

  /** A browser at the provider, with these cookies. */
  const browserOf = (cookies: Map<string, string>) => async (address: string, form?: Record<string, string>) => {
    const response = await fetch(new URL(address, issuer), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }

  return {
    issuer,
    ...client,
    async signOut(url, cookies) {
      const send = browserOf(cookies)
      const page = await (await send(url)).text()
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
      return (await send(action, { xsrf, logout: 'yes' })).headers.get('location') ?? ''
    },
    async visit(url, who, cookies = new Map<string, string>()) {
      const send = browserOf(cookies)
      let address = url
      for (let steps = 0; steps < 12; steps += 1) {
        if (!address.startsWith(issuer) && /^https?:/.test(address)) return address
        const response = await send(address)
        const location = response.headers.get('location')
        if (location !== null) {
          address = location
          continue
        }
        const page = await response.text()
        if (who === 'refuses') {
          address = /href="([^"]*abort[^"]*)"/.exec(page)?.[1] ?? ''
          continue
        }
        const prompt = page.includes('name="login"') ? 'login' : 'consent'
        const answer = await send(address, { prompt, ...(prompt === 'login' && { login: who.login, password: 'any' }) })
        address = answer.headers.get('location') ?? ''
      }
      throw new Error('the provider sent nobody back')
    },
    logoutToken: (changes) => {
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: issuer, aud: client.clientId, iat: now, exp: now + 120, jti: randomUUID() }
      return new SignJWT({ ...claims, events: { [LOGOUT_EVENT]: {} }, ...changes })
        .setProtectedHeader({ alg: 'RS256', kid: 'of the tests', typ: 'logout+jwt' })
        .sign(privateKey)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
