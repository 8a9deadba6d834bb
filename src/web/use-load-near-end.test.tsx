// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeScrolling } from '#tests/browser/scrolling.ts'
import { Shell } from './ui/shell.tsx'
import { useLoadNearEnd } from './use-load-near-end.ts'

const load = vi.fn()
let scroll: ReturnType<typeof fakeScrolling>
beforeEach(() => {
  scroll = fakeScrolling()
})
afterEach(() => {
  cleanup()
  load.mockClear()
  vi.unstubAllGlobals()
})

function List({ isOn }: { isOn: boolean }) {
  const end = useRef<HTMLParagraphElement>(null)
  useLoadNearEnd(end, isOn, load)
  return <p ref={end}>End</p>
}
const page = (isOn: boolean) => (
  <Shell nav={[]} userMenu={null}>
    <List isOn={isOn} />
  </Shell>
)
const end = () => screen.getByText('End')
const foot = () => screen.getByRole('contentinfo')

test('the next part loads when the end of the list comes near', () => {
  render(page(true))
  expect(load).not.toHaveBeenCalled()
  scroll.enter(end())
  expect(load).toHaveBeenCalledOnce()
})

test('nothing loads while the foot of the page is in view, until the reader scrolls back', () => {
  render(page(true))
  scroll.enter(foot(), end())
  expect(load).not.toHaveBeenCalled()
  scroll.leave(foot())
  expect(load).toHaveBeenCalledOnce()
})

test('after a part has arrived, the next one loads if the end is still near', () => {
  const { rerender } = render(page(true))
  scroll.enter(end())
  rerender(page(false))
  scroll.enter(end())
  expect(load).toHaveBeenCalledOnce()
  rerender(page(true))
  expect(load).toHaveBeenCalledTimes(2)
})

test('nothing loads when the foot was in view before the list', () => {
  const { rerender } = render(page(false))
  scroll.enter(foot())
  scroll.enter(end())
  rerender(page(true))
  expect(load).not.toHaveBeenCalled()
})
