// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Status } from '#features/library/library.rules.ts'
import { localDay } from '#shared/dates.ts'
import { declined, delayed, json } from '#tests/browser/fake-server.tsx'
import {
  activities,
  answers,
  choose,
  chosen,
  entries,
  entryOf,
  KNIGHT,
  panelShows,
  pendingWork,
  press,
  requests,
  retracted,
  sent,
  showPanel,
  storeEntry,
  toastShows,
  undoLast,
  writes,
} from '#tests/browser/library.tsx'

describe('choosing a status', () => {
  test('the control shows the four labels [R-LIB-01]', async () => {
    await showPanel(null)
    expect(screen.getAllByRole('radio').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Want to Play',
      'Currently Playing',
      'Completed',
      'Dropped',
    ])
  })

  test('want to play adds the game, confirms it and shares it; undo reverts both [R-LIB-03] [R-LIB-04]', async () => {
    await showPanel(null)
    await choose('want_to_play')
    await panelShows('want_to_play')
    await toastShows('Game added to library')
    expect(writes()).toMatchObject([{ method: 'POST', body: { game_id: KNIGHT.id, status: 'want_to_play' } }])
    expect(activities()).toMatchObject([{ body: { activity_type: 'want_to_play', game_id: KNIGHT.id } }])
    await undoLast()
    await panelShows(null)
    await waitFor(() => expect(requests.map(({ method }) => method)).toContain('DELETE'))
    await waitFor(() => expect(retracted()).toHaveLength(1))
    expect(entries.size).toBe(0)
  })

  test('adding a game that is in the library already shows no error but its real status, with a message [R-LIB-05] [C21]', async () => {
    await showPanel(null)
    storeEntry(entryOf(KNIGHT.id, { status: 'dropped' }))
    await choose('want_to_play')
    await toastShows('Game is already in your library')
    await panelShows('dropped')
    expect(activities()).toEqual([])
  })

  test('any status can follow any other [R-LIB-06]', async () => {
    await showPanel({ status: 'want_to_play' })
    const steps: Status[] = ['playing', 'dropped', 'want_to_play', 'dropped', 'playing', 'want_to_play']
    for (const to of steps) {
      await choose(to)
      await panelShows(to)
      await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe(to))
    }
    for (const from of ['want_to_play', 'playing', 'dropped'] as const) {
      await choose(from)
      await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe(from))
      await choose('completed')
      await press('Save log')
      await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe('completed'))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await choose(from)
      await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe(from))
    }
  })

  test('choosing the current status shows a message and sends nothing [R-LIB-07]', async () => {
    await showPanel({ status: 'completed' })
    await choose('completed')
    await toastShows('Game is already marked as Completed')
    expect(writes()).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('completed opens the dialog with 100 % and the known hours; cancel changes nothing [R-LIB-08]', async () => {
    await showPanel({ status: 'playing', play_time: 23.5, completion_percentage: 61 })
    await choose('completed')
    const dialog = await screen.findByRole('dialog', { name: 'Log Hollow Knight' })
    expect(within(dialog).getByLabelText<HTMLInputElement>('Hours Played').value).toBe('23.5')
    expect(within(dialog).getByRole<HTMLInputElement>('spinbutton', { name: 'Progress' }).value).toBe('100')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await pendingWork()
    expect(writes()).toEqual([])
    await panelShows('playing')
  })

  test('saving that dialog sets status and progress in one save, and shares it once [R-LIB-09] [R-PROG-07]', async () => {
    await showPanel({ status: 'playing', play_time: 23.5, completion_percentage: 61 })
    await choose('completed')
    await press('Save log')
    await panelShows('completed')
    await toastShows('Hollow Knight: completed')
    expect(writes()).toEqual([
      {
        method: 'PUT',
        path: `/api/library/${KNIGHT.id}/progress`,
        // The game was playing until now, so it was finished today.
        body: { completion_percentage: 100, status: 'completed', playthrough: { date: localDay(new Date()) } },
      },
    ])
    expect(activities().map(({ body }) => body.activity_type)).toEqual(['completed'])
  })

  test('playing is shared as started_playing, dropped is not shared [R-LIB-10]', async () => {
    await showPanel({ status: 'want_to_play' })
    await choose('playing')
    await toastShows('Hollow Knight: currently playing')
    expect(activities().map(({ body }) => body.activity_type)).toEqual(['started_playing'])
    await choose('dropped')
    await toastShows('Hollow Knight: dropped')
    expect(activities()).toHaveLength(1)
  })

  test('undo sets the previous status', async () => {
    await showPanel({ status: 'playing' })
    await choose('dropped')
    await toastShows('Hollow Knight: dropped')
    await undoLast()
    await panelShows('playing')
    await waitFor(() => expect(entries.get(KNIGHT.id)?.status).toBe('playing'))
    expect(writes().at(-1)?.body).toEqual({ status: 'playing', correct: true })
  })
})

describe('clicks in quick succession', () => {
  const STATUS = `PATCH /api/library/${KNIGHT.id}/status`
  /** Answers each change of the status only when the test says so. */
  function answerLater() {
    const waiting: ReturnType<typeof delayed>[] = []
    answers[STATUS] = () => {
      const one = delayed()
      waiting.push(one)
      return one.answer()
    }
    const saved = (status: Status) => json(200, { entry: storeEntry(entryOf(KNIGHT.id, { status })) })
    const give = async (at: number, response: Response) => {
      await waitFor(() => expect(waiting).toHaveLength(at + 1))
      await waiting[at]?.give(response)
    }
    return { give, saved }
  }
  const statuses = () => sent(STATUS).map(({ body }) => body.status)

  test('two changes of one game are sent in the order of the clicks', async () => {
    await showPanel({ status: 'want_to_play' })
    await choose('playing')
    await choose('dropped')
    await waitFor(() => expect(writes()).toHaveLength(2))
    expect(writes().map(({ body }) => body.status)).toEqual(['playing', 'dropped'])
    await panelShows('dropped')
  })

  test('each change is sent after the answer to the one before, and the last choice stays on screen', async () => {
    await showPanel({ status: 'want_to_play' })
    const { give, saved } = answerLater()
    await choose('playing')
    await panelShows('playing')
    await choose('dropped')
    await panelShows('dropped')
    expect(statuses()).toEqual(['playing'])
    await give(0, saved('playing'))
    await waitFor(() => expect(statuses()).toEqual(['playing', 'dropped']))
    expect(chosen()).toBe('Dropped')
    await choose('want_to_play')
    await panelShows('want_to_play')
    await pendingWork()
    expect(statuses()).toEqual(['playing', 'dropped'])
    await give(1, saved('dropped'))
    await waitFor(() => expect(statuses()).toEqual(['playing', 'dropped', 'want_to_play']))
    expect(chosen()).toBe('Want to Play')
    await give(2, saved('want_to_play'))
    await toastShows('Hollow Knight: want to play')
    await panelShows('want_to_play')
  })

  test('a failed change does not take a later one off the screen', async () => {
    await showPanel({ status: 'want_to_play' })
    const { give, saved } = answerLater()
    await choose('playing')
    await choose('dropped')
    await give(0, declined(500, 'boom'))
    await toastShows('Failed to update game status')
    expect(chosen()).toBe('Dropped')
    await give(1, saved('dropped'))
    await toastShows('Hollow Knight: dropped')
    await panelShows('dropped')
  })

  test('when all of them fail, the status that the server has is shown again', async () => {
    await showPanel({ status: 'want_to_play' })
    const { give } = answerLater()
    await choose('playing')
    await choose('dropped')
    await give(0, declined(500, 'boom'))
    await give(1, declined(500, 'boom'))
    await panelShows('want_to_play')
  })

  test('when the last one fails, the answer to the one before is shown again', async () => {
    await showPanel({ status: 'want_to_play' })
    const { give, saved } = answerLater()
    await choose('playing')
    await choose('dropped')
    await give(0, saved('playing'))
    await give(1, declined(500, 'boom'))
    await toastShows('Failed to update game status')
    await panelShows('playing')
  })
})
