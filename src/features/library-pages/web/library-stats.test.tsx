// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { LibraryPanel } from '#features/game-actions/web/library-panel.widgets.tsx'
import { libraryStatsQuery } from '#features/library/web/library-lists.api.ts'
import { json } from '#tests/browser/fake-server.tsx'
import { answers, choose, entryOf, KNIGHT, panelShows, requests, show, storeEntry } from '#tests/browser/library.tsx'
import { LibraryFigures } from './library-stats.tsx'

test('the figures are fetched again after 15 minutes, and at once after the viewer’s own write [R-SESS-25]', async () => {
  storeEntry(entryOf(KNIGHT.id))
  const { client } = show(
    <>
      <LibraryFigures />
      <LibraryPanel game={KNIGHT} />
    </>,
  )
  await panelShows('playing')
  const times = () => requests.filter(({ path }) => path === '/api/library/stats').length
  await waitFor(() => expect(times()).toBe(1))
  const age = (milliseconds: number) =>
    client.setQueryData(libraryStatsQuery().queryKey, (known) => known, { updatedAt: Date.now() - milliseconds })
  age(899_000)
  await client.fetchQuery(libraryStatsQuery())
  expect(times()).toBe(1)
  age(901_000)
  await client.fetchQuery(libraryStatsQuery())
  expect(times()).toBe(2)
  await choose('dropped')
  await waitFor(() => expect(times()).toBe(3))
})

describe('the library figures', () => {
  test('played counts dropped games, as its label says; playtime is shown as Xh Ym [R-STAT-04] [R-STAT-10]', async () => {
    answers['GET /api/library/stats'] = () =>
      json(200, {
        total_played: 3,
        played_this_year: 2,
        backlog: 1,
        totalGames: 4,
        totalPlaytime: 90,
        counts: { want_to_play: 1, playing: 1, completed: 1, dropped: 1 },
        recentlyPlayed: [],
        mostPlayed: [],
      })
    show(<LibraryFigures />)
    await screen.findByText('1h 30m')
    const shown = screen.getAllByRole('listitem').map((one) => one.textContent)
    expect(shown).toEqual([
      '3Playedincludes dropped',
      '2Played this year',
      '1Backlog',
      '4Total games',
      '1h 30mPlaytime',
    ])
  })
})
