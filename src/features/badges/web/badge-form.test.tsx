// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer, showPage } from '#tests/browser/fake-server.tsx'
import { BadgeForm } from './badge-form.tsx'

fakeServer()

test('Escape closes the dialog of a badge until something is typed', async () => {
  const onClose = vi.fn()
  const { user } = showPage(<BadgeForm badge={null} onClose={onClose} />)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.type(name, 'Night owl{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await user.clear(name)
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
