const isParameter = (part: string): boolean => /^[:*]/.test(part)
const partsOf = (path: string): string[] => path.replaceAll('?', '').split('/').slice(1)

/**
 * Returns whether a word is a fixed part of an address, where another address has a parameter, or is its first part. A
 * member's word that stood there would hide a page or an endpoint, or be hidden. With `folder` only addresses count whose
 * parameter follows this part, such as `playlists`. `paths` are the patterns of all addresses, such as `/profile/:handle`.
 */
export function isWordOfAddress(paths: readonly string[], word: string, folder?: string): boolean {
  if (word === '' || isParameter(word)) return false
  const wanted = word.toLowerCase()
  const all = paths.map(partsOf)
  const patternOf = (parts: readonly string[]) => parts.map((part) => (isParameter(part) ? ':' : part)).join('/')
  const places = new Set(
    all.flatMap((parts) =>
      parts.flatMap((part, at) =>
        isParameter(part) && (folder === undefined || parts[at - 1] === folder) ? [patternOf(parts.slice(0, at))] : [],
      ),
    ),
  )
  const isFirst = folder === undefined && all.some(([first]) => first === wanted)
  return (
    isFirst ||
    all.some((parts) => parts.some((part, at) => part === wanted && places.has(patternOf(parts.slice(0, at)))))
  )
}
