export type Encoding = 'br' | 'gzip'

/**
 * The window of brotli as a power of two, in bytes: 256 kB, which is more than any page. The default of 4 MB is allocated
 * for every response, which costs a busy machine more than the compression, and saves no byte.
 */
export const BROTLI_WINDOW = 18

const REFUSED = /;\s*q=0(?:\.0*)?\s*$/

/** Returns the best encoding that the header accepts; null for none. */
export function encodingOf(acceptEncoding: string | undefined): Encoding | null {
  if (!acceptEncoding) return null
  // Fast path for every response: browsers send no weights.
  if (!acceptEncoding.includes('q=')) return best((name) => new RegExp(`\\b${name}\\b`).test(acceptEncoding))
  const parts = acceptEncoding.toLowerCase().split(',')
  const find = (name: string) => parts.find((part) => part.trim().split(';')[0]?.trim() === name)
  return best((name) => {
    const part = find(name) ?? find('*')
    return part !== undefined && !REFUSED.test(part)
  })
}

function best(accepts: (name: Encoding) => boolean): Encoding | null {
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : null
}
