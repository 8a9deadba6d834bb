// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { PopoverButton } from './popover-button.tsx'

afterEach(cleanup)

function show() {
  render(
    <PopoverButton
      title="Genre"
      panel={(close) => (
        <>
          <input aria-label="Name" />
          <button type="button" onClick={close}>
            Show
          </button>
        </>
      )}
    >
      Open
    </PopoverButton>,
  )
  return { user: userEvent.setup(), button: screen.getByRole('button', { name: 'Open' }) }
}

test('the first press opens a panel with its title, and the first field gets the focus', async () => {
  const { user, button } = show()
  await user.click(button)
  const panel = await screen.findByRole('dialog', { name: 'Genre' })
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(button.getAttribute('aria-controls')).toBe(panel.id)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
})

test('Esc and its own button close the panel, and the focus returns', async () => {
  const { user, button } = show()
  for (const close of [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByRole('button', { name: 'Show' })),
  ]) {
    await user.click(button)
    await screen.findByRole('dialog')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
    await close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(button)
  }
})

test('Tab stays in the panel', async () => {
  const { user, button } = show()
  await user.click(button)
  const panel = await screen.findByRole('dialog')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  for (let n = 0; n < 4; n++) {
    await user.tab()
    await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true))
  }
})

test('a press on another field closes it, and the focus stays there', async () => {
  // Base UI ignores what joins the document after the panel.
  const other = document.body.appendChild(document.createElement('input'))
  const { user, button } = show()
  await user.click(button)
  await screen.findByRole('dialog')
  await user.click(other)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(other)
  other.remove()
})
