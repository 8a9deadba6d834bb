// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { EnvContext, type PageEnv } from './page.ts'
import { useNow } from './use-env.ts'

const RENDERED_AT = Date.parse('2026-11-26T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers()
  return () => {
    cleanup()
    vi.useRealTimers()
  }
})

let renderings = 0

function Clock() {
  renderings += 1
  return <time>{useNow().toISOString().slice(11, 19)}</time>
}

/** Shows the page of `RENDERED_AT` in a browser, as long after it as `seconds` says. */
function openAfter(seconds: number): void {
  vi.setSystemTime(RENDERED_AT + seconds * 1000)
  renderings = 0
  render(
    <EnvContext value={{ renderedAt: RENDERED_AT } as PageEnv}>
      <Clock />
    </EnvContext>,
  )
}

const shown = () => screen.getByRole('time').textContent
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

test('a page that was rendered just now keeps its time, and is not rendered twice', () => {
  openAfter(2)
  expect(shown()).toBe('12:00:00')
  expect(renderings).toBe(1)
})

test('a page from a cache gets the real time', () => {
  openAfter(45)
  expect(shown()).toBe('12:00:45')
})

test('the time is updated every half minute', async () => {
  openAfter(2)
  await pass(29)
  expect(shown()).toBe('12:00:00')
  await pass(1)
  expect(shown()).toBe('12:00:32')
})
