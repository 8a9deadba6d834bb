// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tabs } from './tabs.tsx'

/** Each tab is 100 px wide, in a bar of 150 px. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(150)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 100
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const NAMES = ['overview', 'games', 'reviews']
const tabs = (current: string) => (
  <Tabs label="Profile" items={NAMES.map((name) => ({ href: `/${name}`, label: name, current: name === current }))} />
)

/** Shows the markup of the server, which a person may scroll before its code arrives. */
function openFromServer(current: string) {
  const container = document.createElement('div')
  container.innerHTML = renderToString(tabs(current))
  document.body.append(container)
  const bar = container.querySelector('nav') as HTMLElement
  return { bar, hydrate: () => render(tabs(current), { container, hydrate: true }) }
}

test('the bar brings the current tab to the middle', () => {
  const { bar, hydrate } = openFromServer('reviews')
  const { rerender } = hydrate()
  expect(bar.scrollLeft).toBe(175)
  rerender(tabs('games'))
  expect(bar.scrollLeft).toBe(75)
})

test('a bar that was scrolled before its code arrived does not jump back under the finger', () => {
  const { bar, hydrate } = openFromServer('overview')
  bar.scrollLeft = 120
  const { rerender } = hydrate()
  expect(bar.scrollLeft).toBe(120)
  rerender(tabs('reviews'))
  expect(bar.scrollLeft).toBe(175)
})
