import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const tokens = read('./tokens.css')
const styles = read('./avatar.css')

/** Returns the value of the token in each theme, as hue in degrees and saturation. */
function colours(token: string) {
  const found = [...tokens.matchAll(new RegExp(`--${token}: #([0-9a-f]{6});`, 'g'))]
  return found.map(([, hex = '']) => {
    const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    const most = Math.max(r, g, b)
    const range = most - Math.min(r, g, b)
    if (range === 0) return { hue: 0, saturation: 0 }
    const sector = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range
    return { hue: (sector * 60 + 360) % 360, saturation: range / most }
  })
}

test.each([
  ['gaming', 'blue', 195, 255, '[R-FRIEND-13]'],
  ['online', 'green', 90, 170, '[R-FRIEND-14]'],
])('the ring of who is %s is %s in both themes, hue %i to %i %s', (state, _colour, from, to, _rule) => {
  expect(styles).toMatch(new RegExp(`\\.av-${state} \\{\\s*--c: var\\(--${state}\\);`))
  const all = colours(state)
  expect(all.length).toBeGreaterThanOrEqual(2)
  for (const { hue, saturation } of all) {
    expect(hue).toBeGreaterThan(from)
    expect(hue).toBeLessThan(to)
    expect(saturation).toBeGreaterThan(0.4)
  }
})

test('the ring of offline members is grey in both themes [R-FRIEND-15]', () => {
  expect(styles).toMatch(/\.av-offline \{\s*--c: var\(--offline\);/)
  const all = colours('offline')
  expect(all.length).toBeGreaterThanOrEqual(2)
  for (const { saturation } of all) expect(saturation).toBeLessThan(0.2)
})
