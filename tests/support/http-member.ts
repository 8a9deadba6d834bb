/** A member over real HTTP, who stores cookies and fetches the CSRF token. */
export interface HttpMember {
  write: (origin: string, method: string, path: string, body: unknown) => Promise<number>
  read: (origin: string, path: string) => Promise<unknown>
  /** Returns the Cookie header as a browser sends it. */
  cookie: () => string
}

export async function signUpOverHttp(origin: string, username: string): Promise<HttpMember> {
  const cookies = new Map<string, string>()
  let token: string | null = null
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  async function send(base: string, method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(base + path, {
      method,
      headers: {
        cookie: cookie(),
        ...(token !== null && { 'x-csrf-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }
  async function renewToken(base: string): Promise<void> {
    token = ((await (await send(base, 'GET', '/api/auth/csrf')).json()) as { csrfToken: string }).csrfToken
  }

  await renewToken(origin)
  const answer = await send(origin, 'POST', '/api/auth/signup', {
    email: `${username}@example.org`,
    password: 'Correct-horse-9',
    username,
    displayName: username,
  })
  if (answer.status !== 201) throw new Error(`sign-up returned ${answer.status}: ${await answer.text()}`)
  // The token is bound to the session.
  await renewToken(origin)
  return {
    async write(base, method, path, body) {
      const response = await send(base, method, path, body)
      await response.arrayBuffer()
      return response.status
    },
    cookie,
    read: async (base, path) => (await send(base, 'GET', path)).json(),
  }
}
