import * as z from 'zod/mini'

/** Who may call. There is no default: an endpoint that does not say does not compile. */
export type Access = 'anyone' | 'member' | 'admin'

export type Schema = z.core.$ZodType

/** Which budget a call draws from (G56); the numbers are in server/rate-limit.ts. */
export type Budget =
  | 'read'
  | 'search'
  | 'catalogue-query'
  | 'profile-read'
  | 'write'
  | 'comment'
  | 'sign-in'
  | 'sign-up'
  | 'availability'
  | 'none'

export interface Endpoint<
  A extends Access = Access,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> {
  readonly access: A
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: `/api/${string}`
  /** One line for the OpenAPI document. */
  readonly summary: string
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly response: R
  /** Status of success; 204 sends no body. */
  readonly status: 200 | 201 | 202 | 204
  readonly refusals: readonly string[]
  readonly budget: Budget
  /** The documented sentence for a visitor, where it is not 'Not authenticated'. */
  readonly signInMessage: string
  /** The documented sentence for when the server itself fails, where there is one. */
  readonly failureMessage: string | null
  /** The answer depends on nothing but the address, so it may carry an ETag and be kept by the browser for a moment. */
  readonly isPublic: boolean
}

export const None = z.object({})
export type None = typeof None
export const NoContent = z.undefined()
export type NoContent = typeof NoContent

/** Declares one call of the API. Input is parsed before the handler, the answer before it leaves. */
export function endpoint<
  A extends Access,
  R extends Schema,
  P extends Schema = None,
  Q extends Schema = None,
  B extends Schema = None,
>(spec: {
  access: A
  method: Endpoint['method']
  path: Endpoint['path']
  summary: string
  params?: P
  query?: Q
  body?: B
  response: R
  status?: Endpoint['status']
  refusals?: readonly string[]
  budget?: Budget
  signInMessage?: string
  failureMessage?: string
  isPublic?: boolean
}): Endpoint<A, P, Q, B, R> {
  const isRead = spec.method === 'GET'
  // The defaults are the very types that P, Q and B default to.
  return {
    params: None,
    query: None,
    body: None,
    status: 200,
    refusals: [],
    budget: isRead ? 'read' : 'write',
    signInMessage: 'Not authenticated',
    failureMessage: null,
    isPublic: false,
    ...spec,
  } as unknown as Endpoint<A, P, Q, B, R>
}

/** Fills a path's `:name` parts. */
export function pathOf(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
}

/** A query as it is written in an address: absent values are left out, arrays are joined by commas. */
export function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
