import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyLink } from './copy.ts'
import { toastStore } from './ui/toasts.ts'

const ADDRESS = 'http://games.example/game/igdb_7'

beforeEach(() => void vi.stubGlobal('location', { origin: 'http://games.example' }))
afterEach(() => vi.unstubAllGlobals())

const shown = () => ({ ...toastStore.get(), id: 0 })

test('a copied link names what it leads to', async () => {
  const copied = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText: copied } })
  await copyLink('/game/igdb_7', 'Hades')
  expect(copied).toHaveBeenCalledWith(ADDRESS)
  expect(shown()).toEqual({ id: 0, title: 'Link copied', description: 'Hades' })
})

test.each([
  ['a browser that refuses', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } }],
  ['a site without TLS, which has no clipboard', {}],
])('%s shows the address, so that it can be copied by hand', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  await copyLink('/game/igdb_7')
  expect(shown().description).toBe(ADDRESS)
})
