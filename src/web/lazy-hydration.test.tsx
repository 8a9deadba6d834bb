// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyHydrated } from './lazy-hydration.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a part whose code cannot be loaded without a network appears when the network is back, and breaks nothing', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let tries = 0
  const Part = lazyHydrated(async () => {
    tries += 1
    if (!navigator.onLine) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <p>Here</p>
  })
  const { container } = render(<Part />)
  await act(async () => {})
  expect(container.textContent).toBe('')
  online.mockReturnValue(true)
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Here')).toBeTruthy()
  expect(tries).toBe(2)
})

test("the browser keeps the server's HTML until the code arrives, and hydrates it without a mismatch", async () => {
  const code = Promise.withResolvers<() => React.ReactNode>()
  const onClick = vi.fn()
  const Part = lazyHydrated(() => code.promise, <i>Loading</i>)
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = '<!--$--><button type="button">Here</button><!--/$-->'
  const button = container.querySelector('button') as HTMLButtonElement
  const onRecoverableError = vi.fn()
  const root = await act(async () => hydrateRoot(container, <Part />, { onRecoverableError }))
  expect(container.textContent).toBe('Here')
  await act(async () =>
    code.resolve(() => (
      <button type="button" onClick={onClick}>
        Here
      </button>
    )),
  )
  // Exactly the element that the server sent.
  expect(container.querySelector('button')).toBe(button)
  button.click()
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(onRecoverableError).not.toHaveBeenCalled()
  await act(async () => root.unmount())
  container.remove()
})

test('a part whose code is there already appears in the first rendering, without its placeholder', async () => {
  const Part = lazyHydrated(async () => () => <p>Here</p>, <i>Loading</i>)
  await Part.preload()
  const container = document.createElement('div')
  const texts: (string | null)[] = []
  const observer = new MutationObserver(() => texts.push(container.textContent))
  observer.observe(container, { childList: true, subtree: true })
  render(<Part />, { container })
  await act(async () => {})
  observer.disconnect()
  expect(texts).toEqual(['Here'])
})
