import * as z from 'zod/mini'
import type { ApiPath, Method } from './endpoint.ts'

/** Who may call. There is no default: a contract that does not say does not compile. */
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

export interface Contract<
  A extends Access = Access,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  M extends Method = Method,
  Path extends ApiPath = ApiPath,
> {
  readonly access: A
  readonly method: M
  readonly path: Path
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
  /** The answer depends on nothing but the address, so it may carry an ETag, and the browser may cache it for a moment. */
  readonly isPublic: boolean
  /**
   * Sent by the page itself, also while it goes away, so without a security token (G09); still only from our own pages. Its
   * budget counts by address, not by member.
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

/**
 * Declares a call of the API whole: an endpoint, who may call it, and its schemas. The server parses input before the handler
 * runs and the answer before it leaves. The browser imports the endpoint instead, from the endpoints file (decision 0058).
 */
export function contract<
  A extends Access,
  R extends Schema,
  M extends Method,
  Path extends ApiPath,
  P extends Schema = None,
  Q extends Schema = None,
  B extends Schema = None,
>(
  endpoint: { readonly method: M; readonly path: Path },
  spec: {
    access: A
    summary: string
    params?: P
    query?: Q
    body?: B
    response: R
    status?: Contract['status']
    refusals?: readonly string[]
    budget?: Budget
    signInMessage?: string
    failureMessage?: string
    isPublic?: boolean
    isBeacon?: boolean
    maxBodyBytes?: number
    upload?: NonNullable<Contract['upload']>
  },
): Contract<A, P, Q, B, R, M, Path> {
  // The defaults are the very types that P, Q and B default to.
  return {
    method: endpoint.method,
    path: endpoint.path,
    params: None,
    query: None,
    body: None,
    status: 200,
    refusals: [],
    budget: endpoint.method === 'GET' ? 'read' : 'write',
    signInMessage: 'Not authenticated',
    failureMessage: null,
    isPublic: false,
    isBeacon: false,
    maxBodyBytes: null,
    upload: null,
    ...spec,
  } as unknown as Contract<A, P, Q, B, R, M, Path>
}
