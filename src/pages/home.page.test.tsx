// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { accountsKeys, SIGNED_OUT } from '#features/accounts/web/accounts.api.ts'
import { SLOGAN } from '#features/info/info.texts.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { load, Page } from './home.page.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a link shows the sentence of the start page while its data load', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, SIGNED_OUT)
  const env = { client, productName: 'Savepoint', demo: null, origin: '', renderedAt: Date.now() }
  const router = createMemoryRouter(
    [
      { path: '/', Component: Page },
      { path: '/releases', element: 'Releases' },
    ],
    { initialEntries: ['/releases'] },
  )
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  void load({ client, params: {}, url: new URL('http://here.example/') })
  await act(() => router.navigate('/'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(SLOGAN)
  expect(screen.getByRole('status').textContent).toBe('Loading')
  // The focus goes to it, because it stays when the rest arrives.
  expect(document.querySelector('.shape')).toBeNull()
})
