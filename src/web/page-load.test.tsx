// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { useIsLoaded } from './page-load.ts'

afterEach(cleanup)

const Page = () => (useIsLoaded() ? 'The page' : 'Its skeleton')

/** Opens pages of which the second one has this loader data. */
function show(loading: Promise<unknown>) {
  const router = createMemoryRouter(
    [
      { path: '/', element: 'Home' },
      { path: '/list', loader: () => ({ loading }), Component: Page },
    ],
    { initialEntries: ['/'] },
  )
  render(<RouterProvider router={router} />)
  return router
}

test.each(['has loaded', 'has failed to load'])('a page shows its skeleton until it %s', async (end) => {
  const loading = Promise.withResolvers<void>()
  const router = show(loading.promise)
  await act(() => router.navigate('/list'))
  expect(screen.getByText('Its skeleton')).toBeDefined()
  await act(async () => (end === 'has loaded' ? loading.resolve() : loading.reject(new Error('No'))))
  expect(screen.getByText('The page')).toBeDefined()
})

test('Back shows the page at once', async () => {
  const router = show(new Promise(() => {}))
  await act(() => router.navigate('/list'))
  await act(() => router.navigate('/'))
  await act(() => router.navigate(-1))
  expect(screen.getByText('The page')).toBeDefined()
})
