export type Encoding = 'zstd' | 'br' | 'gzip'

/**
 * The window of brotli as a power of two, in bytes: 256 kB, which is more than any page. The default of 4 MB is allocated
 * for every response, which costs a busy machine more than the compression, and saves no byte.
 */
export const BROTLI_WINDOW = 18

const REFUSED = /;\s*q=0(?:\.0*)?\s*$/

/** For bytes that are compressed once and sent many times: the smallest first. */
export const SMALLEST = ['br', 'gzip'] as const
/** For bytes that are compressed for one reader: zstd takes half the time of brotli for the same size. */
export const FASTEST = ['zstd', 'br', 'gzip'] as const

/** Returns the first of these encodings that the header accepts; null for none. */
export function encodingOf<E extends Encoding>(acceptEncoding: string | undefined, among: readonly E[]): E | null {
  if (!acceptEncoding) return null
  // Fast path for every response: browsers send no weights.
  if (!acceptEncoding.includes('q=')) {
    const names = acceptEncoding.split(',').map((name) => name.trim())
    return among.find((name) => names.includes(name)) ?? null
  }
  const parts = acceptEncoding.toLowerCase().split(',')
  const find = (name: string) => parts.find((part) => part.trim().split(';')[0]?.trim() === name)
  const accepts = (name: string) => {
    const part = find(name) ?? find('*')
    return part !== undefined && !REFUSED.test(part)
  }
  return among.find(accepts) ?? null
}
