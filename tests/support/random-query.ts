import type { SeededRandom } from '../../src/db/seed/seeded-random.ts'
import type { Comparison, Condition, Path, Query } from '../../src/features/query-proxy/server/apicalypse/query.ts'

/** The fields by which a random query may filter: paths, each with values that occur there. */
export type FilterValues = ReadonlyMap<string, readonly unknown[]>

/** Texts that are known to break parsers or databases. */
export const HOSTILE_TEXTS = [
  '',
  '"',
  '\\',
  '\\"',
  "'; drop table games; --",
  '"; fields *; where id > 0;',
  '// not a comment',
  '%_%',
  '$1 :name ?',
  'é É ß ﬁ Ж ж Σ',
  '🎮 ゼルダ',
  '* | & ( ) [ ] { }',
  '\u00a0\u200b\ufeff',
]

/** Returns a query on `askable`, mostly with values that occur, so that it finds something. */
export function randomQuery(random: SeededRandom, filterValues: FilterValues): Query {
  const paths = [...filterValues.keys()]
  const pathText = () => pickOne(random, paths)
  const maybe = <T>(probability: number, make: () => T): T | null => (random.chance(probability) ? make() : null)
  return {
    fields: maybe(0.7, () => Array.from({ length: random.whole(1, 4) }, () => fieldOf(random, pathText()))),
    exclude: maybe(0.2, () => [split(pathText())]) ?? [],
    where: maybe(0.9, () => randomCondition(random, filterValues, 3)),
    sort: maybe(0.5, () => ({ path: split(pathText()), direction: random.chance(0.5) ? 'asc' : 'desc' })),
    limit: maybe(0.6, () => random.whole(1, 60)),
    offset: maybe(0.3, () => random.whole(0, 12)),
    search: null,
  }
}

function randomCondition(random: SeededRandom, filterValues: FilterValues, depth: number): Condition {
  if (depth === 0 || random.chance(0.4)) return randomComparison(random, filterValues)
  const of = Array.from({ length: random.whole(2, 3) }, () => randomCondition(random, filterValues, depth - 1))
  return { kind: random.chance(0.5) ? 'all' : 'any', of }
}

function randomComparison(random: SeededRandom, filterValues: FilterValues): Comparison {
  const [name, values] = pickOne(random, [...filterValues])
  const path = split(name)
  const isNegated = random.chance(0.3)
  const value = (): number | string => {
    const found = random.chance(0.85) && values.length > 0 ? pickOne(random, values) : null
    if (typeof found === 'number') return Number(found.toFixed(random.whole(0, 6)))
    if (typeof found === 'string') return variantOf(random, found)
    return random.chance(0.5) ? pickOne(random, [0, -1, 1.5, 12, 999_999_999_999_999]) : pickOne(random, HOSTILE_TEXTS)
  }
  const sample = value()
  const kind = pickOne(random, ['equal', 'equal', 'order', 'list', 'list', 'null', 'boolean'] as const)
  if (kind === 'null') return { kind: 'value', path, isNegated, value: null }
  if (kind === 'boolean') return { kind: 'value', path, isNegated, value: random.chance(0.5) }
  if (kind === 'list') {
    const list = Array.from({ length: random.whole(1, 3) }, value)
    return {
      kind: 'list',
      path,
      isNegated,
      quantity: pickOne(random, ['every', 'some', 'exactly'] as const),
      values: list,
    }
  }
  if (typeof sample === 'string') {
    const isExact = random.chance(0.5)
    const position = pickOne(random, ['whole', 'prefix', 'suffix', 'infix'] as const)
    return { kind: 'text', path, isNegated: isNegated && isExact, isExact, position, value: sample }
  }
  if (kind === 'order')
    return { kind: 'order', path, operator: pickOne(random, ['>', '>=', '<', '<='] as const), value: sample }
  return { kind: 'value', path, isNegated, value: sample }
}

/** Returns the text itself, a part of it, the text in other case, or a hostile text. */
function variantOf(random: SeededRandom, text: string): string {
  const letters = [...text]
  const at = random.whole(0, Math.max(0, letters.length - 1))
  const way = random.whole(0, 5)
  if (way === 0) return pickOne(random, HOSTILE_TEXTS)
  if (way === 1) return text.toUpperCase()
  if (way === 2) return letters.slice(0, at).join('')
  if (way === 3) return letters.slice(at).join('').toLowerCase()
  if (way === 4) return letters.slice(at, at + 3).join('')
  return text
}

function fieldOf(random: SeededRandom, name: string): Path {
  const path = split(name)
  return random.chance(0.2) ? [...path.slice(0, random.whole(0, path.length - 1)), '*'] : path
}

const split = (name: string): Path => name.split('.')
export const pickOne = <T>(random: SeededRandom, from: readonly T[]): T => from[random.whole(0, from.length - 1)] as T
