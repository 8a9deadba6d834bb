// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ENTRY_CHANGED } from '#features/library/library.rules.ts'
import { LIBRARY_REFUSALS } from '#features/library/library.texts.ts'
import { declined, lastToast } from '#tests/browser/fake-server.tsx'
import {
  activities,
  answers,
  entries,
  entryOf,
  KNIGHT,
  panelShows,
  pendingWork,
  press,
  radio,
  show,
  showPanel,
  storeEntry,
  toastShows,
  undoLast,
  writes,
} from '#tests/browser/library.tsx'
import { LibraryPanel } from './library-panel.widgets.tsx'

describe('the panel', () => {
  test('shows an error when the progress could not be loaded, and retries [R-PROG-27]', async () => {
    // A refusal: the browser would repeat the request for seven seconds after a server error.
    answers['GET /api/library'] = () => declined(400, 'boom')
    show(<LibraryPanel game={KNIGHT} />)
    expect(await screen.findByText('Failed to load progress')).toBeTruthy()
    delete answers['GET /api/library']
    storeEntry(entryOf(KNIGHT.id, { completion_percentage: 61, play_time: 23.5 }))
    await press('Try again')
    expect(await screen.findByText('61 %')).toBeTruthy()
    expect(screen.getByText('23h 30m')).toBeTruthy()
  })

  test('a rating adds a game as completed; undo removes it', async () => {
    await showPanel(null)
    fireEvent.keyDown(screen.getByRole('slider', { name: /Rate/ }), { key: 'End' })
    await toastShows('Game added to library')
    expect(writes()).toMatchObject([{ body: { status: 'completed', user_rating: 10 } }])
    // It may have been completed years ago.
    expect(activities()).toEqual([])
    await panelShows('completed')
    await undoLast()
    await panelShows(null)
  })

  test('the undo of an addition keeps a game that another tab has changed since, and says why', async () => {
    await showPanel(null)
    fireEvent.keyDown(screen.getByRole('slider', { name: /Rate/ }), { key: 'End' })
    await toastShows('Game added to library')
    let seen: unknown
    answers[`DELETE /api/library/${KNIGHT.id}`] = ({ query }) => {
      seen = query.seen
      return declined(409, LIBRARY_REFUSALS.changedSince, ENTRY_CHANGED)
    }
    await undoLast()
    await toastShows(LIBRARY_REFUSALS.changedSince)
    await panelShows('completed')
    expect(seen).toBe(entries.get(KNIGHT.id)?.updated_at)
  })

  test('a rating of a game in the library is saved at once; undo restores the previous one', async () => {
    await showPanel({ user_rating: 4 })
    const stars = screen.getByRole('slider', { name: /Rate/ })
    fireEvent.keyDown(stars, { key: 'ArrowRight' })
    await toastShows('Hollow Knight: rated 2½ of 5')
    expect(stars.getAttribute('aria-valuenow')).toBe('2.5')
    await undoLast()
    await waitFor(() => expect(entries.get(KNIGHT.id)?.user_rating).toBe(4))
    expect(stars.getAttribute('aria-valuenow')).toBe('2')
  })

  test('arrow keys on the stars save only the value at which they pause', async () => {
    await showPanel({ user_rating: 4 })
    const stars = screen.getByRole('slider', { name: /Rate/ })
    stars.focus()
    for (let press = 0; press < 3; press++) fireEvent.keyDown(stars, { key: 'ArrowRight' })
    expect(stars.getAttribute('aria-valuenow')).toBe('3.5')
    expect(writes()).toEqual([])
    await toastShows('Hollow Knight: rated 3½ of 5')
    expect(writes().map(({ body }) => body)).toEqual([{ user_rating: 7 }])
  })

  test('arrow keys on the statuses move the focus without choosing', async () => {
    await showPanel({ status: 'want_to_play' })
    fireEvent.keyDown(await radio('want_to_play'), { key: 'ArrowRight' })
    expect(document.activeElement).toBe(await radio('playing'))
    await pendingWork()
    expect(writes()).toEqual([])
    await panelShows('want_to_play')
  })

  test('the heart is saved at once', async () => {
    await showPanel({ status: 'completed' })
    await press(/Like/)
    await toastShows('Hollow Knight: liked')
    expect(entries.get(KNIGHT.id)?.is_liked).toBe(true)
    expect(screen.getByRole('button', { name: /Like/ }).getAttribute('aria-pressed')).toBe('true')
  })

  test('+ 30 min adds hours and makes a wanted game playing; undo corrects the history', async () => {
    await showPanel({ status: 'want_to_play', play_time: 1 })
    await press('Add 30 min')
    await toastShows('Hollow Knight: 30 minutes added')
    expect(lastToast()?.description).toBe('1h 30m in all')
    expect(writes()).toMatchObject([{ method: 'PUT', body: { play_time: 1.5, status: 'playing' } }])
    expect(activities().map(({ body }) => body.activity_type)).toEqual(['started_playing'])
    await undoLast()
    await waitFor(() => expect(writes()).toHaveLength(2))
    expect(writes()[1]?.body).toEqual({ play_time: 1, status: 'want_to_play', correct: true })
    await panelShows('want_to_play')
  })

  test('a failed + 30 min shows an error [R-PROG-21]', async () => {
    await showPanel({ play_time: 1 })
    answers[`PUT /api/library/${KNIGHT.id}/progress`] = () => declined(500, 'boom')
    await press('Add 30 min')
    await toastShows('Failed to update game progress')
    expect(await screen.findByText('1h')).toBeTruthy()
  })
})
