/** A condition that is safe to send: the functions below build it from our own field names and numbers. */
export interface Condition {
  readonly text: string
}

export interface IgdbQuery {
  fields?: readonly string[]
  /** A visitor's search text. It cannot be combined with `sort`, because the source then orders by similarity. */
  search?: string
  where?: readonly (Condition | null)[]
  sort?: { field: string; direction: 'asc' | 'desc' }
  limit?: number
  offset?: number
}

/** The largest number of rows in one response. */
export const MAX_ROWS = 500
const LONGEST_SEARCH = 200

/** Prints a query in Apicalypse. The only typed text in it is the text of a search, which cannot end its string. */
export function queryText(query: IgdbQuery): string {
  const conditions = (query.where ?? []).filter((condition) => condition !== null)
  const statements = [
    query.search !== undefined && `search ${quoted(query.search)}`,
    query.fields && `fields ${query.fields.map(fieldName).join(',')}`,
    conditions.length > 0 && `where ${conditions.map((condition) => condition.text).join(' & ')}`,
    query.sort && query.search === undefined && `sort ${fieldName(query.sort.field)} ${query.sort.direction}`,
    query.limit !== undefined && `limit ${Math.min(MAX_ROWS, Math.max(1, whole(query.limit)))}`,
    query.offset ? `offset ${Math.max(0, whole(query.offset))}` : false,
  ]
  return statements
    .filter((statement) => statement !== false && statement !== undefined)
    .map((statement) => `${statement};`)
    .join(' ')
}

/**
 * Quotes typed words as a string of the query language: on one line, without characters that could end the statement or
 * string.
 */
export function quoted(words: string): string {
  const plain = words
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp};\\\ufffd]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `"${[...plain].slice(0, LONGEST_SEARCH).join('').replaceAll('"', '\\"')}"`
}

export function equals(field: string, value: number | null): Condition {
  return { text: `${fieldName(field)} = ${literal(value)}` }
}

export function differs(field: string, value: number | null): Condition {
  return { text: `${fieldName(field)} != ${literal(value)}` }
}

/** Matches at least one of the values; also for a single one, where `= 6` would mean "only 6". */
export function anyOf(field: string, values: readonly number[]): Condition {
  return { text: `${fieldName(field)} = (${values.map(whole).join(',')})` }
}

export function noneOf(field: string, values: readonly number[]): Condition {
  return { text: `${fieldName(field)} != (${values.map(whole).join(',')})` }
}

export function atLeast(field: string, value: number | null): Condition | null {
  return value === null ? null : { text: `${fieldName(field)} >= ${literal(value)}` }
}

export function atMost(field: string, value: number | null): Condition | null {
  return value === null ? null : { text: `${fieldName(field)} <= ${literal(value)}` }
}

export function below(field: string, value: number | null): Condition | null {
  return value === null ? null : { text: `${fieldName(field)} < ${literal(value)}` }
}

function fieldName(name: string): string {
  if (!/^[a-z_]+(\.[a-z_]+)*(\.\*)?$/.test(name)) throw new TypeError(`not the name of a field: ${name}`)
  return name
}

function literal(value: number | null): string {
  if (value === null) return 'null'
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new TypeError(`not a number: ${value}`)
  return String(value)
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError(`not a whole number: ${value}`)
  return value
}
