import { expect, test } from 'vitest'
import { LOCK_SECONDS, RECENT_SECONDS, readCode, SECOND_STEP_SECONDS, TRUST_SECONDS } from './factors.rules.ts'

test.each([
  ['123456', 'app', '123456'],
  [' 123 456 ', 'app', '123456'],
  ['123-456', 'app', '123456'],
  ['aB3dE-fGh1J', 'recovery', 'aB3dE-fGh1J'],
  [' aB3dE fGh1J', 'recovery', 'aB3dE-fGh1J'],
  ['aB3dEfGh1J', 'recovery', 'aB3dE-fGh1J'],
  ['12345', 'recovery', '12345-'],
  ['1234567', 'recovery', '12345-67'],
  ['a123456', 'recovery', 'a1234-56'],
])('%j is parsed as a code of the kind "%s"', (typed, kind, code) => {
  expect(readCode(typed)).toEqual({ kind, code })
})

test('the times of two-factor sign-in, in seconds: a device is trusted for 30 days (C66)', () => {
  expect([SECOND_STEP_SECONDS, LOCK_SECONDS, RECENT_SECONDS, TRUST_SECONDS]).toEqual([600, 900, 600, 2_592_000])
})
