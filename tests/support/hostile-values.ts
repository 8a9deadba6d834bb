import type { SeededRandom } from '#db/seed/seeded-random.ts'
import type { Schema } from '#shared/contract.ts'
import { HOSTILE_TEXTS, pickOne } from './random-query.ts'

const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const ID = '019a0000-0000-7000-8000-000000000000'

/** Values that no form of the app sends. */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_TEXTS,
  // Texts that are too long, or that PostgreSQL or a parser does not accept.
  ...['\u0000', 'a\u0000b', '\ud800', '\u202eabc', 'x'.repeat(20_000), '[['.repeat(5000), '<a href="'.repeat(500)],
  ...['-1', '0', '1.5', '1e308', 'NaN', 'Infinity', '2147483648', '9223372036854775808', '9'.repeat(400)],
  ...['0000-00-00', '0000-01-01T00:00:00Z', '+275761-01-01T00:00:00Z', '-271821-01-01', '9999-12-31', '2026-02-30'],
  ...['../../etc/passwd', 'javascript:alert(1)', 'http://127.0.0.1/', 'https://[::1]/', 'http://x:y@z/', '#12345'],
  ...['igdb_0', 'igdb_99999999999999999999', 'igdb_1942,igdb_1942', 'local_1', 'a,b,,c', '%00', '%', '__proto__'],
  ...[null, true, false, -1, 0, 1, 1.5, 1e308, 2 ** 31, 2 ** 53, [], {}, [[]], [null], [1, 'x', {}]],
  ...[{ constructor: 1 }, { toString: 1 }, Array.from({ length: 200 }, (_, at) => `igdb_${at}`)],
  ...[null, [], { at: 'x', id: 'y' }, { at: 1, id: 1 }, { at: '2026-01-01', id: null }].map(cursorOf),
  ...[
    { value: 1e308, id: 'x' },
    { at: '+275761-01-01T00:00:00Z', id: ID },
  ].map(cursorOf),
]

const USUAL = ['A usual text', '2026-05-03', '2026-05-03T10:00:00.000Z', '#8844aa', '3']

interface Definition {
  type: string
  shape?: Record<string, Schema>
  /** The values of an enum. */
  entries?: Record<string, string>
  values?: unknown[]
  innerType?: Schema
  in?: Schema
  options?: Schema[]
  element?: Schema
}
const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition

/** Makes values for schemas: mostly of the right type, a share of them hostile. */
export interface Guesses {
  random: SeededRandom
  /** The share of hostile values, 0 to 1. */
  hostility: number
  /** Ids that exist. */
  real: readonly unknown[]
}

/** Returns a value for the schema; it need not be valid. */
function valueFor(guesses: Guesses, schema: Schema): unknown {
  const { random, hostility, real } = guesses
  const { type, shape, entries, values, element, options, ...def } = definitionOf(schema)
  if (random.chance(hostility)) return pickOne(random, random.chance(0.3) ? real : HOSTILE_VALUES)
  if (shape) return objectFor(guesses, schema)
  if (entries || values) return pickOne(random, values ?? Object.values(entries ?? {}))
  if (options) return valueFor(guesses, pickOne(random, options))
  if (element) return Array.from({ length: random.whole(0, 4) }, () => valueFor(guesses, element))
  const inner = def.innerType ?? def.in
  if (inner) return valueFor(guesses, inner)
  if (type === 'number') return random.whole(-2, 120)
  if (type === 'boolean') return random.chance(0.5)
  return pickOne(random, random.chance(0.6) ? real : USUAL)
}

/** Returns an object with most fields of the schema; {} for a schema without fields. */
export function objectFor(guesses: Guesses, schema: Schema): Record<string, unknown> {
  const { shape, innerType, in: input } = definitionOf(schema)
  if (!shape) {
    const inner = innerType ?? input
    return inner ? objectFor(guesses, inner) : {}
  }
  const fields = Object.entries(shape).filter(() => guesses.random.chance(0.8))
  return Object.fromEntries(fields.map(([name, field]) => [name, valueFor(guesses, field)]))
}
