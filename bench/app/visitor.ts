import * as z from 'zod/mini'

export type Send = (path: string, init: RequestInit) => Promise<Response>

/** A browser without a screen, over HTTP or in process: it stores cookies and sends the CSRF token with writes. */
export interface Visitor {
  /** Returns the parsed body. Throws when the status is not 2xx. */
  get: (path: string) => Promise<unknown>
  post: (path: string, body: unknown) => Promise<unknown>
  put: (path: string, body: unknown) => Promise<unknown>
  remove: (path: string) => Promise<unknown>
  /** The token for writes, and a write with a given token: these measure a write alone. */
  token: () => Promise<string>
  write: (path: string, body: unknown, token: string) => Promise<unknown>
  /** Returns the Cookie header. */
  cookie: () => string
}

const Csrf = z.object({ csrfToken: z.string() })

export function createVisitor(send: Send): Visitor {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  async function exchange(method: string, path: string, headers: Record<string, string>, body?: unknown) {
    const response = await send(path, {
      method,
      headers: { ...headers, ...(cookies.size > 0 && { cookie: cookie() }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 300)}`)
    return text === '' ? null : (JSON.parse(text) as unknown)
  }

  const token = async () => Csrf.parse(await exchange('GET', '/api/auth/csrf', {})).csrfToken
  const sendJson = (method: string, path: string, body: unknown, csrfToken: string) =>
    exchange(method, path, { 'content-type': 'application/json', 'x-csrf-token': csrfToken }, body)
  const write: Visitor['write'] = (path, body, csrfToken) => sendJson('POST', path, body, csrfToken)

  return {
    get: (path) => exchange('GET', path, {}),
    // Fetches the token for each write, because it is bound to the session, which a sign-in changes.
    post: async (path, body) => write(path, body, await token()),
    put: async (path, body) => sendJson('PUT', path, body, await token()),
    remove: async (path) => exchange('DELETE', path, { 'x-csrf-token': await token() }),
    token,
    write,
    cookie,
  }
}

/** The password of every reader in the data set. */
const PASSWORD = 'Bench-Reader-Passw0rd'

const emailOf = (reader: number) => `reader-${reader}@example.com`

export function signUpReader(visitor: Visitor, reader: number): Promise<unknown> {
  return visitor.post('/api/auth/signup', {
    email: emailOf(reader),
    password: PASSWORD,
    confirmPassword: PASSWORD,
    username: `reader-${reader}`,
    displayName: `Reader ${reader}`,
  })
}

export function signInReader(visitor: Visitor, reader: number): Promise<unknown> {
  return visitor.post('/api/auth/signin', { email: emailOf(reader), password: PASSWORD, rememberMe: true })
}
