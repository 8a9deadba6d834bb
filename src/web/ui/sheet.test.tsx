// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Sheet } from './sheet.tsx'

afterEach(cleanup)

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <div className="toasts">
        <button type="button">Undo</button>
      </div>
      <Sheet open={isOpen} onClose={() => setOpen(false)} label="Actions">
        <button type="button">Like</button>
      </Sheet>
    </>
  )
}

async function show() {
  const user = userEvent.setup()
  render(<Page />)
  const button = screen.getByRole('button', { name: 'Open' })
  await user.click(button)
  await screen.findByRole('dialog', { name: 'Actions' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Like'))
  return { user, button }
}

test('the first press opens the sheet, Escape closes it, and the focus returns', async () => {
  const { user, button } = await show()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button)
})

test('a press on a toast leaves it open', async () => {
  await show()
  const undo = screen.getByText('Undo')
  fireEvent.pointerDown(undo, { pointerType: 'mouse' })
  fireEvent.mouseDown(undo)
  fireEvent.click(undo)
  expect(screen.getByRole('dialog').hasAttribute('data-open')).toBe(true)
})
