// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PageFocus } from './page-focus.ts'
import { createStore, useStore } from './store.ts'

/** What the second page shows: a skeleton, then the page. */
const arrived = createStore(false)
const scrolledTo: Element[] = []

function Layout() {
  const { pathname, search } = useLocation()
  return (
    <>
      <header>
        <a href="/">Home</a>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <PageFocus pathname={pathname} search={search} first="/" />
    </>
  )
}

const Home = () => (
  <>
    <h1>Home</h1>
    <a href="/second">To second</a>
  </>
)

function Second() {
  if (!useStore(arrived)) return <p className="shape">Loading</p>
  return (
    <>
      <h1>Second</h1>
      <a href="/third">Third</a>
      <section id="comments">Comments</section>
    </>
  )
}

function open() {
  const router = createMemoryRouter([
    {
      element: <Layout />,
      children: [
        { path: '/', element: <Home /> },
        { path: '/second', element: <Second /> },
        { path: '/third', element: <h1>Third</h1> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  return (to: string | -1) => act(async () => void (await router.navigate(to as string)))
}
const arrive = () => act(async () => arrived.set(true))
const main = () => screen.getByRole('main')

beforeEach(() => {
  arrived.set(false)
  scrolledTo.length = 0
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    scrolledTo.push(this)
  }
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView')
})

test('the heading of a page gets the focus when its skeleton has ended', async () => {
  const go = open()
  await go('/second')
  expect(document.activeElement).toBe(main())
  await arrive()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Second' }))
})

test('the heading leaves the focus where the person has gone during the skeleton', async () => {
  const go = open()
  await go('/second')
  const home = screen.getByRole('link', { name: 'Home' })
  fireEvent.keyDown(main(), { key: 'Tab', shiftKey: true })
  home.focus()
  await arrive()
  expect(document.activeElement).toBe(home)
})

test('the heading of a page that somebody has left meanwhile takes no focus', async () => {
  const go = open()
  await go('/second')
  await go('/third')
  await arrive()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Third' }))
})

test('Back gives the focus to the link that has led away, and not to the heading', async () => {
  const go = open()
  await go('/second')
  await arrive()
  expect(document.activeElement?.textContent).toBe('Second')
  await go(-1)
  expect(document.activeElement?.textContent).toBe('To second')
})

test('the page scrolls to what the fragment of its address names, also if that comes after the skeleton', async () => {
  const go = open()
  await go('/second#comments')
  await arrive()
  expect(scrolledTo).toEqual([screen.getByText('Comments')])
})
