// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { Fold } from './fold.widgets.tsx'

fakeServer()

const bars = () =>
  [...document.querySelectorAll<HTMLElement>('.fold-bar')].map((bar) => [
    bar.style.getPropertyValue('--v'),
    bar.classList.contains('fold-bar-mine'),
  ])

test('a fold shows the shares of author and reader, in a sentence and as two lines', () => {
  showPage(
    <Fold fold={{ writtenAt: 80, readerAt: 35 }} reveal={async () => 'x'}>
      {(text) => <p>{text}</p>}
    </Fold>,
  )
  expect(screen.getByText('Written at 80 %. You are at 35 %.')).toBeTruthy()
  expect(bars()).toEqual([
    ['80%', false],
    ['35%', true],
  ])
})

test('a visitor sees only the share of the author', () => {
  showPage(
    <Fold fold={{ writtenAt: 80, readerAt: null }} reveal={async () => 'x'}>
      {(text) => <p>{text}</p>}
    </Fold>,
    { viewer: null },
  )
  expect(screen.getByText('Written at 80 % of the game.')).toBeTruthy()
  expect(bars()).toEqual([['80%', false]])
})

test('the button replaces the fold by the text, and the focus moves to the text', async () => {
  const { user } = showPage(
    <Fold fold={{ writtenAt: 80, readerAt: 35 }} reveal={async () => 'The butler.'}>
      {(text) => <p>{text}</p>}
    </Fold>,
  )
  await user.click(screen.getByRole('button', { name: 'Show it' }))
  const text = await screen.findByText('The butler.')
  expect(screen.queryByText(/Written at/)).toBeNull()
  expect(document.activeElement).toBe(text.parentElement)
})

test('a failed request shows a toast, and the fold remains with its button', async () => {
  const { user } = showPage(
    <Fold fold={{ writtenAt: 80, readerAt: 35 }} reveal={() => Promise.reject(new Error('offline'))}>
      {() => <p>never</p>}
    </Fold>,
  )
  await user.click(screen.getByRole('button', { name: 'Show it' }))
  await waitFor(() => expect(lastToast()?.title).toBe('The text could not be loaded'))
  expect(screen.getByText('Written at 80 %. You are at 35 %.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show it' }).getAttribute('aria-disabled')).toBeNull()
})
