import { expect, test } from 'vitest'
import { memberName } from './member-name.ts'

test("a member is named by display name, else username, else 'Unknown User' or the fallback of the page", () => {
  expect(memberName({ display_name: 'Mara', username: 'mara' })).toBe('Mara')
  expect(memberName({ display_name: null, username: 'mara' })).toBe('mara')
  expect(memberName({ display_name: null, username: null })).toBe('Unknown User')
  expect(memberName({ display_name: null, username: null }, 'mara@example.org')).toBe('mara@example.org')
})
