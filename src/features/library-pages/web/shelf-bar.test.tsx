// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { shelfAddress, shelfOf } from '#features/library/shelf.rules.ts'
import { fakeServer, showPage } from '#tests/browser/fake-server.tsx'
import { ShelfBar } from './shelf-bar.tsx'

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
      total={undefined}
    />,
  )
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Name')
  await user.selectOptions(screen.getByLabelText('Genre'), screen.getByRole('option', { name: /^Puzzle/ }))
  expect(router.state.location.search).toBe('?sort=name&genre=Puzzle')
})

test('on phones order and filters are in a sheet, whose choices take effect at once; it counts and removes them', async () => {
  const Bar = () => (
    <ShelfBar
      shelf={shelfOf(new URLSearchParams(useLocation().search))}
      label="my games"
      ratingLabel="My rating"
      isOwn
      addressOf={shelfAddress}
      facets={{ platforms: [], genres: [{ name: 'Puzzle', count: 3 }] }}
      total={3}
    />
  )
  const { router, user } = showPage(<Bar />, { at: '/profile/games' })
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  expect(sheet.queryByRole('button', { name: 'Reset' })).toBeNull()
  await user.selectOptions(sheet.getByLabelText('Order'), 'Oldest first')
  await user.selectOptions(sheet.getByLabelText('Genre'), 'Puzzle')
  expect(router.state.location.search).toBe('?order=asc&genre=Puzzle')
  await user.click(sheet.getByRole('button', { name: 'Reset' }))
  expect(router.state.location.search).toBe('?order=asc')
  await user.click(sheet.getByRole('button', { name: 'Show 3 games' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
