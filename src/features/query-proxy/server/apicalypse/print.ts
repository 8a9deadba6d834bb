import type { Comparison, Condition, Path, Query } from './query.ts'

/** Prints a query in canonical form: `parseQuery(printQuery(query))` equals `query`. */
export function printQuery(query: Query): string {
  const { fields, exclude, where, sort, limit, offset, search } = query
  const statements = [
    fields && `fields ${fields.map(printPath).join(',')};`,
    exclude.length > 0 && `exclude ${exclude.map(printPath).join(',')};`,
    search !== null && `search ${quoted(search)};`,
    where && `where ${printCondition(where)};`,
    sort && `sort ${printPath(sort.path)} ${sort.direction};`,
    limit !== null && `limit ${limit};`,
    offset !== null && `offset ${offset};`,
  ]
  return statements.filter((statement) => statement).join(' ')
}

/**
 * Quotes a text as a literal: it escapes quotes and backslashes, and replaces characters that a literal cannot have by
 * spaces.
 */
export function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
  const plain = text.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, ' ')
  return `"${plain.replace(/["\\]/g, '\\$&')}"`
}

const printPath = (path: Path) => path.join('.')

function printCondition(condition: Condition): string {
  if (condition.kind === 'any') return condition.of.map(printCondition).join(' | ')
  if (condition.kind === 'all')
    return condition.of
      .map((part) => (part.kind === 'any' ? `(${printCondition(part)})` : printCondition(part)))
      .join(' & ')
  return printComparison(condition)
}

const BRACKETS = { every: ['[', ']'], some: ['(', ')'], exactly: ['{', '}'] } as const

function printComparison(comparison: Comparison): string {
  const path = printPath(comparison.path)
  if (comparison.kind === 'order') return `${path} ${comparison.operator} ${comparison.value}`
  const operator = comparison.isNegated ? '!=' : '='
  if (comparison.kind === 'value') return `${path} ${operator} ${comparison.value}`
  if (comparison.kind === 'text') {
    const { position, value } = comparison
    const before = position === 'suffix' || position === 'infix' ? '*' : ''
    const after = position === 'prefix' || position === 'infix' ? '*' : ''
    return `${path} ${comparison.isExact ? operator : '~'} ${before}${quoted(value)}${after}`
  }
  const [begin, end] = BRACKETS[comparison.quantity]
  const values = comparison.values.map((value) => (typeof value === 'string' ? quoted(value) : value)).join(',')
  // `= !(…)` is the documented form; `{…}` has only this one.
  const negated = comparison.quantity === 'exactly' ? '!= ' : '= !'
  return `${path} ${comparison.isNegated ? negated : '= '}${begin}${values}${end}`
}
