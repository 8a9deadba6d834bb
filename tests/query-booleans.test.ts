import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Contract, Schema } from '#shared/contract.ts'

// A boolean in the query of the API has one spelling rule: `yesOrNo` of shared/contract.ts.

const files = globSync('src/features/*/*.contract.ts')
const modules = await Promise.all(
  files.map((file) => import(pathToFileURL(file).href) as Promise<Record<string, unknown>>),
)
const parameters = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is Contract => typeof value === 'object' && value !== null && 'query' in value)
  .flatMap(({ method, path, query }) =>
    Object.entries((query as { shape?: Record<string, Schema> }).shape ?? {}).map(
      ([name, schema]) => [`${method} ${path} ${name}`, schema] as const,
    ),
  )

const read = (schema: Schema, text: string) => z.safeParse(schema as unknown as z.ZodMiniType, text).data

/** Returns whether the parameter knows only the words of booleans: another number, or another word, is nothing to it. */
function isBoolean(schema: Schema): boolean {
  const known = ['true', '1'].filter((text) => read(schema, text) !== read(schema, 'neither'))
  return (
    known.some((text) => typeof read(schema, text) === 'boolean' || read(schema, text) === text) &&
    !['5', '7'].some((number) => read(schema, number) === number) &&
    read(schema, 'neither') !== 'neither'
  )
}

const booleans = parameters.filter(([, schema]) => isBoolean(schema))

test('the query of the API has booleans', () => {
  expect(booleans.length).toBeGreaterThan(12)
})

test.each(booleans)('%s is true for true and 1, and false for false and 0 [R-NEWS-12]', (_name, schema) => {
  expect(['true', '1', 'false', '0'].map((text) => read(schema, text))).toEqual([true, true, false, false])
})
