import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'

const QUESTION = { name: 'Discard what you typed?' }

/**
 * Types words into a field of an open dialog, and expects that Escape asks before they are lost. "Keep writing" leads back to the
 * field with the words.
 */
export async function expectEscapeAsks(field: HTMLElement, words: string): Promise<void> {
  const user = userEvent.setup()
  await user.type(field, words)
  const { value } = field as HTMLInputElement
  await user.keyboard('{Escape}')
  await user.click(within(await screen.findByRole('dialog', QUESTION)).getByRole('button', { name: 'Keep writing' }))
  await waitFor(() => expect(screen.queryByRole('dialog', QUESTION)).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(value).toContain(words)
  expect(field).toHaveProperty('value', value)
}

/** Expects that Escape asks before typed words are lost, and discards them. */
export async function discardTyped(): Promise<void> {
  const user = userEvent.setup()
  await user.keyboard('{Escape}')
  await user.click(within(await screen.findByRole('dialog', QUESTION)).getByRole('button', { name: 'Discard' }))
}
