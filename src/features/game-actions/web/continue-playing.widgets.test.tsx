// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { entryOf, HADES, press, show, storeEntry, toastShows } from '#tests/browser/library.tsx'
import { ContinuePlaying } from './continue-playing.widgets.tsx'

test('the home page shows the games being played', async () => {
  storeEntry(entryOf(HADES.id, { status: 'playing', play_time: 19.5, completion_percentage: 62 }))
  show(<ContinuePlaying />)
  expect(await screen.findByRole('heading', { name: 'Continue playing' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All 1 in progress' }).getAttribute('href')).toBe(
    '/profile/games?status=playing',
  )
  await press('Add 30 min to Hades')
  await toastShows('Hades: 30 minutes added')
  expect(await screen.findByText('20h')).toBeTruthy()
})

test('the month after "Last played" starts with a capital', async () => {
  storeEntry(entryOf(HADES.id, { status: 'playing', last_played_at: '2024-08-14T12:00:00.000Z' }))
  show(<ContinuePlaying />)
  expect(await screen.findByText('Last played August 14, 2024')).toBeTruthy()
})
