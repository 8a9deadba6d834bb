// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Tooltips } from './tooltip.tsx'

afterEach(cleanup)

function show() {
  render(
    <>
      <button type="button" data-tip="Like" data-tip-more="2020">
        Heart
      </button>
      <button type="button" data-tip="Log" aria-expanded="true">
        Pen
      </button>
      <Tooltips />
    </>,
  )
  return { heart: screen.getByRole('button', { name: 'Heart' }), pen: screen.getByRole('button', { name: 'Pen' }) }
}
const hover = (element: Element) => fireEvent.pointerOver(element, { pointerType: 'mouse' })
const tooltip = () => document.querySelector('.tooltip')

test('hover shows the words of an element, hidden from assistive technology, until the pointer leaves', async () => {
  const { heart } = show()
  hover(heart)
  await waitFor(() => expect(tooltip()?.textContent).toBe('Like2020'))
  expect(tooltip()?.closest('[aria-hidden=true]')).not.toBeNull()
  hover(document.body)
  await waitFor(() => expect(tooltip()).toBeNull())
})

test('a press and Escape hide it', async () => {
  const { heart } = show()
  for (const hide of [() => fireEvent.pointerDown(heart), () => fireEvent.keyDown(heart, { key: 'Escape' })]) {
    hover(document.body)
    hover(heart)
    await waitFor(() => expect(tooltip()).not.toBeNull())
    hide()
    await waitFor(() => expect(tooltip()).toBeNull())
  }
})

test('Escape goes on to what lies below the tooltip', async () => {
  const { heart } = show()
  hover(heart)
  await waitFor(() => expect(tooltip()).not.toBeNull())
  expect(fireEvent.keyDown(heart, { key: 'Escape' })).toBe(true)
})

test('a touch shows none, and neither does the button of an open menu', async () => {
  const { heart, pen } = show()
  fireEvent.pointerOver(heart, { pointerType: 'touch' })
  hover(pen)
  hover(document.body)
  hover(heart)
  await waitFor(() => expect(tooltip()?.textContent).toBe('Like2020'))
})
