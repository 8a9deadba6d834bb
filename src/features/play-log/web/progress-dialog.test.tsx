// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { declined, lastToast } from '#tests/browser/fake-server.tsx'
import {
  activities,
  answers,
  entries,
  entryOf,
  field,
  HADES,
  KNIGHT,
  logProgress,
  openLog,
  PLAYTHROUGH_ID,
  panelShows,
  press,
  requests,
  showPanel,
  storeEntry,
  toastShows,
  type,
  undoLast,
  writes,
} from '#tests/browser/library.tsx'
import { discardTyped, expectEscapeAsks } from '#tests/browser/typed-words.ts'

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Save log/ })

describe('the log dialog', () => {
  test('100 % marks as completed [R-PROG-01]', async () => {
    await showPanel({ status: 'playing' })
    await logProgress({ Progress: '100' })
    await waitFor(() => expect(writes()).toMatchObject([{ body: { completion_percentage: 100, status: 'completed' } }]))
    await panelShows('completed')
    await toastShows('Hollow Knight: completed')
  })

  test('some hours mark as playing, and the dialog says so before saving [R-PROG-02]', async () => {
    await showPanel({ status: 'dropped' })
    await openLog()
    await type({ 'Hours Played': '1' })
    expect(screen.getByText('Saving will mark this game as Currently Playing')).toBeTruthy()
    await press('Save log')
    await waitFor(() => expect(writes()).toMatchObject([{ body: { play_time: 1, status: 'playing' } }]))
    await toastShows('Hollow Knight: currently playing')
    expect(activities().map(({ body }) => body.activity_type)).toEqual(['started_playing'])
  })

  test('no progress marks as want to play [R-PROG-03]', async () => {
    await showPanel({ status: 'playing', play_time: 2, completion_percentage: 5 })
    await logProgress({ 'Hours Played': '0', Progress: '0' })
    await waitFor(() => expect(writes()).toMatchObject([{ body: { status: 'want_to_play' } }]))
    await toastShows('Hollow Knight: want to play')
  })

  test('Escape closes it, and asks before notes are lost', async () => {
    await showPanel({ status: 'playing' })
    await openLog()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openLog()
    await expectEscapeAsks(screen.getByRole('textbox', { name: 'Notes' }), 'The door')
    await discardTyped()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(writes()).toEqual([])
  })

  test('an unchanged status is not sent [R-PROG-04]', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    await logProgress({ Progress: '50' })
    await toastShows('Hollow Knight: progress updated')
    expect(writes()).toMatchObject([{ body: { completion_percentage: 50 } }])
    expect(writes()[0]?.body).not.toHaveProperty('status')
  })

  test('shares the percentage with friends [R-PROG-08]', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    await logProgress({ Progress: '61' })
    await toastShows('Hollow Knight: progress updated')
    expect(activities().map(({ body }) => body)).toEqual([
      { activity_type: 'progress', game_id: KNIGHT.id, details: { progress: 61 } },
    ])
  })

  test('a status chosen by hand wins over the figures (C07)', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    const dialog = await openLog()
    await type({ Progress: '80' })
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Completed' }))
    await press('Save log')
    await toastShows('Hollow Knight: completed')
    expect(writes()).toMatchObject([{ body: { completion_percentage: 80, status: 'completed' } }])
    expect(activities().map(({ body }) => body.activity_type)).toEqual(['completed'])
  })

  test('an old date is not shared unless the member chooses to', async () => {
    await showPanel(null)
    const dialog = within(await openLog())
    fireEvent.click(dialog.getByRole('radio', { name: 'Completed' }))
    const share = () => dialog.getByRole<HTMLInputElement>('checkbox', { name: /Share with friends/ })
    // A game that is added as completed without a date was completed at an unknown time.
    expect(share().checked).toBe(false)
    fireEvent.click(dialog.getByRole('button', { name: 'Today' }))
    expect(share().checked).toBe(true)
    const date = dialog.getByRole('textbox', { name: 'Finished' })
    fireEvent.change(date, { target: { value: '2012.5' } })
    expect(share().checked).toBe(false)
    expect(dialog.getByText('May 2012')).toBeTruthy()
    fireEvent.change(date, { target: { value: 'long ago' } })
    await press('Save log')
    expect(dialog.getByText('A date is a year, a month or a day: 2012, 2012-05 or 2012-05-17')).toBeTruthy()
    fireEvent.change(date, { target: { value: '2012-05' } })
    // Ticking the box deletes no typed text.
    fireEvent.click(dialog.getByRole('checkbox', { name: /Replay/ }))
    await press('Save log')
    await toastShows('Hollow Knight: completed')
    expect(writes()).toMatchObject([
      { body: { status: 'completed', playthrough: { date: '2012-05', is_replay: true } } },
    ])
    expect(activities()).toEqual([])
    await undoLast()
    await panelShows(null)
  })

  test('a game that is being played is paused, and a dropped one has a reason', async () => {
    await showPanel({ status: 'playing' })
    const dialog = within(await openLog())
    expect(dialog.queryByLabelText('Why you dropped it')).toBeNull()
    fireEvent.click(dialog.getByRole('checkbox', { name: /^Paused/ }))
    await press('Save log')
    await toastShows('Hollow Knight: progress updated')
    expect(writes()).toMatchObject([{ body: { playthrough: { is_paused: true } } }])
    expect(activities()).toEqual([])
    requests.length = 0
    const again = within(await openLog())
    fireEvent.click(again.getByRole('radio', { name: 'Dropped' }))
    expect(again.queryByRole('checkbox', { name: /^Paused/ })).toBeNull()
    fireEvent.change(again.getByLabelText('Why you dropped it'), { target: { value: ' Too long ' } })
    await press('Save log')
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(writes()[0]?.body).toMatchObject({ status: 'dropped', playthrough: { drop_reason: 'Too long' } })
    expect(writes()[0]?.body).not.toHaveProperty('playthrough.is_paused')
  })

  test('undo reverts the log, the playthrough and the activity', async () => {
    const last_played_at = '2026-11-01T12:00:00.000Z'
    const figures = { completion_percentage: 61, play_time: 20, last_played_at }
    await showPanel({ status: 'playing', ...figures, notes: 'Deepnest!' })
    await logProgress({ Progress: '100' })
    await toastShows('Hollow Knight: completed')
    requests.length = 0
    await undoLast()
    await panelShows('playing')
    expect(requests.filter(({ method }) => method !== 'GET')).toMatchObject([
      { method: 'PUT', body: { completion_percentage: 61, status: 'playing', last_played_at, correct: true } },
      { method: 'DELETE', path: `/api/user/games/${KNIGHT.id}/playthroughs/${PLAYTHROUGH_ID}` },
      { method: 'DELETE', path: expect.stringContaining('/api/activities/') },
    ])
  })

  test('`l` opens the dialog with the games being played; choosing one shows its form in the same dialog', async () => {
    storeEntry(entryOf(HADES.id))
    await showPanel(null)
    fireEvent.keyDown(document.body, { key: 'l' })
    const dialog = await screen.findByRole('dialog', { name: 'Log a game' })
    const search = within(dialog).getByRole('combobox', { name: 'Search for a game to log' })
    await waitFor(() => expect(document.activeElement).toBe(search))
    expect(await within(dialog).findByRole('group', { name: 'Playing' })).toBeTruthy()
    fireEvent.change(search, { target: { value: 'hollow' } })
    await within(dialog).findByRole('option', { name: /Hollow Knight/ })
    await act(async () => void fireEvent.keyDown(search, { key: 'Enter' }))
    expect(await screen.findByRole('dialog', { name: 'Log Hollow Knight' })).toBe(dialog)
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('radio'))
    await press('Another game')
    await waitFor(() => expect(dialog.querySelector('[role=combobox]')).toBe(document.activeElement))
  })

  test('`l` asks a visitor to sign in, with the reason', async () => {
    await showPanel(null, null)
    fireEvent.keyDown(document.body, { key: 'l' })
    expect(await screen.findByText('Please sign in to add games to your library')).toBeTruthy()
  })

  test('hours alone make a game that is new to the library playing, and are not shared (C70)', async () => {
    await showPanel(null)
    await logProgress({ 'Hours Played': '3' })
    await toastShows('Hollow Knight: currently playing')
    expect(writes()).toMatchObject([{ body: { play_time: 3, completion_percentage: 0, status: 'playing' } }])
    expect(activities()).toEqual([])
    await panelShows('playing')
  })

  test('a completion outside of 0 to 100 shows an error and is not sent [R-PROG-15]', async () => {
    await showPanel({ status: 'playing' })
    for (const wrongValue of ['101', '-1']) {
      if (!screen.queryByRole('dialog')) await openLog()
      await type({ Progress: wrongValue })
      expect(screen.getByText('Completion percentage must be between 0 and 100')).toBeTruthy()
      await press('Save log')
    }
    expect(writes()).toEqual([])
  })

  test('a negative play time shows an error and is not sent [R-PROG-16]', async () => {
    await showPanel({ status: 'playing' })
    await logProgress({ 'Hours Played': '-1' })
    expect(screen.getByText('Play time cannot be negative')).toBeTruthy()
    expect(writes()).toEqual([])
  })

  test('its numbers are number inputs; completion ranges from 0 to 100 [R-PROG-20]', async () => {
    await showPanel({ status: 'playing' })
    await openLog()
    expect(['type', 'min', 'max'].map((name) => field('Progress').getAttribute(name))).toEqual(['number', '0', '100'])
    expect(['type', 'min', 'step'].map((name) => field('Hours Played').getAttribute(name))).toEqual([
      'number',
      '0',
      '0.1',
    ])
    expect(['type', 'min', 'max'].map((name) => field('Achievements').getAttribute(name))).toEqual([
      'number',
      '0',
      '63',
    ])
  })

  test('a failure shows both sentences and preserves the typed text [R-PROG-21] [R-PROG-22] [C20]', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40 })
    answers[`PUT /api/library/${KNIGHT.id}/progress`] = () => declined(500, 'boom')
    await logProgress({ Progress: '77', 'Hours Played': '9.5' })
    await toastShows('Failed to update progress')
    expect(lastToast()?.description).toBe('Failed to update game progress')
    expect(field('Progress').value).toBe('77')
    expect(field('Hours Played').value).toBe('9.5')
    delete answers[`PUT /api/library/${KNIGHT.id}/progress`]
    await press('Save log')
    await toastShows('Hollow Knight: progress updated')
    expect(entries.get(KNIGHT.id)).toMatchObject({ completion_percentage: 77, play_time: 9.5 })
  })

  test('a number of achievements below the ticks stays typed, and the toast says why', async () => {
    const reason = 'You have ticked 2 achievements of this game. Untick some to log fewer.'
    await showPanel({ status: 'playing', completion_percentage: 40, achievements_completed: 2 })
    answers[`PUT /api/library/${KNIGHT.id}/progress`] = () => declined(400, reason, 'fewer_than_ticked')
    await logProgress({ Achievements: '1' })
    await toastShows('Failed to update progress')
    expect(lastToast()?.description).toBe(reason)
    expect(field('Achievements').value).toBe('1')
  })

  test('more achievements than the game has are not sent, and the field says how many it has (G15)', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40, achievements_completed: 2 })
    await logProgress({ Achievements: '64' })
    expect(screen.getByText('Achievements completed cannot be more than 63')).toBeTruthy()
    expect(writes()).toEqual([])
    fireEvent.change(field('Achievements'), { target: { value: '63' } })
    await press('Save log')
    await toastShows('Hollow Knight: progress updated')
    expect(entries.get(KNIGHT.id)).toMatchObject({ achievements_completed: 63 })
  })

  test('nothing can be saved until something changes; rating and notes alone are no progress', async () => {
    await showPanel({ status: 'playing', completion_percentage: 40, notes: 'Lost.' })
    const dialog = await openLog()
    expect(saveButton().disabled).toBe(true)
    fireEvent.change(within(dialog).getByLabelText('Notes'), { target: { value: 'Found.' } })
    expect(saveButton().disabled).toBe(false)
    fireEvent.change(within(dialog).getByLabelText('Notes'), { target: { value: 'Lost.' } })
    expect(saveButton().disabled).toBe(true)
    fireEvent.keyDown(within(dialog).getByRole('slider', { name: 'Rating' }), { key: 'End' })
    await press('Save log')
    await toastShows('Hollow Knight: log saved')
    expect(writes()).toEqual([{ method: 'PATCH', path: `/api/library/${KNIGHT.id}`, body: { user_rating: 10 } }])
    expect(activities()).toEqual([])
  })
})
