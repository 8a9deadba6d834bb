// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PERSON, server, show } from '#tests/browser/friends.tsx'
import { SEARCH_MAX_LENGTH } from '../people.endpoints.ts'
import { MemberSearch } from './member-search.tsx'

test('a text from an address that is longer than the field is searched by its beginning', async () => {
  let search: unknown
  server['GET /api/profiles'] = ({ query }) => {
    search = query.search
    return { status: 200, body: { data: [PERSON] } }
  }
  show(<MemberSearch initial={'a'.repeat(SEARCH_MAX_LENGTH + 30)} />)
  expect(await screen.findByText('Juno Halle')).toBeDefined()
  expect(search).toBe('a'.repeat(SEARCH_MAX_LENGTH))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(search)
})
