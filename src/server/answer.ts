import { createHash } from 'node:crypto'
import { PassThrough, pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompressSync,
} from 'node:zlib'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { CachedAnswer } from './answer-cache.ts'
import { BROTLI_WINDOW, type Encoding, encodingOf, FASTEST, SMALLEST } from './encoding.ts'
import type { Outcome } from './routes.ts'

/** Compression does not pay for shorter responses. */
const MIN_COMPRESSED_BYTES = 1024

/** Sends the outcome of an endpoint, for this reader alone. */
export async function answer(c: Context, { headers, status, body }: Outcome, requestId: string): Promise<Response> {
  if (body instanceof Readable) return streamed(c, body, headers, privateHeaders(requestId))
  if (status !== 204 && !(body instanceof Uint8Array))
    return compressed(c, JSON.stringify(body), status, headers, privateHeaders(requestId))
  headers.set('x-request-id', requestId)
  return body instanceof Uint8Array ? file(c, body, headers) : new Response(null, { status, headers })
}

/** Sends a cached answer, for this reader alone. */
export function privateAnswer(c: Context, { outcome, text }: CachedAnswer, requestId: string): Promise<Response> {
  return compressed(c, text, outcome.status, outcome.headers, privateHeaders(requestId))
}

/** A reader who takes nothing for so long is cut off: the stream may hold a connection of the database. */
const STALL_MS = 60_000

/**
 * Sends a stream of text in an encoding that the client accepts. If it fails, or the client is gone, both ends are closed: a
 * client never takes the beginning for the whole.
 */
function streamed(c: Context, text: Readable, headers: Headers, own: Readonly<Record<string, string>>): Response {
  const encoding = encodingOf(c.req.header('accept-encoding'), SMALLEST)
  const compressor = encoding === null ? new PassThrough() : COMPRESSORS[encoding]()
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  for (const [name, value] of Object.entries({ ...own, vary: 'accept-encoding' })) headers.set(name, value)
  if (encoding !== null) headers.set('content-encoding', encoding)
  // The maker of the stream learns how it ended.
  const ended = () => {}
  if (!outgoing) {
    const web = Readable.toWeb(pipeline(text, compressor, ended)) as ReadableStream
    return new Response(web, { status: 200, headers })
  }
  outgoing.setHeaders(headers).setTimeout(STALL_MS, () => outgoing.destroy())
  outgoing.writeHead(200)
  pipeline(text, compressor, outgoing, ended)
  return RESPONSE_ALREADY_SENT
}

const privateHeaders = (requestId: string) => ({
  'x-request-id': requestId,
  'content-type': 'application/json',
  'cache-control': 'private, no-store',
})

/**
 * A file is the same for everybody who may have it, so caches may store it if they revalidate each time: then its owner
 * can still withdraw it.
 */
function file(c: Context, bytes: Uint8Array, headers: Headers): Response {
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`
  headers.set('etag', etag)
  headers.set('cache-control', 'public, max-age=0, must-revalidate')
  if (c.req.header('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  headers.set('content-length', String(bytes.length))
  return new Response(new Uint8Array(bytes), { status: 200, headers })
}

/**
 * The response is the same for everybody, so shared caches may store it if they revalidate each time; the ETag makes that
 * cheap. Where a member's preferences were filled in, or where members receive another one than visitors (`isOwn`), only
 * the reader's browser may store it.
 */
export async function publicAnswer(
  c: Context,
  { outcome, text, etag }: CachedAnswer,
  { isMade, isOwn }: { isMade: boolean; isOwn: boolean },
  requestId: string,
): Promise<Response> {
  const headers = new Headers(outcome.headers)
  headers.set('content-type', 'application/json')
  headers.set('cache-control', `${isOwn ? 'private' : 'public'}, max-age=0, must-revalidate`)
  headers.set('x-request-id', requestId)
  if (etag !== null) headers.set('etag', etag)
  // A request that shared the response of another reader's request did not miss.
  if (!isMade && headers.get('x-cache') === 'miss') headers.set('x-cache', 'hit')
  if (etag !== null && c.req.header('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers })
  return compressed(c, text, 200, headers)
}

// A response for one reader must be compressed quickly: on 110 kB quality 2 takes 0.6 ms for 19 kB, quality 4 1.3 ms for
// 18 kB.
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW }
const ZSTD = { [constants.ZSTD_c_compressionLevel]: 1 }
/** The longest text that is compressed without a thread: longer than every page. */
const MAX_UNITS_AT_ONCE = 512 * 1024
/** Larger than most compressed responses: each further piece of output would cost another round through Node. */
const CHUNK_BYTES = 64 * 1024
const COMPRESSORS: Record<Encoding, () => Transform> = {
  zstd: () => createZstdCompress({ params: ZSTD }),
  br: () => createBrotliCompress({ params: BROTLI }),
  gzip: () => createGzip({ level: 4 }),
}
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Sends text, whole or in pieces, in the encoding that the client accepts: directly to the socket where there is one,
 * otherwise as a `Response`. `own` are headers that replace those of the same name; a plain object costs less than `Headers`.
 */
export async function compressed(
  c: Context,
  text: string | readonly string[],
  status: number,
  headers: Headers,
  own: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const pieces = typeof text === 'string' ? [text] : text
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const among = length <= MAX_UNITS_AT_ONCE ? FASTEST : SMALLEST
  const encoding = length < MIN_COMPRESSED_BYTES ? null : encodingOf(c.req.header('accept-encoding'), among)
  const form = inForm(pieces, length, encoding)
  const bytes = form instanceof Promise ? await form : form
  const last = { ...own, vary: 'accept-encoding', ...(encoding && { 'content-encoding': encoding }) }
  const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>
  if (!incoming || !outgoing) {
    const all = new Headers(headers)
    for (const [name, value] of Object.entries(last)) all.set(name, value)
    return new Response(new Uint8Array(bytes), { status, headers: all })
  }
  // A response may set several cookies. Any other header replaces that of every response, such as the security policy.
  for (const [name, value] of headers)
    if (name === 'set-cookie') outgoing.appendHeader(name, value)
    else outgoing.setHeader(name, value)
  for (const [name, value] of Object.entries(last)) outgoing.setHeader(name, value)
  outgoing.setHeader('content-length', bytes.length)
  outgoing.writeHead(status).end(incoming.method === 'HEAD' ? undefined : bytes)
  return RESPONSE_ALREADY_SENT
}

function inForm(pieces: readonly string[], length: number, encoding: Encoding | null): Promise<Buffer> | Buffer {
  // Without a thread: handing it over and back costs as much as zstd itself.
  if (encoding === 'zstd') return zstdCompressSync(inUtf8(pieces), { params: ZSTD, chunkSize: CHUNK_BYTES })
  if (encoding === 'br') return brotli(pieces.join(''), { params: BROTLI, chunkSize: CHUNK_BYTES })
  if (encoding === 'gzip') return gzipped(pieces.join(''), { level: 4, chunkSize: CHUNK_BYTES })
  return length < MIN_COMPRESSED_BYTES || length > MAX_UNITS_AT_ONCE
    ? Buffer.from(pieces.join(''))
    : Buffer.from(inUtf8(pieces))
}

/** UTF-8 has at most three bytes for each unit of a string. */
const MAX_BYTES_A_UNIT = 3
/** The memory in which each text is encoded, with all its pieces. A longer text is compressed in a thread. */
const scratch = Buffer.alloc(MAX_UNITS_AT_ONCE * MAX_BYTES_A_UNIT)

/**
 * Returns the text in UTF-8, until the next call. `Buffer.from(text)` takes twice as long, because it measures the text
 * first; a copy of these bytes costs little.
 */
function inUtf8(pieces: readonly string[]): Buffer {
  let end = 0
  for (const piece of pieces) end += scratch.write(piece, end)
  return scratch.subarray(0, end)
}
