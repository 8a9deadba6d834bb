import { setTimeout as wait } from 'node:timers/promises'
import { timeoutText } from '#shared/network.texts.ts'
import { isRetriableStatus } from '#shared/network.ts'
import { activeTraces } from './traces/traces.ts'
import { UpstreamError, type UpstreamFailure } from './upstream-error.ts'

export interface UpstreamRequest {
  /** May contain a key, so no message and no log line contains it. */
  url: URL
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | URLSearchParams
}

export interface UpstreamAnswer {
  status: number
  headers: Headers
  /** Parsed JSON, of any shape. */
  body: unknown
}

/** The deadline of a query. */
export interface Deadline {
  source: string
  signal: AbortSignal
  timeoutMs: number
  leftMs: () => number
}

export interface ExchangeRules {
  source: string
  userAgent: string
  /** Larger responses are refused while they arrive. */
  maxBytes: number
  /** The source's own meaning of a refusal, if the status does not say enough. */
  kindOf?: ((status: number, body: string) => UpstreamFailure | null) | undefined
  /** Statuses besides 2xx whose JSON is a valid response. */
  accepts?: readonly number[] | undefined
}

const MAX_OF_A_REFUSAL = 64 * 1024

/**
 * Sends one HTTP request and reads and parses the whole response; every failure is an `UpstreamError`. Does not follow
 * redirects, because the address may contain a key.
 */
export function exchange(rules: ExchangeRules, request: UpstreamRequest, deadline: Deadline): Promise<UpstreamAnswer> {
  const traces = activeTraces()
  const send = () => sendOne(rules, request, deadline)
  return traces ? traces.source(rules.source, send) : send()
}

async function sendOne(rules: ExchangeRules, request: UpstreamRequest, deadline: Deadline): Promise<UpstreamAnswer> {
  const { source } = rules
  const { signal } = deadline
  try {
    const response = await fetch(request.url, {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', 'user-agent': rules.userAgent, ...request.headers },
      body: request.body ?? null,
      redirect: 'manual',
      signal,
    })
    const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '')
    const isAccepted = response.ok || (isJson && rules.accepts?.includes(response.status))
    if (!isAccepted) throw await refusalOf(rules, response)
    if (!isJson) {
      await response.body?.cancel()
      throw new UpstreamError(source, 'garbage', 'the response is not JSON', response.status)
    }
    const text = await readText(response, rules.maxBytes)
    if (text === null) throw new UpstreamError(source, 'garbage', 'the response is too long', response.status)
    return { status: response.status, headers: response.headers, body: parse(source, text, response.status) }
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    if (signal.aborted) throw new UpstreamError(source, 'timeout', timeoutText(deadline.timeoutMs))
    throw new UpstreamError(source, 'unreachable', `no connection (${codeOf(error)})`)
  }
}

async function refusalOf(rules: ExchangeRules, response: Response): Promise<UpstreamError> {
  const { status } = response
  const text = (await readText(response, MAX_OF_A_REFUSAL)) ?? ''
  const kind = rules.kindOf?.(status, text) ?? kindOfStatus(status)
  const retryAfter = millisecondsOf(response.headers.get('retry-after'))
  // The text comes from the source and may quote the request, so only the status is reported.
  return new UpstreamError(rules.source, kind, `responded with status ${status}`, status, retryAfter)
}

function kindOfStatus(status: number): UpstreamFailure {
  if (status === 429) return 'rate_limited'
  if (status === 401 || status === 403) return 'credentials'
  return isRetriableStatus(status) ? 'server' : 'question'
}

/** Parses seconds or a date. */
function millisecondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const milliseconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return milliseconds >= 0 ? milliseconds : undefined
}

/** Returns null if there are more bytes than allowed; discards the bytes read so far. */
async function readText(response: Response, maxBytes: number): Promise<string | null> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    // Leaving the loop cancels the rest of the response.
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function parse(source: string, text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UpstreamError(source, 'garbage', 'the response is not complete JSON', status)
  }
}

/** Returns a code such as ECONNREFUSED, and never the message, which may contain the address. */
function codeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: string }
  return typeof cause?.code === 'string' ? cause.code : (name ?? 'unknown')
}

/** Waits; rejects when the query's deadline has passed. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>

export const sleep: Sleep = async (milliseconds, signal) => {
  await wait(milliseconds, undefined, { ...(signal && { signal }) }).catch(() => {})
}
