// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { FAVOURITES_CHANGED } from '#features/profiles/profiles.rules.ts'
import { FAVOURITES_CHANGED_ELSEWHERE } from '#features/profiles/profiles.texts.ts'
import { declined, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { PINS_DIALOG_TEXTS } from '../pins-dialog.texts.ts'
import { FavouritesDialog } from './favourites-dialog.tsx'

const PUT = 'PUT /api/profiles/me/favourites'
const game = (n: number) => ({ id: `igdb_${n}`, name: `Game ${n}`, coverUrl: null, genre: null, releaseDate: null })
const server = fakeServer()

test('a save over favourites that another device has changed names them, and the next one replaces them', async () => {
  const now = [game(1), game(2)]
  server.answers[`GET /api/profiles/${VIEWER.id}`] = () =>
    json(200, { profile: { id: VIEWER.id, username: 'ann', favourites: now } })
  server.answers[PUT] = ({ body }) =>
    (body.seen as string[]).length === now.length
      ? json(200, { favourites: [game(1)] })
      : declined(409, FAVOURITES_CHANGED_ELSEWHERE, FAVOURITES_CHANGED)
  const onClose = vi.fn()
  const profile = { id: VIEWER.id, username: 'ann', favourites: [game(1)] } as unknown as Profile
  const { user } = showPage(<FavouritesDialog profile={profile} onClose={onClose} />)
  const save = async () => user.click(await screen.findByRole('button', { name: 'Save' }))
  await save()
  await waitFor(() =>
    expect(lastToast()).toMatchObject({
      title: FAVOURITES_CHANGED_ELSEWHERE,
      description: PINS_DIALOG_TEXTS.changedMeanwhile('Game 1, Game 2'),
    }),
  )
  expect(onClose).not.toHaveBeenCalled()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(server.bodies(PUT)).toEqual([
    { game_ids: ['igdb_1'], seen: ['igdb_1'] },
    { game_ids: ['igdb_1'], seen: ['igdb_1', 'igdb_2'] },
  ])
})

test('a cover moves by keyboard with the focus, each place is said, and Escape puts it down before it closes the dialog', async () => {
  const onClose = vi.fn()
  const profile = { id: VIEWER.id, username: 'ann', favourites: [game(1), game(2), game(3)] } as unknown as Profile
  const { user } = showPage(<FavouritesDialog profile={profile} onClose={onClose} />)
  const list = within(await screen.findByRole('list', { name: 'Chosen favourites' }))
  const names = () => list.getAllByRole('button').map(({ textContent }) => textContent?.match(/Game \d, place/)?.[0])
  list.getByRole('button', { name: /Game 1, place 1/ }).focus()
  await user.keyboard('{Enter}{ArrowRight}{ArrowRight}')
  expect(names()).toEqual(['Game 2, place', 'Game 3, place', 'Game 1, place'])
  expect(screen.getByText('Game 1: place 3 of 3')).toBeTruthy()
  expect(document.activeElement).toBe(list.getByRole('button', { name: /Game 1, place 3/ }))
  await user.keyboard('{Escape}')
  expect(screen.getByText('Game 1 stays at position 3.')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
