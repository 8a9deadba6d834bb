// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { StatusControl } from './status.tsx'

afterEach(cleanup)
const names = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))
const reachable = () => screen.getAllByRole('radio').filter((radio) => radio.tabIndex === 0)

test('there are four segments with their full names, one of them in the tab order', () => {
  render(<StatusControl value="playing" onChange={() => {}} />)
  expect(names()).toEqual(['Want to Play', 'Currently Playing', 'Completed', 'Dropped'])
  expect(reachable().map((radio) => radio.getAttribute('aria-checked'))).toEqual(['true'])
})

test('without a choice the first is in the tab order and none is checked', () => {
  render(<StatusControl value={null} onChange={() => {}} />)
  expect(reachable()).toHaveLength(1)
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
})

test('arrows choose the neighbour and wrap around', () => {
  const changed = vi.fn()
  render(<StatusControl value="want_to_play" onChange={changed} />)
  fireEvent.keyDown(screen.getByRole('radio', { name: 'Want to Play' }), { key: 'ArrowRight' })
  expect(changed).toHaveBeenLastCalledWith('playing')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Currently Playing')
  fireEvent.keyDown(screen.getByRole('radio', { name: 'Want to Play' }), { key: 'ArrowLeft' })
  expect(changed).toHaveBeenLastCalledWith('dropped')
})

test('a press chooses the status', () => {
  const changed = vi.fn()
  render(<StatusControl value={null} onChange={changed} />)
  fireEvent.click(screen.getByRole('radio', { name: 'Dropped' }))
  expect(changed).toHaveBeenCalledExactlyOnceWith('dropped')
})
