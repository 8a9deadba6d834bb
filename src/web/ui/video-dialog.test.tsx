// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DialogVideo, VideoDialog } from './video-dialog.tsx'

const VIDEO: DialogVideo = {
  title: 'Hades: Launch Trailer',
  player: 'https://www.youtube-nocookie.com/embed/XHrskkHf958?autoplay=1',
  link: { href: 'https://www.youtube.com/watch?v=XHrskkHf958', label: 'Watch on YouTube' },
}

/** Sets whether frames load, without any request. */
function framesLoad(isOn: boolean): void {
  const { settings } = (
    window as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } }
  ).happyDOM
  settings.handleDisabledFileLoadingAsSuccess = isOn
}

beforeEach(() => {
  vi.useFakeTimers()
  framesLoad(true)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const dialog = (video: DialogVideo | null) => <VideoDialog video={video} closeMs={300} onClose={() => {}} />
const frame = () => document.querySelector('iframe')
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('the frame is created on opening and removed 300 ms after closing [R-GAME-08 R-GAME-11]', async () => {
  const { rerender } = render(dialog(null))
  expect(frame()).toBeNull()
  rerender(dialog(VIDEO))
  expect(frame()?.getAttribute('src')).toBe(VIDEO.player)
  expect(frame()?.title).toBe(VIDEO.title)
  rerender(dialog(null))
  await later(299)
  expect(frame()).not.toBeNull()
  await later(1)
  expect(frame()).toBeNull()
})

test('the frame stays when the dialog is reopened within that time [R-GAME-11]', async () => {
  const { rerender } = render(dialog(VIDEO))
  rerender(dialog(null))
  await later(200)
  rerender(dialog(VIDEO))
  await later(1000)
  expect(frame()).not.toBeNull()
})

test('offline it shows a message and the link, and creates no frame', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(dialog(VIDEO))
  expect(frame()).toBeNull()
  expect(screen.getByText('You are offline, so the video cannot be played here.')).toBeDefined()
  expect(screen.getByText('Watch on YouTube').getAttribute('href')).toBe(VIDEO.link.href)
})

test('a player that does not load in time is reported as blocked, and one that loads is not', async () => {
  render(dialog(VIDEO))
  fireEvent.load(frame() as Element)
  await later(20_000)
  expect(frame()).not.toBeNull()
  cleanup()
  framesLoad(false)
  render(dialog(VIDEO))
  await later(9_999)
  expect(frame()).not.toBeNull()
  await later(1)
  expect(frame()).toBeNull()
  expect(screen.getByText('The video cannot be played here.')).toBeDefined()
})

test('a player that the security policy refuses is reported as blocked at once', () => {
  render(dialog(VIDEO))
  act(
    () =>
      void document.dispatchEvent(
        Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: 'frame-src' }),
      ),
  )
  expect(frame()).toBeNull()
})

test('a link that is not a video shows the link and no frame', () => {
  render(dialog({ ...VIDEO, player: null }))
  expect(frame()).toBeNull()
  expect(screen.getByText('Watch on YouTube')).toBeDefined()
})
