// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { accountsKeys } from '#features/accounts/web/accounts.api.ts'
import { Page } from '#pages/profile-list.page.tsx'
import { memberName } from '#shared/member-name.ts'
import { VIEWER } from '#tests/browser/fake-server.tsx'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a page of the own profile shows name and tabs while nothing has loaded', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, { user: VIEWER, session: null, authenticated: true } as never)
  const env = { client, productName: 'Savepoint', demo: null, origin: '', renderedAt: Date.now() }
  const router = createMemoryRouter(
    [
      { path: '/', element: 'Home' },
      { path: '/profile/list', loader: () => ({ loading: new Promise(() => {}) }), Component: Page },
    ],
    { initialEntries: ['/'] },
  )
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  await act(() => router.navigate('/profile/list'))
  const name = memberName(VIEWER)
  expect(screen.getByRole('heading', { level: 1, name })).toBeDefined()
  const tabs = within(screen.getByRole('navigation', { name: `Profile of ${name}` }))
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Lists')
  expect(screen.getByRole('status').textContent).toBe('Loading')
})
