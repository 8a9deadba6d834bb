import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { databaseFailureOf, refersToDeleted } from '#db/failures.ts'
import type { Access, Contract, Schema } from '#shared/contract.ts'
import { ERROR_KINDS, type ErrorBody } from '#shared/errors.ts'
import { configureFieldSentences } from '#shared/field-sentences.ts'
import { Refusal } from '#shared/refusal.ts'
import { isModerator } from '#shared/roles.ts'
import { ADMINS_ONLY, MODERATORS_ONLY, SOMETHING_WENT_WRONG } from '#shared/sentences.ts'
import type { Log } from './log.ts'
import { REQUEST_REFUSALS } from './server.texts.ts'
import type { Session, Viewer } from './session.ts'
import type { Tag } from './tags.ts'
import type { TokenAccess } from './token-access.ts'

// Messages for fields whose contract defines none.
configureFieldSentences()

export type { Viewer } from './session.ts'

export type ViewerFor<A extends Access> = A extends 'anyone' ? Viewer | null : Viewer

/** The request in whose context a call runs. In-process calls of a page's rendering carry the page's own. */
export interface RequestContext {
  requestId: string
  headers: Headers
  /** The address of the client, for budgets and session rows. */
  ip: string
  /** The origin at which people reach the app, without a trailing slash. */
  origin: string
  session: Session | null
  /** Is aborted when the client has disconnected. Undefined for a call in process. */
  signal?: AbortSignal
  /** The access token of a request to the public API. */
  token?: TokenAccess
}

/** Options of a response that a handler can set. */
export interface Reply {
  /** Headers to send, such as Set-Cookie. */
  headers: Headers
  /** Names the tags of the data in the response: announcing one of them invalidates a cached page that contains it. */
  shows: (...tags: Tag[]) => void
  /** The response leaves something out that could not be read just now, so nothing caches it. */
  isPartial: () => void
  /** Responds 200 instead of 201, because the thing existed already. */
  wasThere: () => void
  /** Responds 204 instead of 201, because there was nothing to create, which is not a failure. */
  madeNothing: () => void
}

/** Collects the tags of a response, or of a document that is not the response of an endpoint. */
export type Shown = Pick<Reply, 'shows'>

export interface Call<A extends Access, P, Q, B> {
  params: P
  query: Q
  body: B
  viewer: ViewerFor<A>
  request: RequestContext
  reply: Reply
}

export interface Route {
  endpoint: Contract
  /** The feature that has the route, and the name with which it exports the contract; for the OpenAPI document. */
  feature?: string
  name?: string | undefined
  handle: (call: never) => Promise<unknown>
  /** Parses the response by the contract. */
  parse: (answer: unknown) => unknown
  defaults?: RequestDefaults
  /** Refuses a call before its body is read (`admitting`). */
  admit?: (viewer: Viewer) => Promise<void>
  /** Whether the response to this request is cached for the member who sent it (`cachedForMember`). */
  isCached?: (input: RawInput, viewer: Viewer) => boolean
}

/**
 * Keeps the response of a read for the member who asked, until one of its tags is announced (decision 0085). Besides the
 * address, it may depend only on the member and on what its tags name. `isCached` may exclude requests to which more applies.
 */
export const cachedForMember = (route: Route, isCached: NonNullable<Route['isCached']> = () => true): Route => ({
  ...route,
  isCached,
})

/** Adds a check that may refuse a call of a member before its body is read, such as a large file that would be refused anyway. */
export const admitting = (route: Route, admit: NonNullable<Route['admit']>): Route => ({ ...route, admit })

/**
 * Connects the contract of a large answer with a handler that returns its JSON as a stream, piece by piece. The handler
 * answers for its shape, because nothing parses it.
 */
export function streamedRoute<A extends Access, P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Contract<A, P, Q, B, R>,
  handle: (call: Call<A, z.output<P>, z.output<Q>, z.output<B>>) => Promise<Readable>,
): Route {
  return { endpoint, handle, parse: (stream) => stream }
}

/**
 * Adds a member's preferences to a request of a public endpoint as default parameters. The server fills them in before the
 * cache lookup, so that cached responses stay the same for everybody.
 */
export interface RequestDefaults {
  endpoint: Contract
  /** Returns the parameters to add, with an empty value for those that a request may not set; null for no change. */
  fill: (query: Record<string, unknown>, viewer: Viewer | null) => Promise<Record<string, string> | null>
}

/** Connects an endpoint's contract with its handler. The result must have the type that the contract names. */
export function route<A extends Access, P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Contract<A, P, Q, B, R>,
  handle: (call: Call<A, z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.input<R>>,
): Route {
  const response = endpoint.response as Schema as z.ZodMiniType
  return { endpoint, handle, parse: (answer) => z.parse(response, answer) }
}

/** Adds the defaults of the route to the input. Returns the very same object if they add nothing. */
export async function fillDefaults(
  { defaults }: Route,
  input: RawInput,
  { session }: RequestContext,
): Promise<RawInput> {
  const added = defaults ? await defaults.fill(input.query, session?.viewer ?? null) : null
  return added ? { ...input, query: { ...input.query, ...added } } : input
}

export interface RawInput {
  params: Record<string, string>
  query: Record<string, unknown>
  /** A function reads the body, when nothing else has refused the call. */
  body: unknown
}

/**
 * The outcome of a call. `body` is the contract's response as plain data, the bytes of a file, or a stream of its JSON; or the
 * documented error body.
 */
export interface Outcome {
  status: number
  body: unknown
  headers: Headers
  /** A tag may be there several times. */
  tags: readonly Tag[]
  isPartial?: boolean
  /** The request was refused before its body was read, so it costs no point of its budget. */
  isUnread?: boolean
}

/**
 * Runs one call: checks access, parses the input (the body last, which is only read now), calls the handler, parses the response. Parsing the response drops
 * every key that the contract does not name, so a column cannot leak. Never throws: a refusal becomes the documented
 * body, a bug becomes `internal`.
 */
export async function dispatch(route: Route, raw: RawInput, request: RequestContext, log: Log): Promise<Outcome> {
  const headers = new Headers()
  const tags: Tag[] = []
  const { endpoint } = route
  let status: number = endpoint.status
  let isPartial = false
  let isUnread = false
  try {
    const viewer = request.session?.viewer ?? null
    if (endpoint.access !== 'anyone' && viewer === null)
      throw new Refusal('unauthenticated', 'sign_in_required', endpoint.signInMessage)
    if (endpoint.access === 'admin' && viewer?.role !== 'admin') throw new Refusal('forbidden', '42501', ADMINS_ONLY)
    if (endpoint.access === 'moderator' && !isModerator(viewer))
      throw new Refusal('forbidden', '42501', MODERATORS_ONLY)
    const params = parse(endpoint.params, raw.params, 'invalid_id')
    const query = parse(endpoint.query, raw.query, 'validation_failed')
    if (route.admit && viewer) {
      isUnread = true
      await route.admit(viewer)
      isUnread = false
    }
    const given = typeof raw.body === 'function' ? await raw.body() : raw.body
    const call = {
      params,
      query,
      body: parse(endpoint.body, given, 'validation_failed'),
      viewer,
      request,
      reply: {
        headers,
        shows: (...shown: Tag[]) => {
          for (const tag of shown) tags.push(tag)
        },
        isPartial: () => {
          isPartial = true
        },
        wasThere: () => {
          status = 200
        },
        madeNothing: () => {
          status = 204
        },
      },
    }
    const answer = await route.handle(call as never)
    const body = status === 204 ? undefined : route.parse(answer)
    if (endpoint.file !== null) headers.set('content-type', endpoint.file)
    return { status, body, headers, tags, isPartial }
  } catch (error) {
    const about = { requestId: request.requestId, method: endpoint.method, path: endpoint.path }
    const failed = failedOutcome(error, about, log, endpoint.failureMessage)
    for (const [name, value] of failed.headers) headers.set(name, value)
    return { ...failed, headers, tags, isUnread }
  }
}

/** The refusals for each kind of database failure (decision 0047). The client caused none of them. */
const DATABASE_REFUSALS = {
  busy: new Refusal('upstream', 'busy', REQUEST_REFUSALS.busy, {
    retryAfter: 5,
  }),
  away: new Refusal('upstream', 'database_unavailable', REQUEST_REFUSALS.databaseAway, {
    retryAfter: 5,
  }),
  full: new Refusal('upstream', 'storage_full', REQUEST_REFUSALS.storageFull, {
    retryAfter: 60,
    status: 507,
  }),
}

/** A row refers to one that another request has deleted meanwhile. */
const REMOVED_MEANWHILE = new Refusal('conflict', 'removed_meanwhile', REQUEST_REFUSALS.removedMeanwhile)

/** Returns the kind of database failure if the call failed because the database was too busy or did not respond. */
export function databaseFailureOfAnswer({ status, body }: Pick<Outcome, 'status' | 'body'>): 'busy' | 'away' | null {
  if (status !== 503) return null
  const { code } = body as ErrorBody
  return code === DATABASE_REFUSALS.away.code ? 'away' : code === DATABASE_REFUSALS.busy.code ? 'busy' : null
}

/** What the log says of a call that failed. The path has no values of members. */
export interface AboutCall {
  requestId: string
  method?: string
  path?: string
}

/** Returns the documented body (C54) of anything thrown. Logs only bugs and failed upstreams. */
export function errorOutcome(
  error: unknown,
  about: AboutCall,
  log: Log,
  failureMessage: string | null = null,
): { status: number; body: ErrorBody } {
  const failure = databaseFailureOf(error)
  const refusal =
    error instanceof Refusal
      ? error
      : failure
        ? DATABASE_REFUSALS[failure]
        : refersToDeleted(error)
          ? REMOVED_MEANWHILE
          : new Refusal('internal', 'internal', failureMessage ?? SOMETHING_WENT_WRONG)
  const { status, report } = ERROR_KINDS[refusal.kind]
  if (report) log.error({ err: error, ...about }, refusal.message)
  const { details, retryAfter, body, status: better } = refusal.extras
  return {
    status: better ?? status,
    body: {
      ...body,
      error: refusal.message,
      code: refusal.code,
      ...(details && { details }),
      ...(retryAfter !== undefined && { retryAfter }),
      requestId: about.requestId,
    },
  }
}

/** Returns the outcome of a call that failed, with what `errorOutcome` says. */
export function failedOutcome(
  error: unknown,
  about: AboutCall,
  log: Log,
  failureMessage: string | null = null,
): Outcome {
  const { status, body } = errorOutcome(error, about, log, failureMessage)
  const headers = new Headers()
  if (body.retryAfter !== undefined) headers.set('retry-after', String(body.retryAfter))
  return { status, body, headers, tags: [] }
}

export function newRequestId(): string {
  return randomUUID()
}

function parse(schema: Schema, value: unknown, code: 'invalid_id' | 'validation_failed'): unknown {
  const result = z.safeParse(schema as z.ZodMiniType, value)
  const details: Record<string, string> = {}
  if (result.success) {
    for (const [field, given] of Object.entries(result.data ?? {}))
      if (!isStorable(given)) details[field] = REQUEST_REFUSALS.notStorable
    if (Object.keys(details).length > 0) throw new Refusal('invalid', code, REQUEST_REFUSALS.notStorable, { details })
    return result.data
  }
  for (const issue of result.error.issues) details[issue.path.join('.')] ??= issue.message
  const [first] = result.error.issues
  throw new Refusal('invalid', code, first?.message ?? REQUEST_REFUSALS.invalid, { details })
}

/**
 * PostgreSQL can store neither NUL nor half a surrogate pair. This checks the parsed input, because a schema may have a
 * better message.
 */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
}
