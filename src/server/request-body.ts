import { isMarkedAsUntransferable } from 'node:worker_threads'
import { CHECK_INFORMATION } from '#shared/errors.texts.ts'
import { Refusal, refuse } from '#shared/refusal.ts'
import { fileInForm } from './form-file.ts'
import { REQUEST_REFUSALS } from './server.texts.ts'

/** Larger bodies are refused before they are read, or while they are read if they declare no length. */
const MAX_BODY_BYTES = 256 * 1024
/** The overhead of a form that contains one file. */
export const FORM_BYTES = 16 * 1024

/**
 * Reads the JSON of a request; {} without a body. Refuses with body_too_large, validation_failed (R-AUTH-76), or
 * body_incomplete if the client disconnects before the end of the body.
 */
export async function readJson(request: Request, most = MAX_BODY_BYTES): Promise<unknown> {
  const text = await readText(request, most).catch(brokenOff)
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return refuse('invalid', 'validation_failed', CHECK_INFORMATION, {
      details: { body: REQUEST_REFUSALS.notJson },
    })
  }
}

/** The longest time in which nothing of a body arrives, in milliseconds. */
const STALL_MS = 20_000

/**
 * Reads the file of a form (multipart/form-data, field `file`); null if there is none. Refuses with body_too_large and
 * the given message, with invalid_form, or with body_incomplete if the client disconnects or sends nothing for a while.
 */
export async function readUpload(
  request: Request,
  { mostBytes, tooLarge }: { mostBytes: number; tooLarge: string },
  stallMs = STALL_MS,
): Promise<{ file: Uint8Array | null }> {
  const type = request.headers.get('content-type') ?? ''
  refuseDeclaredLength(request, mostBytes + FORM_BYTES, tooLarge)
  const bytes = await readBytes(request, mostBytes + FORM_BYTES, tooLarge, stallMs).catch(brokenOff)
  if (!type.startsWith('multipart/form-data')) return { file: null }
  const file = fileInForm(bytes, type)
  if (file === undefined) return refuse('invalid', 'invalid_form', REQUEST_REFUSALS.notAForm)
  if (file === null || file.length === 0) return { file: null }
  return file.length > mostBytes ? refuseLarge(tooLarge) : { file }
}

/** Reads a form (application/x-www-form-urlencoded). Refuses with body_too_large or body_incomplete. */
export async function readForm(request: Request, most: number): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(request, most).catch(brokenOff))
}

function brokenOff(error: unknown): never {
  throw error instanceof Refusal ? error : brokenOffRefusal()
}

/** The refusal for a client that has disconnected; nobody reads it. */
export const brokenOffRefusal = () => new Refusal('invalid', 'body_incomplete', REQUEST_REFUSALS.brokenOff)

async function readText(request: Request, most: number): Promise<string> {
  refuseDeclaredLength(request, most, REQUEST_REFUSALS.tooLarge)
  // Node reads no more than the declared length.
  if (request.headers.has('content-length')) return request.text()
  return (await readBytes(request, most, REQUEST_REFUSALS.tooLarge)).toString()
}

const declaredLength = (request: Request): number => Math.max(0, Number(request.headers.get('content-length')) || 0)

function refuseDeclaredLength(request: Request, most: number, sentence: string): void {
  if (declaredLength(request) > most) refuseLarge(sentence)
}

/** Reads a body into memory of the declared length, which Node holds it to; without one the memory grows with the body. */
async function readBytes(
  request: Request,
  most: number,
  sentence: string,
  stallMs = STALL_MS,
): Promise<Buffer<ArrayBuffer>> {
  // No page of it exists before it is written.
  let body = Buffer.allocUnsafeSlow(Math.min(most, declaredLength(request)))
  let length = 0
  const reader = request.body?.getReader()
  for (;;) {
    const part = await (reader && readInTime(reader, stallMs))
    if (!part?.value) return body.subarray(0, length)
    const needed = length + part.value.length
    if (needed > most) return refuseLarge(sentence)
    if (needed > body.length) {
      const larger = Buffer.alloc(Math.min(most, Math.max(needed, 2 * body.length)))
      body.copy(larger)
      body = larger
    }
    body.set(part.value, length)
    length = needed
    release(part.value)
  }
}

/** Parts that Node reads from a connection are larger; others may use a small one again. */
const MIN_RELEASED_BYTES = 4 * 1024

/**
 * Frees the memory of bytes that nobody needs any more at once. V8 alone lets the parts of a large body take 40 MB before it collects
 * them, and keeps an uploaded file for as long as there is little other garbage.
 */
export function release({ buffer }: Uint8Array): void {
  const isOurs = buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer)
  if (isOurs && buffer.byteLength >= MIN_RELEASED_BYTES) buffer.transfer(0)
}

/** Reads the next part of a body. A client that sends nothing does not hold its memory for as long as it likes. */
async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, stallMs: number) {
  const stall = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    stall.reject(brokenOffRefusal())
    void reader.cancel().catch(() => {})
  }, stallMs)
  try {
    return await Promise.race([reader.read(), stall.promise])
  } finally {
    clearTimeout(timer)
  }
}

function refuseLarge(sentence: string): never {
  return refuse('invalid', 'body_too_large', sentence, { status: 413 })
}
