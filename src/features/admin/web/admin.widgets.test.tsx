// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { useSearchParams } from 'react-router'
import { expect, test } from 'vitest'
import { showPage } from '#tests/browser/fake-server.tsx'
import { AdminSearch } from './admin.widgets.tsx'

function List() {
  const [search] = useSearchParams()
  return (
    <AdminSearch
      name="Things"
      label="Search things"
      action="/admin/users"
      value={search.get('search') ?? ''}
      maxLength={200}
      placeholder="Any"
      addressOf={(text) => `/admin/users?search=${text}`}
    />
  )
}
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search things' })

test('the search keeps the focus in its field, and shows the search of another address', async () => {
  const { user, router } = showPage(<List />, { at: '/admin/users' })
  await user.type(box(), 'juno{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?search=juno'))
  expect(document.activeElement).toBe(box())
  await act(() => router.navigate(-1))
  expect(box().value).toBe('')
  await act(() => router.navigate(1))
  expect(box().value).toBe('juno')
})
