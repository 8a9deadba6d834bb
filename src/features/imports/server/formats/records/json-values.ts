/** Returns a JSON object, or an empty one for anything else. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns a text that the database can store: without NUL and half characters, which JSON can write as escapes. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed().normalize('NFC')

/** Returns a text, number or flag as text; '' for null, lists and objects. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? storable(value)
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

/** Returns the names in a list of texts, or of objects with a name under one of these keys. */
export const namesIn = (value: unknown, ...keys: readonly string[]): string[] =>
  listOf(value)
    .map((item) => textOf(item) || keys.map((key) => textOf(objectOf(item)[key])).find((name) => name !== '') || '')
    .filter((name) => name !== '')
