import type { Comparison, Condition, Path, Row } from './query.ts'

/** The values of a path in a row: one value, several for an array, none for an absent fact. */
export interface Found {
  isList: boolean
  values: unknown[]
}

/** Returns the values of a path. A reference stands for its id; a bare id has no field but `id`. */
export function valueAt(row: Row, path: Path): Found {
  const found: Found = { isList: false, values: [] }
  follow(row, path, 0, found)
  return found
}

function follow(value: unknown, path: Path, at: number, found: Found): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) {
    found.isList = true
    for (const each of value) follow(each, path, at, found)
    return
  }
  const name = path[at]
  if (name === undefined) {
    found.values.push(typeof value === 'object' ? (value as Row).id : value)
  } else if (typeof value === 'object') {
    if (Object.hasOwn(value, name)) follow((value as Row)[name], path, at + 1, found)
  } else if (name === 'id' && at === path.length - 1 && typeof value === 'number') found.values.push(value)
}

/**
 * Returns whether a row matches a condition. An absent fact equals nothing but null and is not larger or smaller than
 * anything; a negation is true exactly when the condition without it is false.
 */
export function matches(condition: Condition, row: Row): boolean {
  if (condition.kind === 'all') return condition.of.every((part) => matches(part, row))
  if (condition.kind === 'any') return condition.of.some((part) => matches(part, row))
  const isTrue = holds(condition, valueAt(row, condition.path))
  return condition.kind !== 'order' && condition.isNegated ? !isTrue : isTrue
}

function holds(comparison: Comparison, { isList, values }: Found): boolean {
  switch (comparison.kind) {
    case 'value':
      if (comparison.value === null) return values.length === 0
      // Without parentheses, comparing a value with an array means that the array has this value and no other.
      return values.length > 0 && values.every((value) => value === comparison.value)
    case 'order':
      return values.some(
        (value) => typeof value === 'number' && isOrdered(value, comparison.operator, comparison.value),
      )
    case 'text':
      return holdsText(comparison, values)
    case 'list': {
      const wanted = new Set<unknown>(comparison.values)
      const there = new Set(values)
      if (comparison.quantity === 'some') return !there.isDisjointFrom(wanted)
      if (comparison.quantity === 'every') return there.isSupersetOf(wanted)
      return isList && there.size === wanted.size && there.isSupersetOf(wanted)
    }
  }
}

function isOrdered(value: number, operator: '>' | '>=' | '<' | '<=', bound: number): boolean {
  if (operator === '>') return value > bound
  if (operator === '>=') return value >= bound
  return operator === '<' ? value < bound : value <= bound
}

function holdsText(comparison: Comparison & { kind: 'text' }, values: readonly unknown[]): boolean {
  const { position } = comparison
  const spelt = (text: string) => (comparison.isExact ? text : text.toLowerCase())
  const wanted = spelt(comparison.value)
  const isMatch = (value: unknown) => {
    if (typeof value !== 'string') return false
    const text = spelt(value)
    if (position === 'whole') return text === wanted
    if (position === 'prefix') return text.startsWith(wanted)
    return position === 'suffix' ? text.endsWith(wanted) : text.includes(wanted)
  }
  // As with numbers: comparing a whole value with an array means this value and no other; a part may match any element.
  return position === 'whole' ? values.length > 0 && values.every(isMatch) : values.some(isMatch)
}
