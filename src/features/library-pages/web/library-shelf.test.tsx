// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { libraryQuery } from '#features/library/web/library-lists.api.ts'
import { declined, VIEWER } from '#tests/browser/fake-server.tsx'
import {
  activities,
  answers,
  CARDS,
  cardOf,
  click,
  entries,
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
import { LibraryShelf } from './library-shelf.tsx'

describe('the shelf', () => {
  const shelf = {
    status: 'playing',
    sort: 'recent',
    order: 'desc',
    search: '',
    platform: '',
    genre: '',
    view: 'list',
  } as const

  test('a game whose status changes leaves the list of the old status; undo restores it', async () => {
    storeEntry(entryOf(KNIGHT.id, { status: 'playing' }))
    storeEntry(entryOf(HADES.id, { status: 'playing' }))
    const { client } = show(<LibraryShelf shelf={shelf} userId={VIEWER.id} />)
    await press('Change Hades')
    await click(await screen.findByRole('menuitemcheckbox', { name: 'Dropped' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Hades' })).toBeNull())
    await toastShows('Hades: dropped')
    expect(client.getQueryData(libraryQuery(shelf).queryKey)?.pages[0]?.total).toBe(1)
    await undoLast()
    expect(await screen.findByRole('link', { name: 'Hades' })).toBeTruthy()
  })

  test('removing asks for confirmation, and then removes the game [R-LIB-19]', async () => {
    storeEntry(entryOf(HADES.id, { status: 'playing' }))
    show(<LibraryShelf shelf={shelf} userId={VIEWER.id} />)
    await press('Change Hades')
    await click(await screen.findByRole('menuitem', { name: 'Remove from library' }))
    expect(await screen.findByText('Remove from library? Your progress for this game will be deleted.')).toBeTruthy()
    expect(writes()).toEqual([])
    await press('Remove')
    await toastShows('Hades: removed from library')
    expect(await screen.findByText('Nothing being played')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Find a game' }).getAttribute('href')).toBe('/all-games')
  })

  test('a failed removal shows an error, and the game stays [R-LIB-18]', async () => {
    storeEntry(entryOf(HADES.id, { status: 'playing' }))
    answers[`DELETE /api/library/${HADES.id}`] = () => declined(500, 'boom')
    show(<LibraryShelf shelf={shelf} userId={VIEWER.id} />)
    await press('Change Hades')
    await click(await screen.findByRole('menuitem', { name: 'Remove from library' }))
    await press('Remove')
    await toastShows('Failed to remove game from library')
    expect(await screen.findByRole('link', { name: 'Hades', hidden: true })).toBeTruthy()
  })

  describe('selection mode', () => {
    const GAMES = Array.from({ length: 5 }, (_, at) => cardOf(`igdb_${at + 1}`, `Game ${at + 1}`))
    const wall = { ...shelf, view: 'grid' } as const
    const box = (name: string) => screen.findByRole('checkbox', { name: new RegExp(`^${name},`) })
    const chosen = () =>
      screen
        .getAllByRole('checkbox')
        .filter((one) => one.getAttribute('aria-checked') === 'true')
        .map((one) => one.getAttribute('aria-label')?.split(',')[0])
    beforeEach(async () => {
      for (const game of GAMES) {
        CARDS[game.id] = game
        storeEntry(entryOf(game.id, { status: 'playing' }))
      }
    })

    test.each(['grid', 'list'] as const)('in the %s: one by one, a range with Shift, all, none', async (view) => {
      show(<LibraryShelf shelf={{ ...shelf, view }} userId={VIEWER.id} />)
      await press('Select')
      expect((await box('Game 1')).getAttribute('aria-checked')).toBe('false')
      await click(await box('Game 2'))
      fireEvent.click(await box('Game 4'), { shiftKey: true })
      expect(chosen()).toEqual(['Game 2', 'Game 3', 'Game 4'])
      fireEvent.click(await box('Game 3'), { shiftKey: true })
      expect(chosen()).toEqual(['Game 2'])
      await press('Select all 5 shown')
      expect(chosen()).toHaveLength(5)
      await press('Select none')
      expect(chosen()).toEqual([])
      fireEvent.keyDown(await box('Game 1'), { key: 'a', ctrlKey: true })
      expect(chosen()).toHaveLength(5)
      const first = await box('Game 1')
      first.focus()
      fireEvent.keyDown(first, { key: 'End' })
      expect(document.activeElement).toBe(await box('Game 5'))
      fireEvent.keyDown(await box('Game 5'), { key: 'Escape' })
      expect(screen.queryAllByRole('checkbox')).toEqual([])
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select' }))
    })

    test('a bulk change is one call and one toast; undo restores all games', async () => {
      show(<LibraryShelf shelf={wall} userId={VIEWER.id} />)
      await press('Select')
      expect((await screen.findByRole('button', { name: 'Mark as Completed' })).hasAttribute('disabled')).toBe(true)
      await press('Select all 5 shown')
      await press('Mark as Completed')
      await toastShows('5 games marked as Completed')
      expect(writes()).toMatchObject([
        { path: '/api/library/bulk/status', body: { game_ids: GAMES.map(({ id }) => id), status: 'completed' } },
      ])
      expect(activities()).toEqual([])
      expect(await screen.findByText('Nothing being played')).toBeTruthy()
      await undoLast()
      expect(await screen.findByRole('link', { name: /^Game 5, 2017, Currently Playing/ })).toBeTruthy()
    })

    test('a failed bulk change changes nothing, preserves the selection and shows an error', async () => {
      show(<LibraryShelf shelf={wall} userId={VIEWER.id} />)
      await press('Select')
      await click(await box('Game 1'))
      answers['POST /api/library/bulk/status'] = () => declined(500, 'boom')
      await press('Mark as Dropped')
      await toastShows('Failed to update game status')
      expect(chosen()).toEqual(['Game 1'])
      expect((await box('Game 1')).getAttribute('aria-label')).toContain('Currently Playing')
    })

    test('a bulk removal asks for confirmation', async () => {
      show(<LibraryShelf shelf={wall} userId={VIEWER.id} />)
      await press('Select')
      await click(await box('Game 1'))
      await click(await box('Game 2'))
      await press('Remove from library')
      expect(await screen.findByText('Remove 2 games?')).toBeTruthy()
      expect(writes()).toEqual([])
      await press('Remove')
      await toastShows('2 games removed from library')
      expect([...entries.keys()]).toEqual(GAMES.slice(2).map(({ id }) => id))
    })
  })

  test('a list that failed to load shows that the games are safe, and retries', async () => {
    answers['GET /api/library'] = () => declined(400, 'boom')
    show(<LibraryShelf shelf={shelf} userId={VIEWER.id} />)
    expect(await screen.findByText('Your games could not be fetched')).toBeTruthy()
    delete answers['GET /api/library']
    storeEntry(entryOf(HADES.id, { status: 'playing' }))
    await press('Try again')
    expect(await screen.findByRole('link', { name: 'Hades' })).toBeTruthy()
  })
})
