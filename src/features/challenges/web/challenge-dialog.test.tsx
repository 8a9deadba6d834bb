// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer, showPage } from '#tests/browser/fake-server.tsx'
import { ChallengeDialog } from './challenge-dialog.tsx'

fakeServer()
const open = () => {
  const onClose = vi.fn()
  return { onClose, ...showPage(<ChallengeDialog challenge={null} RewardField={() => null} onClose={onClose} />) }
}

test('Escape closes the dialog of a challenge until something is typed', async () => {
  const { user, onClose } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Long nights{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})

test('Escape closes the dialog of a challenge as it was opened', async () => {
  const { user, onClose } = open()
  ;(await screen.findByRole('textbox', { name: 'Title' })).focus()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
