import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Schema } from '#shared/contract.ts'
import { jsonSchemas } from './json-schemas.ts'

const Card = z.object({ name: z.string() })
const Game = z.object({ card: Card, year: z.nullable(z.number()) })
const Choice = z.object({ game: Game, size: z._default(z.number(), 10) })
const Form = z.object({ choice: Choice })
const NAMES = new Map<Schema, string>([
  [Card, 'Card'],
  [Game, 'Game'],
  [Choice, 'Choice'],
  [Form, 'Form'],
])
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('a named schema is a component that is written once, with those to which it refers', () => {
  const page = z.object({ data: z.array(Game) })
  const schemas = jsonSchemas(NAMES, [], [page, Game])
  expect(schemas.output(page)).toMatchObject({ properties: { data: { items: refTo('Game') } } })
  expect(schemas.output(Game)).toEqual(refTo('Game'))
  expect(Object.keys(schemas.components())).toEqual(['Card', 'Game'])
  expect(schemas.components().Game).toMatchObject({ properties: { card: refTo('Card') } })
})

test('a schema without a name stands wherever it is used', () => {
  const inner = z.object({ a: z.string() })
  const outer = z.object({ inner })
  const schemas = jsonSchemas(new Map(), [inner], [outer, inner])
  const written = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
  expect(schemas.output(outer)).toMatchObject({ properties: { inner: written } })
  expect(schemas.input(inner)).toEqual(written)
})

test('an input that differs from its output, or contains one that does, has a name of its own', () => {
  const schemas = jsonSchemas(NAMES, [Form], [Form])
  expect([schemas.input(Form), schemas.output(Form)]).toEqual([refTo('FormInput'), refTo('Form')])
  const components = schemas.components()
  expect(Object.keys(components)).toEqual(['Card', 'Choice', 'ChoiceInput', 'Form', 'FormInput', 'Game'])
  expect(components.FormInput).toMatchObject({ properties: { choice: refTo('ChoiceInput') } })
  expect([components.ChoiceInput?.required, components.Choice?.required]).toEqual([['game'], ['game', 'size']])
})

test('the parameters of a request are the fields of its schema, also of a named one', () => {
  const schemas = jsonSchemas(NAMES, [Game], [])
  expect(schemas.fields(Game)).toEqual({
    properties: { card: refTo('Card'), year: { type: ['number', 'null'] } },
    required: ['card', 'year'],
  })
})

test('a record of known keys has these as fields', () => {
  const counts = z.record(z.enum(['playing', 'completed']), z.number())
  expect(jsonSchemas(new Map(), [], [counts]).output(counts)).toEqual({
    type: 'object',
    properties: { playing: { type: 'number' }, completed: { type: 'number' } },
    required: ['playing', 'completed'],
  })
})

test('two schemas with one name are refused, because a client could not tell them apart', () => {
  const names = new Map<Schema, string>([
    [z.object({ a: z.string() }), 'Game'],
    [z.object({ b: z.string() }), 'Game'],
  ])
  expect(() => jsonSchemas(names, [], [])).toThrow('Two schemas are exported as Game')
})
