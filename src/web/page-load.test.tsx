// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, redirect, useRouteError } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { useIsLoaded, withSkeleton } from './page-load.tsx'

afterEach(cleanup)

const Page = () => 'The page'
const Skeleton = () => 'Its skeleton'
const ErrorPage = () => `Error ${(useRouteError() as { status: number }).status}`

/** Opens pages of which the second one has this loader data. */
function show(loading: Promise<unknown>, page = { Page, Skeleton }) {
  const router = createMemoryRouter(
    [
      { path: '/', element: 'Home' },
      { path: '/list', loader: () => ({ loading }), Component: withSkeleton(page), ErrorBoundary: ErrorPage },
      { path: '/elsewhere', element: 'Elsewhere' },
    ],
    { initialEntries: ['/'] },
  )
  // Without this the router writes each error to the console.
  render(<RouterProvider router={router} onError={() => {}} />)
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

test('a page that is its own skeleton keeps its elements', async () => {
  const Own = () => <h1>{useIsLoaded() ? 'Loaded' : 'Loading'}</h1>
  const loading = Promise.withResolvers<void>()
  const router = show(loading.promise, { Page: Own, Skeleton: Own } as never)
  await act(() => router.navigate('/list'))
  const heading = screen.getByText('Loading')
  await act(async () => loading.resolve())
  expect(screen.getByText('Loaded')).toBe(heading)
})

test('Back shows the page at once', async () => {
  const router = show(new Promise(() => {}))
  await act(() => router.navigate('/list'))
  await act(() => router.navigate('/'))
  await act(() => router.navigate(-1))
  expect(screen.getByText('The page')).toBeDefined()
})

test('a redirect that comes while the skeleton is shown replaces its address', async () => {
  const loading = Promise.withResolvers<void>()
  const router = show(loading.promise)
  await act(() => router.navigate('/list'))
  await act(async () => loading.reject(redirect('/elsewhere')))
  expect(screen.getByText('Elsewhere')).toBeDefined()
  await act(() => router.navigate(-1))
  expect(screen.getByText('Home')).toBeDefined()
})

test('a page that turns out to be missing shows the error page', async () => {
  // React logs the error that an error boundary catches.
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const loading = Promise.withResolvers<void>()
  const router = show(loading.promise)
  await act(() => router.navigate('/list'))
  await act(async () => loading.reject(new Response('Not here', { status: 404 })))
  expect(screen.getByText('Error 404')).toBeDefined()
  await waitFor(() => expect(logged).toHaveBeenCalled())
})
