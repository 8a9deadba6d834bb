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
  | 'message'
  | 'report'
  | 'sign-in'
  | 'sign-up'
  | 'availability'
  | 'recovery'
  | 'callback'
  | 'image'
  | 'export'
  | 'upload'
  | 'error-report'
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
  /**
   * Sent by the page itself, also while it goes away, so without a security token (G09); still only from our own pages. Its
   * budget is the address's, whoever is signed in there.
   */
  readonly isBeacon: boolean
  /** Larger bodies are refused with 413; null where the server's own limit is enough. */
  readonly maxBodyBytes: number | null
  /** The body is one file, as multipart/form-data, instead of JSON: at most so many bytes, else refused with the sentence. */
  readonly upload: { mostBytes: number; tooLarge: string } | null
}

const None = z.object({})
type None = typeof None
export const NoContent = z.undefined()
export type NoContent = typeof NoContent
/** What is left of an upload: the file's bytes, null where there was none. A browser's call gives the file itself. */
export const Upload = z.object({ file: z.nullable(z.custom<Uint8Array | Blob>()) })
export type Upload = typeof Upload

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
  isBeacon?: boolean
  maxBodyBytes?: number
  upload?: NonNullable<Endpoint['upload']>
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
    isBeacon: false,
    maxBodyBytes: null,
    upload: null,
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
