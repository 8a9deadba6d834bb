import { Refusal, refuse } from '#shared/refusal.ts'

/** Larger bodies are refused before they are read, or, where their length is not told, as soon as they are. */
export const MAX_BODY_BYTES = 256 * 1024

/**
 * The JSON of a request; {} when there is no body. Refuses body_too_large, invalid_json, and body_incomplete when the
 * sender goes away in the middle of it.
 */
export async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const text = await readText(request, maxBytes).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal('invalid', 'body_incomplete', 'The request broke off')
  })
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return refuse('invalid', 'invalid_json', 'The request body is not valid JSON')
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const told = request.headers.get('content-length')
  // Node reads no more than the length that was told.
  if (told !== null) return Number(told) > maxBytes ? tooLarge() : request.text()
  const parts: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (!part?.value) return Buffer.concat(parts).toString()
    parts.push(part.value)
    bytes += part.value.length
    if (bytes > maxBytes) return tooLarge()
  }
}

function tooLarge(): never {
  return refuse('invalid', 'body_too_large', 'The request is too large', { status: 413 })
}
