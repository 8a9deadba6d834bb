// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { NewListDialog } from './new-list-dialog.tsx'

const CREATE = 'POST /api/lists'
const LIST = { id: '0197a1b2-0000-7000-8000-00000000000a', title: 'For the train' }
const server = fakeServer()

async function create() {
  const close = vi.fn()
  const { user } = showPage(<NewListDialog onClose={close} />)
  await user.type(await screen.findByLabelText('Title'), LIST.title)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  return close
}

test('a new list is announced in a toast, on its own page', async () => {
  server.answers[CREATE] = () => json(201, { list: LIST })
  const close = await create()
  await waitFor(() => expect(lastToast()?.title).toBe('List created'))
  expect(close).toHaveBeenCalledOnce()
})

test('a list that was not created keeps the form, and a toast says why', async () => {
  server.answers[CREATE] = () => declined(400, 'You have too many lists')
  const close = await create()
  await waitFor(() => expect(lastToast()?.title).toBe('The list was not created'))
  expect(lastToast()?.description).toBe('You have too many lists')
  expect(close).not.toHaveBeenCalled()
})
