import { type RawBuilder, sql } from 'kysely'
import type { Comparison, Condition, Path } from '../apicalypse/query.ts'

/** The PostgreSQL type of a field, or of the elements of its array. */
export type StoredType = 'integer' | 'bigint' | 'numeric' | 'text' | 'boolean'

/** A fact as SQL: one value or null, or an array that is empty when the fact is absent. */
export interface StoredField {
  type: StoredType
  isList: boolean
  sql: RawBuilder<unknown>
  /** An indexed column that is never null and sorts as the value does. */
  order?: RawBuilder<unknown>
}

/** Fields by path: `cover.image_id`. A path that is missing here has no value in any row. */
export type StoredFields = ReadonlyMap<string, StoredField>

type Bool = RawBuilder<boolean>
const TRUE = sql<boolean>`true`
const FALSE = sql<boolean>`false`

/**
 * Converts a condition to SQL with the meaning of apicalypse/match.ts; a test compares both. Names are looked up in
 * `fields`, and values are bound: no text of a query becomes text of the statement.
 */
export function conditionSql(condition: Condition, fields: StoredFields): Bool {
  if (condition.kind === 'all' || condition.kind === 'any') {
    const parts = condition.of.map((part) => conditionSql(part, fields))
    return sql`(${sql.join(parts, condition.kind === 'all' ? sql` and ` : sql` or `)})`
  }
  const field = fieldAt(fields, condition.path)
  const isTrue = field ? comparisonSql(condition, field) : isNullTest(condition) ? TRUE : FALSE
  // An absent value makes the comparison null, and its negation true.
  return condition.kind !== 'order' && condition.isNegated ? sql`((${isTrue}) is not true)` : isTrue
}

export function fieldAt(fields: StoredFields, path: Path): StoredField | undefined {
  return fields.get(path.join('.'))
}

const isNullTest = (comparison: Comparison) => comparison.kind === 'value' && comparison.value === null

function comparisonSql(comparison: Comparison, field: StoredField): Bool {
  if (isNullTest(comparison)) return field.isList ? sql`(cardinality(${field.sql}) = 0)` : sql`(${field.sql} is null)`
  switch (comparison.kind) {
    case 'value':
      return equals(field, [comparison.value as number | boolean])
    case 'order':
      return ordered(comparison, field)
    case 'text':
      return textSql(comparison, field)
    case 'list':
      return listSql(comparison, field)
  }
}

/** The value and no other, or exactly these elements. */
function equals(field: StoredField, values: readonly (number | string | boolean)[]): Bool {
  const bound = boundArray(field, values)
  if (bound === null || bound.count < values.length) return FALSE
  if (!field.isList) return bound.count === 1 ? sql`(${field.sql} = any(${bound.sql}))` : FALSE
  return sql`(${field.sql} @> ${bound.sql} and ${field.sql} <@ ${bound.sql})`
}

function listSql({ quantity, values }: Comparison & { kind: 'list' }, field: StoredField): Bool {
  const unique = [...new Set(values)]
  const bound = boundArray(field, unique)
  if (bound === null) return FALSE
  if (quantity === 'some')
    return field.isList ? sql`(${field.sql} && ${bound.sql})` : sql`(${field.sql} = any(${bound.sql}))`
  if (bound.count < unique.length) return FALSE
  if (quantity === 'exactly') return field.isList ? equals(field, unique) : FALSE
  return field.isList ? sql`(${field.sql} @> ${bound.sql})` : equals(field, unique)
}

const COMPARED = { '>': sql`>`, '>=': sql`>=`, '<': sql`<`, '<=': sql`<=` }
const MAX_INTEGER = 2 ** 31 - 1

function ordered({ operator, value }: Comparison & { kind: 'order' }, field: StoredField): Bool {
  if (field.type === 'text' || field.type === 'boolean') return FALSE
  // Integer columns are compared with integers, so that an index is used: > 1.5 is > 1, and >= 1.5 is >= 2.
  const whole = operator === '>' || operator === '<=' ? Math.floor(value) : Math.ceil(value)
  const bound = field.type === 'numeric' ? sql`${value}::numeric` : sql`${whole}::bigint`
  return anyElement(field, (each) => sql`${each} ${COMPARED[operator]} ${bound}`)
}

function textSql(comparison: Comparison & { kind: 'text' }, field: StoredField): Bool {
  if (field.type !== 'text') return FALSE
  const { isExact, position, value } = comparison
  // The database's own lower() may handle only ASCII; this collation handles all letters.
  const spelt = (text: RawBuilder<unknown>) => (isExact ? text : sql`lower(${text} collate "pg_unicode_fast")`)
  const wanted = spelt(sql`${value}::text`)
  switch (position) {
    case 'whole': {
      if (isExact) return equals(field, [value])
      if (!field.isList) return sql`(${spelt(field.sql)} = ${wanted})`
      const isOther = anyElement(field, (each) => sql`${spelt(each)} <> ${wanted}`)
      return sql`(cardinality(${field.sql}) > 0 and not ${isOther})`
    }
    case 'prefix':
      return anyElement(field, (each) => sql`starts_with(${spelt(each)}, ${wanted})`)
    case 'suffix':
      return anyElement(field, (each) => sql`right(${spelt(each)}, length(${wanted})) = ${wanted}`)
    case 'infix':
      return anyElement(field, (each) => sql`position(${wanted} in ${spelt(each)}) > 0`)
  }
}

function anyElement(field: StoredField, test: (each: RawBuilder<unknown>) => RawBuilder<unknown>): Bool {
  if (!field.isList) return sql`(${test(field.sql)})`
  return sql`(exists (select from unnest(${field.sql}) as element (value) where ${test(sql.ref('element.value'))}))`
}

/** Returns the values that the field's type can represent, as an array of that type; null when it is none. */
function boundArray(field: StoredField, values: readonly (number | string | boolean)[]) {
  const possible = values.filter((value) => mayHold(field.type, value))
  if (possible.length === 0) return null
  const type = sql.raw(TYPE_NAMES[field.type])
  return { count: possible.length, sql: sql`${possible}::${type}[]` }
}

const TYPE_NAMES: Record<StoredType, string> = {
  integer: 'integer',
  bigint: 'bigint',
  numeric: 'numeric',
  text: 'text',
  boolean: 'boolean',
}

function mayHold(type: StoredType, value: number | string | boolean): boolean {
  if (type === 'text') return typeof value === 'string'
  if (type === 'boolean') return typeof value === 'boolean'
  if (typeof value !== 'number') return false
  if (type === 'numeric') return true
  return Number.isSafeInteger(value) && (type === 'bigint' || Math.abs(value) <= MAX_INTEGER)
}
