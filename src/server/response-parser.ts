import * as z from 'zod/mini'
import type { Schema } from '#shared/contract.ts'

/** Returns the parsed value, or `UNSURE` when only zod itself can decide. */
type Parse = (value: unknown) => unknown
const UNSURE = Symbol('unsure')

/** The part of a schema's definition that this file reads. Zod documents it for authors of libraries. */
interface Definition {
  type: string
  checks?: readonly Check[]
  catchall?: unknown
  coerce?: boolean
  format?: string
  shape: Readonly<Record<string, Schema>>
  element: Schema
  innerType: Schema
  entries: Readonly<Record<string, string | number>>
  values: readonly unknown[]
  in: Schema
  out: Schema
  transform: (value: unknown, payload: Payload) => unknown
  reverseTransform?: unknown
  keyType: Schema
  valueType: Schema
}

/** What zod gives to a check or a transformation; both report what is wrong as issues. */
interface Payload {
  value: unknown
  issues: unknown[]
}

/** A check of a schema, such as the pattern of an id. */
interface Check {
  _zod: {
    def: { check: string; when?: unknown; format?: string; pattern?: RegExp }
    check: (payload: Payload) => unknown
  }
}

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition

/**
 * Returns a function that parses a response as zod does: it checks every value and lets out only the keys that the
 * schema names. It knows the kinds of which responses consist, and leaves all others, and every error, to zod; so it
 * accepts exactly what zod accepts, in half the time, because zod makes objects for each value (decision 0079). An object
 * that consists of what the schema names is not copied (decision 0091).
 */
export function responseParser<S extends Schema>(schema: S): (value: unknown) => z.output<S> {
  const parse = parserOf(schema, new Map())
  return (value) => {
    const parsed = parse(value)
    return (parsed === UNSURE ? z.parse(schema as unknown as z.ZodMiniType, value) : parsed) as z.output<S>
  }
}

/** Names the schema by which an object was checked that nothing can change any more. */
const CHECKED = Symbol('checked')

/**
 * Returns a function that checks an object by its schema as a response is checked, and freezes it. Every response with the
 * object in a place of this very schema accepts it without looking at it again. All its values must be primitive, because
 * freezing does not reach further.
 */
export function checkingOnce<S extends Schema>(schema: S): (value: z.input<S>) => z.output<S> {
  const parse = responseParser(schema)
  return (value) => {
    const checked = { ...(parse(value) as object) }
    return Object.freeze(Object.defineProperty(checked, CHECKED, { value: schema })) as z.output<S>
  }
}

function parserOf(schema: Schema, made: Map<Schema, Parse>): Parse {
  const known = made.get(schema)
  if (known) return known
  const definition = definitionOf(schema)
  const { checks = [], coerce, format } = definition
  const plain = coerce || format ? undefined : PARSERS[definition.type]?.(definition, made, schema)
  const parse = (plain && withChecks(plain, checks.filter(isDeciding))) ?? byZod(schema)
  made.set(schema, parse)
  return parse
}

/** Descriptions, of which the public API has many, decide nothing. */
const isDeciding = ({ _zod }: Check) => !['describe', 'meta'].includes(_zod.def.check)

const PARSERS: Record<string, (definition: Definition, made: Map<Schema, Parse>, schema: Schema) => Parse | undefined> =
  {
    string: () => (value) => (typeof value === 'string' ? value : UNSURE),
    boolean: () => (value) => (typeof value === 'boolean' ? value : UNSURE),
    number: () => (value) => (Number.isFinite(value) ? value : UNSURE),
    enum: ({ entries }) => oneOf(Object.values(entries)),
    literal: ({ values }) => oneOf(values),
    nullable({ innerType }, made) {
      const inner = parserOf(innerType, made)
      return (value) => (value === null ? null : inner(value))
    },
    optional({ innerType }, made) {
      const inner = parserOf(innerType, made)
      return (value) => (value === undefined ? UNSURE : inner(value))
    },
    unknown: () => (value) => (value === undefined ? UNSURE : value),
    // An id is a string with a check, and a transformation to its canonical form.
    pipe(definition, made) {
      if (definition.reverseTransform) return undefined
      const [first, second] = [parserOf(definition.in, made), parserOf(definition.out, made)]
      return (value) => {
        const between = first(value)
        return between === UNSURE ? UNSURE : second(between)
      }
    },
    transform({ transform }) {
      return (value) => {
        const payload = { value, issues: [] }
        const transformed = transform(value, payload)
        return payload.issues.length > 0 || transformed instanceof Promise ? UNSURE : transformed
      }
    },
    record({ keyType, valueType }, made) {
      const { type, checks, format, coerce } = definitionOf(keyType)
      if (type !== 'string' || checks?.length || format || coerce) return undefined
      const parse = parserOf(valueType, made)
      return (value) => (isPlainRecord(value) ? parseEntries(value, parse) : UNSURE)
    },
    array({ element }, made) {
      const each = parserOf(element, made)
      return (value) => (Array.isArray(value) ? parseAll(value, each) : UNSURE)
    },
    object({ shape, catchall }, made, schema) {
      if (catchall) return undefined
      const fields = Object.entries(shape).map(([key, schema]) => ({
        key,
        parse: parserOf(schema, made),
        isOptional: definitionOf(schema).type === 'optional',
      }))
      return (value) => {
        if (!isRecord(value)) return UNSURE
        return value[CHECKED] === schema ? value : parseFields(value, fields)
      }
    },
  }

const isRecord = (value: unknown): value is Record<string | symbol, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether zod, too, sees a record in it, whatever its keys mean. */
const isPlainRecord = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !Object.hasOwn(value, 'constructor') &&
  !Object.hasOwn(value, '__proto__') &&
  Object.getOwnPropertySymbols(value).length === 0

/** Undefined for a check that only sometimes applies. */
function withChecks(parse: Parse, checks: readonly Check[]): Parse | undefined {
  if (checks.length === 0) return parse
  if (checks.some(({ _zod }) => _zod.def.when)) return undefined
  const pattern = checks.length === 1 ? patternOf(checks[0] as Check) : null
  if (pattern)
    return (value) => {
      const parsed = parse(value)
      return typeof parsed === 'string' && pattern.test(parsed) ? parsed : UNSURE
    }
  return (value) => {
    const parsed = parse(value)
    if (parsed === UNSURE) return UNSURE
    const payload: Payload = { value: parsed, issues: [] }
    for (const { _zod } of checks)
      if (_zod.check(payload) instanceof Promise || payload.issues.length > 0) return UNSURE
    return payload.value
  }
}

/** Returns the pattern of a check that does nothing but compare with it, such as that of an id. */
function patternOf({ _zod: { def } }: Check): RegExp | null {
  const { check, format, pattern } = def
  return check === 'string_format' && format === 'regex' && pattern && !pattern.global && !pattern.sticky
    ? pattern
    : null
}

function oneOf(values: readonly unknown[]): Parse {
  const allowed = new Set(values)
  return (value) => (allowed.has(value) ? value : UNSURE)
}

function parseAll(values: readonly unknown[], parse: Parse): unknown {
  const parsed: unknown[] = []
  for (const value of values) {
    const each = parse(value)
    if (each === UNSURE) return UNSURE
    parsed.push(each)
  }
  return parsed
}

function parseEntries(value: Record<string, unknown>, parse: Parse): unknown {
  const parsed: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const each = parse(value[key])
    if (each === UNSURE) return UNSURE
    parsed[key] = each
  }
  return parsed
}

type Field = { key: string; parse: Parse; isOptional: boolean }

/** Returns the object itself if parsing changes nothing of it. */
function parseFields(value: Record<string, unknown>, fields: readonly Field[]): unknown {
  let parsed: Record<string, unknown> | null = hasOnly(value, fields) ? null : {}
  for (const { key, parse, isOptional } of fields) {
    const given = value[key]
    if (given === undefined && isOptional && !(key in value)) continue
    const each = parse(given)
    if (each === UNSURE) return UNSURE
    if (parsed === null && each !== given) parsed = { ...value }
    if (parsed !== null) parsed[key] = each
  }
  return parsed ?? value
}

/** Whether a plain object has these keys in this order, and no other that JSON would contain. */
function hasOnly(value: Record<string, unknown>, fields: readonly Field[]): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  let at = 0
  for (const key in value) {
    if (fields[at]?.key !== key) return false
    at += 1
  }
  return at === fields.length
}

/** For every kind that is rare in responses. */
function byZod(schema: Schema): Parse {
  return (value) => {
    const result = z.safeParse(schema as unknown as z.ZodMiniType, value)
    return result.success ? result.data : UNSURE
  }
}
