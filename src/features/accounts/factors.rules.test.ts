import { expect, test } from 'vitest'
import { readCode } from './factors.rules.ts'

test.each([
  ['123456', 'app', '123456'],
  [' 123 456 ', 'app', '123456'],
  ['123-456', 'app', '123456'],
  ['aB3dE-fGh1J', 'recovery', 'aB3dE-fGh1J'],
  [' aB3dE fGh1J', 'recovery', 'aB3dE-fGh1J'],
  ['aB3dEfGh1J', 'recovery', 'aB3dE-fGh1J'],
  ['12345', 'recovery', '12345-'],
])('%j is parsed as a code of the kind "%s"', (typed, kind, code) => {
  expect(readCode(typed)).toEqual({ kind, code })
})
