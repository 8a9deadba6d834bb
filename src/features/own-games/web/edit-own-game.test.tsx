// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer, showPage } from '#tests/browser/fake-server.tsx'
import { cardOf } from '#tests/browser/library.tsx'
import { expectEscapeAsks } from '#tests/browser/typed-words.ts'
import type { OwnGame } from '../own-games.contract.ts'
import { EditOwnGame } from './edit-own-game.tsx'

fakeServer()

const GAME = { card: cardOf('own_1', 'Jam entry'), name: 'Jam entry', platform: null, year: null } as OwnGame

test('Escape closes the form of an own game, and asks before typed words are lost', async () => {
  const onClose = vi.fn()
  const { user } = showPage(<EditOwnGame game={GAME} onClose={onClose} />)
  const platform = await screen.findByLabelText('Platform')
  await expectEscapeAsks(platform, 'PC')
  expect(onClose).not.toHaveBeenCalled()
  await user.clear(platform)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
