// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Lightbox, type LightboxPicture } from './lightbox.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const picture = (n: number): LightboxPicture => ({
  src: `/large-${n}.jpg`,
  small: `/small-${n}.jpg`,
  alt: `Picture ${n}`,
})
const THREE = [1, 2, 3].map(picture)

function Live({ from = 0, pictures = THREE }: { from?: number | null; pictures?: LightboxPicture[] }) {
  const [at, setAt] = useState<number | null>(from)
  const [left, setLeft] = useState(pictures)
  return (
    <Lightbox
      label="Pictures"
      pictures={left}
      at={at}
      onMove={setAt}
      onClose={() => setAt(null)}
      onBroken={(broken) => setLeft(left.filter((each) => each !== broken))}
    />
  )
}

const shown = () => screen.queryByRole('img')?.getAttribute('alt') ?? null
const dialog = () => screen.getByRole('dialog')

test('shows one picture, its number, the total and its description', () => {
  render(<Live from={1} />)
  expect(shown()).toBe('Picture 2')
  expect(screen.getByRole('status').textContent).toBe('2 / 3')
  expect(screen.getByRole('img').style.backgroundImage).toContain('/small-2.jpg')
})

test('arrows, Home, End and buttons change the picture and wrap around', () => {
  render(<Live />)
  const press = (key: string) => {
    fireEvent.keyDown(dialog(), { key })
    return shown()
  }
  expect(['ArrowLeft', 'ArrowRight', 'ArrowRight', 'End', 'Home', 'ArrowUp'].map(press)).toEqual([
    'Picture 3',
    'Picture 1',
    'Picture 2',
    'Picture 3',
    'Picture 1',
    'Picture 1',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }))
  expect(shown()).toBe('Picture 3')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(shown()).toBe('Picture 1')
})

test('a sideways swipe changes the picture; a short or vertical one does not', () => {
  render(<Live />)
  const swipe = (from: number, to: number, pointerType = 'touch') => {
    fireEvent.pointerDown(screen.getByRole('img'), { pointerType, clientX: from })
    fireEvent.pointerUp(screen.getByRole('img'), { pointerType, clientX: to })
    return shown()
  }
  expect(swipe(200, 100)).toBe('Picture 2')
  expect(swipe(100, 200)).toBe('Picture 1')
  expect(swipe(100, 120)).toBe('Picture 1')
  expect(swipe(300, 100, 'mouse')).toBe('Picture 1')
})

test('the neighbours are prefetched', () => {
  const fetched: string[] = []
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        fetched.push(address)
      }
    },
  )
  render(<Live />)
  expect(fetched).toEqual(['/large-2.jpg', '/large-3.jpg'])
})

test('a picture that fails to load is removed', () => {
  render(<Live />)
  fireEvent.error(screen.getByRole('img'))
  expect(shown()).toBe('Picture 2')
  expect(screen.getByRole('status').textContent).toBe('1 / 2')
})

test('the button closes it, and a closed one contains nothing', () => {
  render(<Live />)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('img')).toBeNull()
})

test('with one picture there is no navigation', () => {
  render(<Live pictures={[picture(1)]} />)
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
})
