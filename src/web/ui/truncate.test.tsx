// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { shorten } from '#web/head.tsx'
import { ReadMore } from './truncate.tsx'

afterEach(cleanup)

test('a text up to the limit stays whole', () => {
  render(<ReadMore text={'x'.repeat(300)} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a longer one opens and closes again', () => {
  const text = `${'word '.repeat(70)}end`
  const { container } = render(<ReadMore text={text} />)
  expect(container.textContent).not.toContain('end')
  fireEvent.click(screen.getByRole('button', { name: 'Read More' }))
  expect(container.textContent).toContain('end')
  fireEvent.click(screen.getByRole('button', { name: 'Show Less' }))
  expect(container.textContent).not.toContain('end')
})

test('the text is cut at a word, never inside a letter', () => {
  expect(shorten('One two three four', 15)).toBe('One two three…')
  expect(shorten('One two, three', 9)).toBe('One two…')
  expect(shorten('🎮🎮🎮🎮', 2)).toBe('🎮🎮…')
})
