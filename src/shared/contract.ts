import * as z from 'zod/mini'
import type { ApiPath, Method } from './endpoint.ts'
import type { TokenScope } from './token-scopes.ts'

/** Who may call the endpoint. There is no default: a contract without it does not compile. */
export type Access = 'anyone' | 'member' | 'moderator' | 'admin'

export type Schema = z.core.$ZodType

/** The budget that a call uses (G56); server/rate-limit.ts has the numbers. */
export type Budget =
  | 'read'
  | 'search'
  | 'catalogue-query'
  | 'profile-read'
  | 'write'
  | 'comment'
  | 'forum-thread'
  | 'forum-post'
  | 'message'
  | 'report'
  | 'sign-in'
  | 'sign-up'
  | 'availability'
  | 'recovery'
  | 'passkey-challenge'
  | 'callback'
  | 'image'
  | 'export'
  | 'upload'
  | 'import-row'
  | 'token'
  | 'app-token'
  | 'error-report'
  | 'contact'
  | 'none'

/** Requests with these budgets read, also those that are sent as POST. */
const READS: readonly Budget[] = ['read', 'search', 'catalogue-query', 'profile-read']

/** Whether a call of a visitor writes: an admin may have blocked the address from which it comes. */
export const isWrittenByVisitors = ({
  method,
  access,
  budget,
}: Pick<Contract, 'method' | 'access' | 'budget'>): boolean =>
  method !== 'GET' && access === 'anyone' && !READS.includes(budget)

/** The statuses of refusals (`ERROR_KINDS`, `RefusalExtras`). */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504 | 507

/** The codes of refusals by the status with which they are answered. */
export type Refusals = { readonly [Status in RefusalStatus]?: readonly string[] }

/** A whole number from 1 to `most` in a query; anything else is read as `fallback`, because people edit addresses. */
export const numberUpTo = (most: number, fallback: number) =>
  z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(most)), fallback), fallback)

/** A boolean in a query: 'true' or '1', 'false' or '0'. Any other text is refused with `message`. */
export const yesOrNo = (message?: string) =>
  z.pipe(
    z.enum(['true', '1', 'false', '0'], message),
    z.transform((text) => text === 'true' || text === '1'),
  )

/** The same for filters; any other text is read as `fallback`, because people edit addresses. */
export const flag = (fallback: boolean) => z.catch(z._default(yesOrNo(), fallback), fallback)

/** The number of a page in a query, from 1. */
export const pageNumber = numberUpTo(10_000, 1)

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
  /**
   * The name of the operation in the OpenAPI document. Null for the name with which the contract is exported; only an
   * endpoint that is made at run time, for each kind of subject, has its own.
   */
  readonly name: string | null
  /** One line for the OpenAPI document. */
  readonly summary: string
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly response: R
  /** Status of success; 204 sends no body. */
  readonly status: 200 | 201 | 202 | 204
  /** What the handler may refuse. Not what every request may be refused for, such as its access or its budget (decision 0003). */
  readonly refusals: Refusals
  readonly budget: Budget
  /** The documented message for a visitor, if it is not 'Not authenticated'. */
  readonly signInMessage: string
  /** The documented message for a failure of the server, if there is one. */
  readonly failureMessage: string | null
  /** The response depends only on the address, so it may carry an ETag, and the browser may cache it briefly. */
  readonly isPublic: boolean
  /** A visitor's response depends only on the address, so visitors share it; a member's depends on the member. */
  readonly isSharedByVisitors: boolean
  /**
   * The page itself sends it, even while the page closes, so without a security token (G09); only from our own pages.
   * Its budget counts by address, not by member.
   */
  readonly isBeacon: boolean
  /** Visitors may call it on a members' site, too (decision 0106). By default they may not. */
  readonly beforeSignIn: boolean
  /** Larger bodies are refused with 413; null uses the server's default limit. */
  readonly maxBodyBytes: number | null
  /**
   * The body is one file, as multipart/form-data, instead of JSON. A file over `mostBytes` is refused with the message
   * `tooLarge`.
   */
  readonly upload: { mostBytes: number; tooLarge: string } | null
  /**
   * The request holds about so many bytes for a while: a member has one of its kind at a time, and a node few of them
   * (server/heavy-requests.ts). null for other requests; an `upload` always is such a request, with the length of its body.
   */
  readonly heavyBytes: number | null
  /** The response is a file of this media type instead of JSON; the handler returns its bytes (`FileBytes`). */
  readonly file: 'image/png' | 'image/webp' | 'application/manifest+json' | 'text/html; charset=utf-8' | null
  /**
   * An endpoint of the public API: only access tokens with this scope open it, and no cookie does. 'any' is every valid
   * token; null is an endpoint of the app itself, which no token opens.
   */
  readonly scope: TokenScope | 'any' | null
  /** A repeated request with the same header Idempotency-Key changes nothing and gets the first response. */
  readonly idempotencyKey: boolean
  /** With status 201: an existing thing is answered with 200. */
  readonly mayExist: boolean
  /** With status 201: 204 if there was nothing to create, which is no refusal. */
  readonly mayMakeNothing: boolean
  /** Input and response as the OpenAPI document shows them. */
  readonly example: { readonly body?: unknown; readonly response: unknown } | null
}

const None = z.object({})
type None = typeof None
export const NoContent = z.undefined()
export type NoContent = typeof NoContent
/** The file of an upload: bytes on the server, null if there was none. A call in the browser passes the file itself. */
export const Upload = z.object({ file: z.nullable(z.custom<Uint8Array | Blob>()) })
export type Upload = typeof Upload
/** The response of an endpoint with `file`. */
export const FileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/**
 * Declares an endpoint's contract: who may call it, and its schemas. The server parses the input before the handler
 * runs and the response before it is sent. The browser imports only the endpoint, from the endpoints file (decision
 * 0058).
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
    name?: string
    summary: string
    params?: P
    query?: Q
    body?: B
    response: R
    status?: Contract['status']
    refusals?: Refusals
    budget?: Budget
    signInMessage?: string
    failureMessage?: string
    isPublic?: boolean
    isSharedByVisitors?: boolean
    isBeacon?: boolean
    beforeSignIn?: true
    maxBodyBytes?: number
    upload?: NonNullable<Contract['upload']>
    heavyBytes?: number
    file?: NonNullable<Contract['file']>
    scope?: NonNullable<Contract['scope']>
    idempotencyKey?: boolean
    mayExist?: boolean
    mayMakeNothing?: boolean
    example?: NonNullable<Contract['example']>
  },
): Contract<A, P, Q, B, R, M, Path> {
  // These defaults have exactly the types to which P, Q and B default.
  return {
    name: null,
    method: endpoint.method,
    path: endpoint.path,
    params: None,
    query: None,
    body: None,
    status: 200,
    refusals: {},
    budget: endpoint.method === 'GET' ? 'read' : 'write',
    signInMessage: 'Not authenticated',
    failureMessage: null,
    isPublic: false,
    isSharedByVisitors: false,
    isBeacon: false,
    beforeSignIn: false,
    maxBodyBytes: null,
    upload: null,
    heavyBytes: null,
    file: null,
    scope: null,
    idempotencyKey: false,
    mayExist: false,
    mayMakeNothing: false,
    example: null,
    ...spec,
  } as unknown as Contract<A, P, Q, B, R, M, Path>
}
