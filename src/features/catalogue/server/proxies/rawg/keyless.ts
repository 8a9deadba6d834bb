/** The same data without the parameter `key` of any address in it: RAWG repeats ours in its own. */
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
