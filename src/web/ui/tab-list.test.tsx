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
  expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual(['#overview', '#media', '#activity'])
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

test('the dropdown of phones has the same tabs and opens them [R-GAME-28]', () => {
  open()
  const select = screen.getByRole('combobox', { name: 'About Hades' }) as HTMLSelectElement
  expect([...select.options].map((option) => option.text)).toEqual(['Overview', 'Media', 'Activity'])
  expect(select.value).toBe('media')
  fireEvent.change(select, { target: { value: 'activity' } })
  expect(onSelect).toHaveBeenCalledWith('activity')
})
