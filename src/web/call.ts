import type { QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type ContractOf, type Endpoint, pathOf, searchOf } from '#shared/endpoint.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { SOMETHING_WENT_WRONG } from '#shared/sentences.ts'
import { FAILURE_TEXTS, REFUSED_BY_PROXY } from './network/failure.texts.ts'
import { RequestFailure, request } from './network/request.ts'

/**
 * Thrown for a refusal of the server, or if the server could not be reached: then status 0, with 'offline', 'timeout',
 * 'slow' or 'network' as its code and the documented message (C45).
 */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>
  readonly retryAfter: number | null
  /** The whole body, for documented keys in addition to the error (C21). */
  readonly body: Record<string, unknown>
  /** The request was already retried, so no caller should retry it again (C42). */
  readonly retried: boolean
  constructor(
    status: number,
    body: Partial<ErrorBody> & Record<string, unknown>,
    options: { retried?: boolean | undefined; cause?: unknown } = {},
  ) {
    super(body.error ?? FAILURE_TEXTS.network, options)
    this.status = status
    this.code = body.code ?? (status === 0 ? 'network' : 'unknown')
    this.details = body.details ?? {}
    this.retryAfter = body.retryAfter ?? null
    this.body = body
    this.retried = options.retried ?? false
  }
}

/**
 * Returns the message for people if there was no response (C45); null if the server responded. For every error state
 * and toast.
 */
export function networkTextOf(error: unknown): string | null {
  return error instanceof CallError && error.status === 0 ? error.message : null
}

/** Returns whether the same write may pass later: the server was busy, the member was too early, or nothing came through. */
export const mayPassLater = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.status === 0 || error.status === 409 || error.status === 429 || error.status >= 500)

/** Sends a call to the server: over HTTP in the browser, in process while a page is rendered. */
export type Transport = (
  endpoint: Endpoint,
  input: { params: Record<string, string>; query: Record<string, unknown>; body: unknown },
  signal?: AbortSignal,
) => Promise<{ status: number; body: unknown; retried?: boolean }>

const transports = new WeakMap<QueryClient, Transport>()

/** Connects a query client with the transport for its queries. */
export function connectTransport(client: QueryClient, transport: Transport): void {
  transports.set(client, transport)
}

/** Optional if all its keys are optional, otherwise required. */
type Part<K extends string, T> = Record<string, never> extends T ? { [key in K]?: T } : { [key in K]: T }
/** Path parameters, query and body of an endpoint, before the server has parsed them. */
export type ParamsOf<E extends Endpoint> = z.input<ContractOf<E>['params']>
export type QueryOf<E extends Endpoint> = z.input<ContractOf<E>['query']>
export type BodyOf<E extends Endpoint> = z.input<ContractOf<E>['body']>
export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>>
export type AnswerOf<E extends Endpoint> = z.output<ContractOf<E>['response']>

/**
 * Calls an endpoint. Throws CallError. Pass the `client` that a query or mutation function receives, so that the call
 * runs in process during server rendering.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  context: { client?: QueryClient; signal?: AbortSignal } = {},
): Promise<AnswerOf<E>> {
  const { params = {}, query = {}, body } = input as Record<'params' | 'query' | 'body', Record<string, never>>
  const transport = (context.client && transports.get(context.client)) ?? overHttp
  const answer = await transport(endpoint, { params, query, body }, context.signal)
  if (answer.status >= 400) throw new CallError(answer.status, errorBodyOf(answer), answer)
  if (answer.status === 204) return undefined as AnswerOf<E>
  // A captive portal returns its own page.
  if (answer.body === null) throw new Error('The response cannot be parsed')
  // The server has parsed the response, so the browser needs no schemas (decision 0058).
  return answer.body as AnswerOf<E>
}

/** The code of an error whose body has neither a code nor a sentence. */
export const NO_SENTENCE = 'no_sentence'

/**
 * Parses an error body. A proxy, a captive portal or an older node may have sent it: a part of another kind than the
 * documented one (C54) is left out, and without a sentence the error is 'Something went wrong.', or with status 413 what
 * the operator must change.
 */
function errorBodyOf({
  status,
  body,
}: {
  status: number
  body: unknown
}): Partial<ErrorBody> & Record<string, unknown> {
  const given = isRecord(body) ? body : {}
  const { error, code, details, retryAfter } = given
  const hasSentence = typeof error === 'string' && error.trim() !== ''
  const otherwise = status === 413 ? REFUSED_BY_PROXY : SOMETHING_WENT_WRONG
  return {
    ...given,
    error: hasSentence ? error : otherwise,
    code: typeof code === 'string' ? code : hasSentence ? undefined : NO_SENTENCE,
    details: isRecord(details) ? details : undefined,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
  } as Partial<ErrorBody> & Record<string, unknown>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

let csrfToken: Promise<string> | null = null

/**
 * Returns the security token that every write sends (G09), and requests it if this page has none. A control may call it
 * ahead of the write.
 */
export function securityToken(): Promise<string> {
  csrfToken ??= fetchCsrfToken().catch((error: unknown) => {
    csrfToken = null
    throw error
  })
  return csrfToken
}

async function fetchCsrfToken(): Promise<string> {
  const { status, body } = await request('/api/auth/csrf')
  const { csrfToken } = (body ?? {}) as { csrfToken?: string }
  if (!csrfToken) throw new CallError(status, { error: 'Please wait...' })
  return csrfToken
}

/** Call this after sign-in and sign-out, because the token is bound to the session (G09). */
export function discardCsrfToken(): void {
  csrfToken = null
}

const writes = new Set<Promise<unknown>>()
let begunWrites = 0

/**
 * Reads data that a write in progress may be changing. Some writes replace the session, and the browser sends the old
 * cookie until their response has arrived; a read in between would belong to neither session. So it waits for the
 * writes in progress, and repeats the read if another write began meanwhile, at most twice.
 */
export async function readAfterWrites<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left -= 1) {
    while (writes.size > 0) await Promise.allSettled(writes)
    const before = begunWrites
    const answer = await ask()
    if (before === begunWrites || left === 0) return answer
  }
}

function noteWrite<T>(write: Promise<T>): Promise<T> {
  begunWrites += 1
  writes.add(write)
  return write.finally(() => writes.delete(write))
}

/** Uploading a large file over a slow connection takes time. The server waits no longer for a body. */
const UPLOAD_MS = 300_000

/** Converts a body that contains a file to a form; returns null for all others. */
function formOf(body: unknown): FormData | null {
  const { file } = (body ?? {}) as { file?: unknown }
  if (!(file instanceof Blob)) return null
  const form = new FormData()
  form.set('file', file)
  return form
}

const overHttp: Transport = (endpoint, input, signal) => {
  const answer = sendOverHttp(endpoint, input, signal)
  return endpoint.method === 'GET' ? answer : noteWrite(answer)
}

const sendOverHttp: Transport = async (endpoint, { params, query, body }, signal) => {
  const address = pathOf(endpoint.path, params) + searchOf(query)
  const send = async () => {
    const headers: Record<string, string> = {}
    if (endpoint.method !== 'GET') {
      headers['x-csrf-token'] = await securityToken()
    }
    const form = formOf(body)
    if (body !== undefined && !form) headers['content-type'] = 'application/json'
    const init: RequestInit = {
      method: endpoint.method,
      headers,
      // Sends the write even if the person leaves the page at this moment. Browsers allow this only up to 64 kB.
      keepalive: endpoint.method !== 'GET' && !form,
      ...(body !== undefined && { body: form ?? JSON.stringify(body) }),
      ...(signal && { signal }),
    }
    return form ? request(address, init, UPLOAD_MS) : request(address, init)
  }
  try {
    const answer = await send()
    // A token is valid for an hour; nobody should lose the input of a form because it has expired (C66).
    if (answer.status !== 403 || errorBodyOf(answer).code !== 'csrf_invalid') return answer
    discardCsrfToken()
    return await send()
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    const { reason, retried, cause } = error
    throw new CallError(0, { error: FAILURE_TEXTS[reason], code: reason }, { retried, cause })
  }
}
