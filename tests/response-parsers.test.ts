import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkingOnce, responseParser } from '#server/response-parser.ts'
import type { Contract, Schema } from '#shared/contract.ts'

// The server parses its responses faster than zod does, but it must let out exactly what zod lets out.

const files = globSync(['src/features/*/*.contract.ts', 'src/server/*.contract.ts'])
const modules = await Promise.all(
  files.map((file) => import(pathToFileURL(file).href) as Promise<Record<string, unknown>>),
)
const contracts = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is Contract => typeof value === 'object' && value !== null && 'response' in value)

const byZod = (schema: Schema) => (value: unknown) => z.parse(schema as unknown as z.ZodMiniType, value)

/** Values of which each simple schema accepts one. */
const SAMPLES = [
  'igdb_1942',
  '0193f4c9-72e2-73cd-9ee5-88428ffdd5c5',
  '2026-11-23',
  '2026-11-23T12:00:00.000Z',
  'https://example.org',
  '/image.png',
  'a',
  '1',
  1,
  true,
  null,
  {},
  [],
  undefined,
  new Uint8Array(1),
]

interface Definition {
  type: string
  shape: Record<string, Schema>
  element: Schema
  innerType: Schema
  keyType: Schema
  valueType: Schema
  options: Schema[]
  entries: Record<string, unknown>
  values: unknown[]
}

/** Returns a value that the schema accepts, with everything that it names. */
function sampleOf(schema: Schema): unknown {
  const definition = schema._zod.def as unknown as Definition
  const { type, shape, element, innerType, keyType, valueType, options, entries, values } = definition
  if (type === 'object') return Object.fromEntries(Object.entries(shape).map(([key, each]) => [key, sampleOf(each)]))
  if (type === 'array') return [sampleOf(element)]
  if (type === 'nullable' || type === 'optional') return sampleOf(innerType)
  if (type === 'record') {
    const names = (keyType._zod.def as unknown as Definition).entries
    const keys = names ? (Object.values(names) as string[]) : [String(sampleOf(keyType))]
    return Object.fromEntries(keys.map((key) => [key, sampleOf(valueType)]))
  }
  if (type === 'union') return sampleOf(options[0] as Schema)
  if (type === 'enum') return Object.values(entries)[0]
  if (type === 'literal') return values[0]
  const found = SAMPLES.findIndex((sample) => z.safeParse(schema as unknown as z.ZodMiniType, sample).success)
  if (found < 0) throw new Error(`No sample for a schema of type ${type}`)
  return SAMPLES[found]
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/** Returns the value with a secret field in every object. */
function withSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecrets)
  if (!isContainer(value)) return value
  const all = Object.entries(value).map(([key, each]) => [key, withSecrets(each)])
  return { ...Object.fromEntries(all), password_hash: 'secret', constructor: 'secret' }
}

const WRONG = [
  undefined,
  null,
  'wrong',
  -1.5,
  Number.NaN,
  false,
  {},
  [],
  { secret: 'secret' },
  new Date(0),
  () => 'secret',
]

/** Returns copies of the value, each with one part replaced by something else, or missing. */
function* spoiled(value: unknown): Generator<unknown> {
  yield* WRONG
  if (!isContainer(value)) return
  for (const key of Object.keys(value)) {
    const copyWith = (part: unknown) =>
      Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part }
    for (const part of spoiled(value[key])) yield copyWith(part)
    if (!Array.isArray(value)) yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  }
}

function outcomeOf(parse: (value: unknown) => unknown, value: unknown): unknown {
  try {
    return { parsed: parse(value) }
  } catch (error) {
    return { issues: (error as z.core.$ZodError).issues }
  }
}

test('there are contracts to test', () => expect(contracts.length).toBeGreaterThan(200))

test.each(contracts.map((contract) => ({ name: `${contract.method} ${contract.path}`, response: contract.response })))(
  'the response of $name is parsed as by zod: no field that the contract does not name leaves, and nothing wrong',
  ({ response }) => {
    const [own, zod] = [responseParser(response), byZod(response)]
    const sample = sampleOf(response)
    expect(outcomeOf(own, sample)).toEqual({ parsed: zod(sample) })
    if (isContainer(sample)) {
      const leaky = withSecrets(sample)
      expect(outcomeOf(own, leaky)).toStrictEqual(outcomeOf(zod, leaky))
    }
    for (const value of spoiled(sample)) {
      const [given, wanted] = [outcomeOf(own, value), outcomeOf(zod, value)]
      // Vitest takes long to compare, so it compares only what JSON does not show to be equal.
      if (JSON.stringify(given) !== JSON.stringify(wanted)) expect(given).toStrictEqual(wanted)
    }
  },
)

test('a response with optional, missing and undefined fields keeps exactly the keys that zod keeps', () => {
  const Thing = z.object({
    name: z.string(),
    size: z.optional(z.number()),
    more: z.array(z.object({ id: z.number() })),
  })
  const parse = responseParser(Thing)
  for (const value of [
    { name: 'a', more: [] },
    { name: 'a', size: undefined, more: [{ id: 1, secret: 2 }] },
    { name: 'a', size: 1, more: [{ id: 1 }], secret: 2 },
  ])
    expect(parse(value)).toStrictEqual(byZod(Thing)(value))
  expect(() => parse({ name: 'a', more: [{ id: {} }] })).toThrow(z.core.$ZodError)
})

test('an object with hidden parts or another order of its fields is copied, so its JSON is that of zod', () => {
  const Thing = z.object({ id: z.number(), by: z.object({ name: z.string() }) })
  const parse = responseParser(Thing)
  class Row {
    id = 1
    by = { name: 'a' }
    toJSON() {
      return { secret: 2 }
    }
  }
  for (const value of [
    new Row(),
    Object.assign(Object.create({ secret: 2 }), { id: 1, by: { name: 'a' } }),
    { by: { name: 'a' }, id: 1 },
    { id: 1, by: { secret: 2, name: 'a' } },
  ])
    expect(JSON.stringify(parse(value))).toBe('{"id":1,"by":{"name":"a"}}')
})

test('an object that was checked once is accepted as it is by responses with its schema alone, and nothing can change it', () => {
  const Card = z.object({ id: z.number(), name: z.string() })
  const check = checkingOnce(Card)
  const row = { id: 1, name: 'a', secret: 2 }
  const card = check(row) as Record<string, unknown>
  expect(JSON.stringify(card)).toBe('{"id":1,"name":"a"}')
  const inList = responseParser(z.object({ cards: z.array(Card) }))({ cards: [card as never] })
  expect(inList.cards[0]).toBe(card)
  for (const change of [() => (card.name = 'b'), () => (card.secret = 2), () => delete card.id])
    expect(change).toThrow(TypeError)
  const wide = responseParser(z.extend(Card, { size: z.optional(z.number()) }))({
    ...card,
    size: 1,
    secret: 2,
  } as never)
  expect(wide).toStrictEqual({ id: 1, name: 'a', size: 1 })
  expect(responseParser(z.object({ id: z.number() }))(card as never)).toStrictEqual({ id: 1 })
  // A copy with another field is not the checked object, so it is checked again.
  expect(responseParser(Card)({ ...card, secret: 2 } as never)).toStrictEqual({ id: 1, name: 'a' })
  expect(() => check({ id: 1 } as never)).toThrow(z.core.$ZodError)
})
