// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TabList } from './tab-list.tsx'

afterEach(cleanup)

const onSelect = vi.fn()
const open = () => {
  onSelect.mockReset()
  render(
    <TabList
      label="About Hades"
      path="/game/igdb_1"
      items={[
        { id: 'overview', label: 'Overview' },
        { id: 'media', label: 'Media', count: 14 },
        { id: 'activity', label: 'Activity' },
      ]}
      current="media"
      onSelect={onSelect}
    />,
  )
  return screen.getAllByRole('tab')
}

test('one tab is selected, is the only one in the tab order, and names its panel', () => {
  const tabs = open()
  expect(tabs.map((tab) => tab.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false'])
  expect(tabs.map((tab) => tab.tabIndex)).toEqual([-1, 0, -1])
  expect(tabs.map((tab) => tab.getAttribute('aria-controls'))).toEqual([null, 'panel-media', null])
  expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual([
    '/game/igdb_1#overview',
    '/game/igdb_1#media',
    '/game/igdb_1#activity',
  ])
  expect(tabs[1]?.textContent).toBe('Media14')
})

test('arrows, Home and End move the focus and wrap around without opening a tab', () => {
  const tabs = open()
  tabs[1]?.focus()
  const press = (key: string) => {
    fireEvent.keyDown(document.activeElement as Element, { key })
    return tabs.indexOf(document.activeElement as HTMLElement)
  }
  expect(['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'ArrowDown'].map(press)).toEqual([2, 0, 2, 0, 2, 2])
  expect(onSelect).not.toHaveBeenCalled()
})

test('a click and the space bar open a tab', () => {
  const tabs = open()
  fireEvent.click(tabs[2] as Element)
  fireEvent.keyDown(tabs[0] as Element, { key: ' ' })
  expect(onSelect.mock.calls).toEqual([['activity'], ['overview']])
})
