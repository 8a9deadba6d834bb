// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { accountsKeys } from '#features/accounts/web/accounts.api.ts'
import { VIEWER } from '#tests/browser/fake-server.tsx'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { DialogHost } from './dialog-host.tsx'
import { dialogRequests, requestDialog } from './dialog-requests.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders the host around pages of which `/late` arrives only when `arrive` is called. */
function show() {
  const answer = () => new Response('{"data":[],"entries":[]}', { headers: { 'content-type': 'application/json' } })
  vi.stubGlobal('fetch', async () => answer())
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, { user: VIEWER, session: null, authenticated: true })
  let arrive = () => {}
  const arrival = new Promise<null>((resolve) => {
    arrive = () => resolve(null)
  })
  const host = (
    <>
      <DialogHost />
      <Outlet />
    </>
  )
  const children = [
    { path: '/', element: <p>home</p> },
    { path: '/late', loader: () => arrival, element: <p>late</p> },
    { path: '/other', element: <p>other</p> },
  ]
  const router = createMemoryRouter([{ element: host, children }])
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://here.example', renderedAt: Date.now() }
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  return { router, arrive: () => act(async () => arrive()) }
}
const goTo = (router: ReturnType<typeof show>['router'], path: string) => act(async () => void router.navigate(path))
const openDialog = () => act(async () => requestDialog({ game: null, open: { kind: 'log' } }))

test('a page that was on its way when the dialog opened leaves it open, and the next page closes it', async () => {
  const { router, arrive } = show()
  await goTo(router, '/late')
  await openDialog()
  await screen.findByRole('dialog')
  await arrive()
  await screen.findByText('late')
  expect(dialogRequests.get()).not.toBeNull()
  expect(screen.getByRole('dialog')).toBeTruthy()
  await goTo(router, '/other')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a page that replaces the one on its way closes the dialog, and so does one requested later', async () => {
  const { router, arrive } = show()
  await goTo(router, '/late')
  await openDialog()
  await goTo(router, '/other')
  expect(dialogRequests.get()).toBeNull()
  await openDialog()
  await goTo(router, '/late')
  await arrive()
  await screen.findByText('late')
  expect(dialogRequests.get()).toBeNull()
})

test('a change of the search parameters leaves the dialog open', async () => {
  const { router } = show()
  await openDialog()
  await goTo(router, '/?sort=new')
  expect(dialogRequests.get()).not.toBeNull()
})
