// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { addGame, LibraryError } from '#features/library/web/library-changes.api.ts'
import { declined } from '#tests/browser/fake-server.tsx'
import {
  activities,
  answers,
  choose,
  entries,
  KNIGHT,
  logProgress,
  panelShows,
  showPanel,
  toastShows,
} from '#tests/browser/library.tsx'
import { createQueryClient } from '#web/query-client.ts'

describe('failures', () => {
  test('a failed change of status shows an error and the old status again [R-LIB-14]', async () => {
    await showPanel({ status: 'playing' })
    answers[`PATCH /api/library/${KNIGHT.id}/status`] = () => declined(500, 'boom')
    await choose('dropped')
    await toastShows('Failed to update game status')
    await panelShows('playing')
    expect(activities()).toEqual([])
  })

  test('a failed add names the reason [R-LIB-15]', async () => {
    await showPanel(null)
    answers['POST /api/library'] = () => declined(500, 'boom')
    await choose('want_to_play')
    await toastShows('Failed to add game: boom')
    await panelShows(null)
  })

  test('a broken connection is an unexpected error [R-LIB-16]', async () => {
    await showPanel({ status: 'playing' })
    answers[`PATCH /api/library/${KNIGHT.id}/status`] = () => {
      throw new TypeError('network')
    }
    await choose('dropped')
    await toastShows('An unexpected error occurred. Please try again.')
    await panelShows('playing')
  })

  test('the store reports that adding failed, with the cause [R-LIB-17]', async () => {
    const client = createQueryClient()
    answers['POST /api/library'] = () => declined(500, 'boom')
    const failure = await addGame(client, KNIGHT.id, { status: 'want_to_play' }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(LibraryError)
    expect(failure).toMatchObject({ message: 'Failed to add game to library', cause: { message: 'boom' } })
  })
})

describe('failed sharing', () => {
  const tooSoon = (minutes: number) =>
    declined(
      429,
      `Please wait ${minutes} minutes before sharing another update for this game.`,
      'activity_rate_limited',
    )
  const ACTIVITY = 'POST /api/friends/activities/create'

  test('too soon after a status: one toast with the minutes, and the status stays [R-LIB-24]', async () => {
    await showPanel({ status: 'want_to_play' })
    answers[ACTIVITY] = () => tooSoon(4)
    await choose('playing')
    await toastShows(
      "Status updated, but we couldn't post the activity yet. Please wait 4 minutes before sharing another update for this game.",
    )
    await panelShows('playing')
    expect(entries.get(KNIGHT.id)?.status).toBe('playing')
  })

  test('after an add: the game stays in the library [R-LIB-25]', async () => {
    await showPanel(null)
    answers[ACTIVITY] = () => declined(500, 'boom')
    await choose('want_to_play')
    await toastShows("Added to library, but couldn't create activity")
    expect(entries.get(KNIGHT.id)?.status).toBe('want_to_play')
  })

  test('for another reason after a status [R-LIB-26]', async () => {
    await showPanel({ status: 'want_to_play' })
    answers[ACTIVITY] = () => declined(500, 'boom')
    await choose('playing')
    await toastShows("Status updated, but couldn't share the activity with your friends")
  })

  test('too soon after progress: one toast with the minutes, and the progress is saved [R-PROG-23] [R-PROG-24]', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    answers[ACTIVITY] = () => tooSoon(1)
    await logProgress({ Progress: '50' })
    await toastShows(
      "Progress updated, but we couldn't post the activity yet. Please wait 1 minute before sharing another update for this game.",
    )
    expect(entries.get(KNIGHT.id)?.completion_percentage).toBe(50)
  })

  test('for another reason after progress [R-PROG-25]', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    answers[ACTIVITY] = () => declined(500, 'boom')
    await logProgress({ Progress: '50' })
    await toastShows("Progress updated, but couldn't share the activity with your friends")
  })
})
