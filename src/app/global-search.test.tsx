// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { accountsKeys } from '#features/accounts/web/accounts.api.ts'
import { connectTransport } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { GlobalSearch } from './global-search.tsx'

afterEach(cleanup)

const MEMBERS = ['ada', 'annabel'].map((name) => ({
  id: `id-of-${name}`,
  username: name,
  display_name: name,
  avatar_url: null,
}))
const GAMES = ['Go', 'Gris'].map((name) => ({ id: `igdb_${name}`, name, year: null, developer: null, cover_url: null }))

/** Renders the search with a server that knows two members and two games. */
function show() {
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, { user: null })
  connectTransport(client, async ({ path }, { query }) => {
    const { search = '', query: words = '' } = (query ?? {}) as { search?: string; query?: string }
    const isFound = (text: string, begin: string) => text.toLowerCase().startsWith(begin.toLowerCase())
    if (path === '/api/games/suggestions')
      return { status: 200, body: { games: GAMES.filter(({ name }) => isFound(name, words)) } }
    return {
      status: 200,
      body: { data: MEMBERS.filter(({ username }) => isFound(username, search)), nextCursor: null },
    }
  })
  const router = createMemoryRouter([{ path: '*', element: <GlobalSearch /> }])
  const env = { client, productName: 'Savepoint', demo: null, origin: '', renderedAt: Date.now() }
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  return router
}

test.each([
  ['@ann', '/profile/id-of-annabel'],
  ['go', '/game/igdb_Go'],
  ['@nobody', '/all-games'],
])("'%s' and Enter at once open %s, before suggestions for these words are shown", async (words, address) => {
  const router = show()
  const field = screen.getByRole('combobox')
  await userEvent.type(field, `${words}{Enter}`)
  await waitFor(() => expect(router.state.location.pathname).toBe(address))
})
