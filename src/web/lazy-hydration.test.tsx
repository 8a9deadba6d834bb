// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyHydrated, lazyLoaded, loadParts } from './lazy-hydration.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const missing = () => new TypeError('Failed to fetch dynamically imported module')
const Here = () => <p>Here</p>

test('a part whose code cannot be loaded without a network appears when the network is back, and breaks nothing', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let tries = 0
  const load = async () => {
    tries += 1
    if (!navigator.onLine) throw missing()
    return { Here }
  }
  const Part = lazyHydrated(load, 'Here')
  const { container } = render(<Part />)
  await act(async () => {})
  expect(container.textContent).toBe('')
  online.mockReturnValue(true)
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Here')).toBeTruthy()
  expect(tries).toBe(2)
})

test('a part whose code fails is tried again after a while; the page stays as it is even if it never comes', async () => {
  vi.useFakeTimers()
  const load = vi.fn<() => Promise<{ Here: typeof Here }>>().mockRejectedValue(missing())
  const Part = lazyHydrated(load, 'Here', <i>Loading</i>)
  const { container } = render(<Part />)
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(load).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(load).toHaveBeenCalledTimes(2)
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000))
  expect(load).toHaveBeenCalledTimes(6)
  expect(container.textContent).toBe('Loading')
})

test('what opens by a press reports a failure after a second try', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<() => Promise<{ Here: typeof Here }>>().mockRejectedValue(missing())
  const Dialog = lazyLoaded(load, 'Here')
  render(
    <ErrorBoundary fallback="Something went wrong">
      <Suspense>
        <Dialog />
      </Suspense>
    </ErrorBoundary>,
  )
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(load).toHaveBeenCalledTimes(2)
  expect(screen.getByText('Something went wrong')).toBeTruthy()
})

test("the browser keeps the server's HTML until the code arrives, and hydrates it without a mismatch", async () => {
  const code = Promise.withResolvers<{ Button: () => React.ReactNode }>()
  const onClick = vi.fn()
  const Part = lazyHydrated(() => code.promise, 'Button', <i>Loading</i>)
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = '<!--$--><button type="button">Here</button><!--/$-->'
  const button = container.querySelector('button') as HTMLButtonElement
  const onRecoverableError = vi.fn()
  const root = await act(async () => hydrateRoot(container, <Part />, { onRecoverableError }))
  expect(container.textContent).toBe('Here')
  await act(async () =>
    code.resolve({
      Button: () => (
        <button type="button" onClick={onClick}>
          Here
        </button>
      ),
    }),
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
  const Part = lazyHydrated(async () => ({ Here }), 'Here', <i>Loading</i>)
  await loadParts()
  const container = document.createElement('div')
  const texts: (string | null)[] = []
  const observer = new MutationObserver(() => texts.push(container.textContent))
  observer.observe(container, { childList: true, subtree: true })
  render(<Part />, { container })
  await act(async () => {})
  observer.disconnect()
  expect(texts).toEqual(['Here'])
})

test('the next page waits for its parts, but not for one that fails', async () => {
  const Part = lazyHydrated(async () => ({ Here }), 'Here', <i>Loading</i>)
  lazyHydrated(() => Promise.reject(missing()), 'Here' as never)
  await loadParts()
  const { container } = render(<Part />)
  expect(container.textContent).toBe('Here')
})

test('the next page also waits for the parts that a prefetch is loading', async () => {
  let arrive = (_: { Here: typeof Here }) => {}
  const Part = lazyHydrated(
    () => new Promise<{ Here: typeof Here }>((resolve) => (arrive = resolve)),
    'Here',
    <i>Loading</i>,
  )
  const prefetch = loadParts()
  const navigation = loadParts()
  arrive({ Here })
  await navigation
  const { container } = render(<Part />)
  expect(container.textContent).toBe('Here')
  await prefetch
})
