import * as z from 'zod/mini'
import type { Schema } from '#shared/contract.ts'
import { ascending } from '#shared/order.ts'

type Json = Record<string, unknown>
type Direction = 'input' | 'output'

const COMPONENTS = '#/components/schemas/'

/** The schemas of one OpenAPI document, as JSON Schema. A schema with a name is a component, and a reference wherever it is used. */
export interface JsonSchemas {
  /** What a request may contain. */
  input: (schema: Schema) => Json
  /** What an answer contains. */
  output: (schema: Schema) => Json
  /** The fields of an object in a request, such as the parameters of a query. */
  fields: (schema: Schema) => { properties: Record<string, Json>; required: readonly string[] }
  /** Returns the components that the described schemas refer to, by name. */
  components: () => Record<string, Json>
}

/**
 * Writes these schemas as JSON Schema 2020-12, the language of OpenAPI 3.1. Of a named schema whose input differs from its
 * output, the input is called after it: `PreferencesInput`.
 */
export function jsonSchemas(
  names: ReadonlyMap<Schema, string>,
  inputs: readonly Schema[],
  outputs: readonly Schema[],
): JsonSchemas {
  const written = { input: write(names, inputs, 'input'), output: write(names, outputs, 'output') }
  const differing = differingNames(written.input.byName, written.output.byName)
  const used = new Map<string, Json>()

  /** Replaces references to roots without a name by what they say, and notes the components that are referred to. */
  function resolve(value: unknown, direction: Direction): unknown {
    if (Array.isArray(value)) return value.map((each) => resolve(each, direction))
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as Json
    const others = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, resolve(each, direction)]))
    if (typeof $ref !== 'string') return others
    const name = $ref.slice(COMPONENTS.length)
    const root = written[direction].roots.get(name)
    return root ? { ...(resolve(root, direction) as Json), ...others } : { $ref: refer(name, direction), ...others }
  }

  function refer(name: string, direction: Direction): string {
    const called = direction === 'input' && differing.has(name) ? `${name}Input` : name
    if (!used.has(called)) {
      used.set(called, {})
      used.set(called, resolve(written[direction].byName.get(name), direction) as Json)
    }
    return COMPONENTS + called
  }

  const of = (schema: Schema, direction: Direction) =>
    resolve({ $ref: COMPONENTS + written[direction].idOf(schema) }, direction) as Json
  return {
    input: (schema) => of(schema, 'input'),
    output: (schema) => of(schema, 'output'),
    fields(schema) {
      const { byName, roots, idOf } = written.input
      const id = idOf(schema)
      const { properties = {}, required = [] } = (byName.get(id) ?? roots.get(id)) as {
        properties?: Json
        required?: string[]
      }
      return { properties: resolve(properties, 'input') as Record<string, Json>, required }
    },
    components: () => Object.fromEntries([...used].toSorted(ascending(([name]) => name))),
  }
}

/** Writes the named schemas and the roots of a document in one direction. */
function write(names: ReadonlyMap<Schema, string>, roots: readonly Schema[], io: Direction) {
  const registry = z.registry<{ id: string }>()
  const ids = new Map<Schema, string>(names)
  const taken = new Set<string>()
  for (const [schema, name] of names) {
    if (taken.has(name))
      throw new Error(`Two schemas are exported as ${name}, so the API's description cannot name both`)
    taken.add(name)
    registry.add(schema, { id: name })
  }
  for (const schema of roots)
    if (!ids.has(schema)) {
      const id = `root ${ids.size}`
      ids.set(schema, id)
      registry.add(schema, { id })
    }
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => COMPONENTS + id,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // An answer may get more fields, and a request with other fields is no error.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      nameKeys(jsonSchema)
    },
  })
  const byName = new Map<string, Json>()
  const withoutName = new Map<string, Json>()
  for (const [id, { $schema: _, $id: __, ...schema }] of Object.entries(schemas as Record<string, Json>))
    (taken.has(id) ? byName : withoutName).set(id, schema)
  return { byName, roots: withoutName, idOf: (schema: Schema) => ids.get(schema) as string }
}

/** Writes a record of known keys as an object with these fields, because a client gets no fields from `propertyNames`. */
function nameKeys(schema: Json): void {
  const { enum: keys } = (schema.propertyNames ?? {}) as { enum?: string[] }
  if (!keys) return
  schema.properties = Object.fromEntries(keys.map((key) => [key, schema.additionalProperties]))
  delete schema.propertyNames
  delete schema.additionalProperties
}

/** Returns the names whose input differs from their output, or refers to such a name. */
function differingNames(inputs: ReadonlyMap<string, Json>, outputs: ReadonlyMap<string, Json>): Set<string> {
  const texts = [...inputs].map(([name, input]) => ({ name, input: JSON.stringify(input) }))
  const differing = new Set(
    texts.filter(({ name, input }) => input !== JSON.stringify(outputs.get(name))).map(({ name }) => name),
  )
  for (let known = -1; known !== differing.size; ) {
    known = differing.size
    for (const { name, input } of texts)
      if ([...differing].some((other) => input.includes(`"${COMPONENTS}${other}"`))) differing.add(name)
  }
  return differing
}
