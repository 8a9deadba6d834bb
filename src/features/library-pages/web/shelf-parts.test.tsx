// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shelfOf } from '#features/library/shelf.rules.ts'
import { fakeServer, showPage } from '#tests/browser/fake-server.tsx'
import { ShelfBar } from './shelf-parts.tsx'

fakeServer()

test('a second choice keeps the first one, also before the page shows it', async () => {
  const { router, user } = showPage(
    // A page that still shows the shelf from before.
    <ShelfBar
      shelf={shelfOf(new URLSearchParams())}
      label="my games"
      ratingLabel="My rating"
      addressOf={({ sort, genre }) => `/profile/games?sort=${sort}&genre=${genre}`}
      facets={{ platforms: [], genres: [{ name: 'Puzzle', count: 3 }] }}
    />,
  )
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Name')
  await user.selectOptions(screen.getByLabelText('Genre'), screen.getByRole('option', { name: /^Puzzle/ }))
  expect(router.state.location.search).toBe('?sort=name&genre=Puzzle')
})
