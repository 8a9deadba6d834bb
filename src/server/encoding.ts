export type Encoding = 'br' | 'gzip'

/**
 * Two to the power of this, in bytes, is how far back brotli looks: 256 kB, which is more than any page. The usual 4 MB are
 * asked of the system anew for every answer, which costs a busy machine more than the compressing, and saves no byte.
 */
export const BROTLI_WINDOW = 18

const REFUSED = /;\s*q=0(?:\.0*)?\s*$/

/** The form in which a reader takes bytes: the better one that the header accepts, null for plain. */
export function encodingOf(acceptEncoding: string | undefined): Encoding | null {
  if (!acceptEncoding) return null
  // What every browser sends names no weights, and this is on the way of every answer.
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
