// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { LibraryShelf } from '#features/library-pages/web/library-shelf.tsx'
import { declined, json, VIEWER } from '#tests/browser/fake-server.tsx'
import {
  answers,
  click,
  entryOf,
  HADES,
  KNIGHT,
  press,
  show,
  storeEntry,
  toastShows,
  undoLast,
  writes,
} from '#tests/browser/library.tsx'

const shelf = {
  status: 'all',
  sort: 'recent',
  order: 'desc',
  search: '',
  platform: '',
  genre: '',
  view: 'grid',
} as const
const IDS = [HADES.id, KNIGHT.id]

beforeEach(() => {
  storeEntry(entryOf(HADES.id))
  storeEntry(entryOf(KNIGHT.id))
  for (const part of ['rating', 'playthrough'])
    answers[`POST /api/library/bulk/${part}`] = () => json(200, { changed: 2, undo_id: VIEWER.id })
})

/** Selects both games and opens a dialog of the menu. */
async function change(item: string, dialog: string) {
  show(<LibraryShelf shelf={shelf} userId={VIEWER.id} />)
  await press('Select')
  await press('Select all 2 shown')
  await press('Change more')
  await click(await screen.findByRole('menuitem', { name: item }))
  return within(await screen.findByRole('dialog', { name: dialog }))
}

describe('selected games', () => {
  test('are rated in one call, with one undo', async () => {
    const dialog = await change('Rating', 'Rate 2 games')
    fireEvent.keyDown(dialog.getByRole('slider', { name: 'Rating of the games' }), { key: 'End' })
    await click(dialog.getByRole('button', { name: 'Rate' }))
    await toastShows('2 games rated 5 of 5')
    expect(screen.queryAllByRole('checkbox')).toEqual([])
    await undoLast()
    expect(writes()).toMatchObject([
      { path: '/api/library/bulk/rating', body: { game_ids: IDS, user_rating: 10 } },
      { path: '/api/library/bulk/undo', body: { undo_id: VIEWER.id } },
    ])
  })

  test('lose their ratings', async () => {
    const dialog = await change('Rating', 'Rate 2 games')
    await click(dialog.getByRole('button', { name: 'Remove ratings' }))
    await toastShows('2 games without stars now')
    expect(writes()).toMatchObject([{ body: { user_rating: null } }])
  })

  test('get a platform and dates; what is empty stays as it is', async () => {
    const dialog = await change('Platform and dates', 'Platform and dates')
    await click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByRole('alert').textContent).toBe('Choose a platform or a date')
    fireEvent.change(dialog.getByLabelText('Started'), { target: { value: '2021' } })
    fireEvent.change(dialog.getByRole('textbox', { name: 'Finished or dropped' }), { target: { value: '2020' } })
    await click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('It cannot end before it started')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('Started'), { target: { value: '' } })
    await click(dialog.getByRole('button', { name: 'Save' }))
    await toastShows('2 games changed')
    expect(writes()).toEqual([
      { method: 'POST', path: '/api/library/bulk/playthrough', body: { game_ids: IDS, finished_on: '2020' } },
    ])
  })

  test('a refusal stays in the dialog with its sentence', async () => {
    answers['POST /api/library/bulk/playthrough'] = () =>
      declined(409, 'You are playing “Hades”, so that it has no last day')
    const dialog = await change('Platform and dates', 'Platform and dates')
    fireEvent.change(dialog.getByLabelText('Platform'), { target: { value: 'PC' } })
    await click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(dialog.getByRole('alert').textContent).toBe('You are playing “Hades”, so that it has no last day'),
    )
  })
})
