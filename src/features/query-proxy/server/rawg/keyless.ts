/** Removes the parameter `key` from every address in the data, because RAWG repeats our key in its own addresses. */
export function withoutKey<T>(data: T): T {
  if (typeof data === 'string') return textWithoutKey(data) as T
  if (Array.isArray(data)) return data.map(withoutKey) as T
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withoutKey(value)])) as T
}

function textWithoutKey(text: string): string {
  return text
    .replace(/&key=[^&#\s"'<>]*/gi, '')
    .replace(/\?key=[^&#\s"'<>]*(&?)/gi, (_, more: string) => (more === '' ? '' : '?'))
}
