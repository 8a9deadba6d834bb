import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface OidcServer {
  issuer: string
  clientId: string
  clientSecret: string
  /** Goes through the provider's pages as a person would, and returns the address to which they redirect back. */
  visit: (url: string, who: { login: string } | 'refuses') => Promise<string>
  close: () => Promise<void>
}

/**
 * Starts a real OpenID Connect provider. A person who signs in as x has the address x, the name "Person x" and the
 * given picture. Of one whose name begins with "no-email" the provider gives no address.
 */
export async function startOidcServer(redirectUri: string, port = 0, picture?: string): Promise<OidcServer> {
  // The provider must know its own address, so the server takes a port first.
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { clientId: 'savepoint', clientSecret: 'a secret between the two' }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        ...(!id.startsWith('no-email') && { email: id.replace(/^unverified-/, '') }),
        // Some providers write it as a word.
        email_verified: id.startsWith('unverified-word-') ? 'false' : !id.startsWith('unverified-'),
        name: `Person ${id.split('@')[0]}`,
        ...(picture && { picture }),
      }),
    }),
  })
  server.on('request', provider.callback())

  return {
    issuer,
    ...client,
    async visit(url, who) {
      const cookies = new Map<string, string>()
      const send = async (address: string, form?: Record<string, string>) => {
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
