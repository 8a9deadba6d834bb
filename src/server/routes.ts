import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { databaseFailureOf } from '#db/failures.ts'
import type { Access, Endpoint, Schema } from '#shared/endpoint.ts'
import { ERROR_KINDS, type ErrorBody } from '#shared/errors.ts'
import { configureFieldSentences } from '#shared/field-sentences.ts'
import { Refusal } from '#shared/refusal.ts'
import { SOMETHING_WENT_WRONG } from '#shared/sentences.ts'
import type { Log } from './log.ts'
import type { Session, Viewer } from './session.ts'
import type { Tag } from './tags.ts'

// For what a contract gives no words of its own.
configureFieldSentences()

export type { Viewer } from './session.ts'

export type ViewerFor<A extends Access> = A extends 'anyone' ? Viewer | null : Viewer

/** What a call knows of the request around it. In-process calls of a page's rendering carry the page's own. */
export interface RequestContext {
  requestId: string
  headers: Headers
  /** The address of the client, for budgets and session records. */
  ip: string
  /** Where people reach the app, without a slash at the end. */
  origin: string
  session: Session | null
}

/** What a handler may say beside its answer. */
export interface Reply {
  /** Sent along, such as Set-Cookie. */
  headers: Headers
  /** What the answer shows: a cached page that contains it is dropped when one of these is announced. */
  shows: (...tags: Tag[]) => void
  /** Answers 200 where success is 201: what was asked for was there already. */
  wasThere: () => void
  /** Answers 204 where success makes something: nothing was to be made, and that is no failure. */
  madeNothing: () => void
}

export interface Call<A extends Access, P, Q, B> {
  params: P
  query: Q
  body: B
  viewer: ViewerFor<A>
  request: RequestContext
  reply: Reply
}

export interface Route {
  endpoint: Endpoint
  handle: (call: never) => Promise<unknown>
  defaults?: RequestDefaults
}

/**
 * What a member's preferences add to a request of a public endpoint where it leaves something open. The server fills it in
 * before it looks for a cached answer, so cached answers stay the same for everybody.
 */
export interface RequestDefaults {
  endpoint: Endpoint
  /** The parameters to add, empty where a request may not say them; null for nothing. */
  fill: (query: Record<string, unknown>, viewer: Viewer | null) => Promise<Record<string, string> | null>
}

/** Joins an endpoint and what it does. The answer's type is what the contract accepts. */
export function route<A extends Access, P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  endpoint: Endpoint<A, P, Q, B, R>,
  handle: (call: Call<A, z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.input<R>>,
): Route {
  return { endpoint, handle }
}

/** The input with the defaults of the route; the very same object where they add nothing. */
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
  body: unknown
}

/** What became of a call. `body` is plain data: the contract's answer, or the documented error body. */
export interface Outcome {
  status: number
  body: unknown
  headers: Headers
  tags: readonly Tag[]
}

/**
 * Runs one call: who may, input parsed, handler, answer parsed. Parsing the answer drops every key that the contract
 * does not name, so a column cannot leak. Never throws: a refusal becomes the documented body, a bug becomes `internal`.
 */
export async function dispatch(route: Route, raw: RawInput, request: RequestContext, log: Log): Promise<Outcome> {
  const headers = new Headers()
  const tags = new Set<Tag>()
  const { endpoint } = route
  let status: number = endpoint.status
  try {
    const viewer = request.session?.viewer ?? null
    if (endpoint.access !== 'anyone' && viewer === null)
      throw new Refusal('unauthenticated', 'sign_in_required', endpoint.signInMessage)
    if (endpoint.access === 'admin' && viewer?.role !== 'admin')
      throw new Refusal('forbidden', '42501', 'Unauthorized: Admin access required')
    const call = {
      params: parse(endpoint.params, raw.params, 'invalid_id'),
      query: parse(endpoint.query, raw.query, 'validation_failed'),
      body: parse(endpoint.body, raw.body, 'validation_failed'),
      viewer,
      request,
      reply: {
        headers,
        shows: (...shown: Tag[]) => {
          for (const tag of shown) tags.add(tag)
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
    const body = status === 204 ? undefined : z.parse(endpoint.response as z.ZodMiniType, answer)
    return { status, body, headers, tags: [...tags] }
  } catch (error) {
    const { status, body } = errorOutcome(error, request.requestId, log, endpoint.failureMessage)
    if (body.retryAfter !== undefined) headers.set('retry-after', String(body.retryAfter))
    return { status, body, headers, tags: [...tags] }
  }
}

/** What is said where the database failed, by how (decision 0047). Nothing of it is the fault of who asks. */
const DATABASE_REFUSALS = {
  busy: new Refusal('upstream', 'busy', 'Too much is going on just now. Please try again in a moment.', {
    retryAfter: 5,
  }),
  away: new Refusal(
    'upstream',
    'database_unavailable',
    'The database does not answer just now. Please try again in a moment.',
    { retryAfter: 5 },
  ),
  full: new Refusal('upstream', 'storage_full', 'There is no room left to save this. Please try again later.', {
    retryAfter: 60,
    status: 507,
  }),
}

/** Whether this is the answer of a call that failed because the database was too busy, or did not answer. */
export function databaseFailureOfAnswer({ status, body }: Pick<Outcome, 'status' | 'body'>): 'busy' | 'away' | null {
  if (status !== 503) return null
  const { code } = body as ErrorBody
  return code === DATABASE_REFUSALS.away.code ? 'away' : code === DATABASE_REFUSALS.busy.code ? 'busy' : null
}

/** The documented body (C54) of anything thrown. Only bugs and failed upstreams are logged. */
export function errorOutcome(
  error: unknown,
  requestId: string,
  log: Log,
  failureMessage: string | null = null,
): { status: number; body: ErrorBody } {
  const failure = databaseFailureOf(error)
  const refusal =
    error instanceof Refusal
      ? error
      : failure
        ? DATABASE_REFUSALS[failure]
        : new Refusal('internal', 'internal', failureMessage ?? SOMETHING_WENT_WRONG)
  const { status, report } = ERROR_KINDS[refusal.kind]
  // The storage watch says at level `error` that the disk is full, once a minute.
  if (report) log[failure === 'full' ? 'warn' : 'error']({ err: error, requestId }, refusal.message)
  const { details, retryAfter, body, status: better } = refusal.extras
  return {
    status: better ?? status,
    body: {
      ...body,
      error: refusal.message,
      code: refusal.code,
      ...(details && { details }),
      ...(retryAfter !== undefined && { retryAfter }),
      requestId,
    },
  }
}

export function newRequestId(): string {
  return randomUUID()
}

function parse(schema: Schema, value: unknown, code: 'invalid_id' | 'validation_failed'): unknown {
  const result = z.safeParse(schema as z.ZodMiniType, value)
  const details: Record<string, string> = {}
  if (result.success) {
    for (const [field, given] of Object.entries(result.data ?? {}))
      if (!isStorable(given)) details[field] = NOT_STORABLE
    if (Object.keys(details).length > 0) throw new Refusal('invalid', code, NOT_STORABLE, { details })
    return result.data
  }
  for (const issue of result.error.issues) details[issue.path.join('.')] ??= issue.message
  const [first] = result.error.issues
  throw new Refusal('invalid', code, first?.message ?? 'Please check what you have entered', { details })
}

const NOT_STORABLE = 'The text contains characters that cannot be stored'

/** PostgreSQL keeps neither NUL nor half a surrogate pair. Asked of parsed input: a schema may have better words for it. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
}
