import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { byPath, problemsOfSchema } from './schema-problems.ts'

const Draft = z.object({
  name: z.string().check(z.minLength(2, 'Too short'), z.regex(/^[a-z]*$/, 'Only letters')),
  rule: z.object({ threshold: z.number('Enter a number') }),
})
const WRONG = Draft.safeParse({ name: '1', rule: { threshold: '' } })

test('each wrong field has its first sentence', () => {
  expect(problemsOfSchema(WRONG)).toEqual({ name: 'Too short', rule: 'Enter a number' })
  expect(problemsOfSchema(WRONG, byPath)).toEqual({ name: 'Too short', 'rule.threshold': 'Enter a number' })
})

test('right values have no problems', () => {
  expect(problemsOfSchema(Draft.safeParse({ name: 'ab', rule: { threshold: 1 } }))).toEqual({})
})
