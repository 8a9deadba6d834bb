// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useAsked, useClosing } from './use-asked.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => {
    cleanup()
    vi.useRealTimers()
  }
})

function Asked({ name, onClose }: { name: string; onClose: () => void }) {
  const { isOpen, close } = useClosing(onClose)
  return (
    <div role="dialog" aria-label={name} data-open={isOpen}>
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  )
}

function Part() {
  const { asked, ask, close } = useAsked<string>()
  return (
    <>
      {['Rename', 'Remove'].map((name) => (
        <button key={name} type="button" onClick={() => ask(name)}>
          {name}
        </button>
      ))}
      {asked && <Asked key={asked.turn} name={asked.for} onClose={close} />}
    </>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const shown = () => screen.queryAllByRole('dialog').map((one) => [one.getAttribute('aria-label'), one.dataset.open])

test.each([0, 100, 249])('a dialog that opens %i ms after the last one began to close stays open', (between) => {
  render(<Part />)
  press('Rename')
  press('Close')
  act(() => void vi.advanceTimersByTime(between))
  press('Remove')
  act(() => void vi.advanceTimersByTime(1000))
  expect(shown()).toEqual([['Remove', 'true']])
})

test('a dialog that opens before React has removed the last one is open, also for the same thing', () => {
  render(<Part />)
  press('Remove')
  press('Close')
  // On a busy machine, the end of the animation and the click are one rendering.
  act(() => {
    vi.advanceTimersByTime(250)
    press('Remove')
  })
  act(() => void vi.advanceTimersByTime(1000))
  expect(shown()).toEqual([['Remove', 'true']])
})
