import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LEVELS_MAX, SHAPES } from '../badges.rules.ts'
import { badgeArt, facetsOf, SIDE } from './badge-art.ts'

const LEVELS = Array.from({ length: LEVELS_MAX }, (_, at) => at + 1)
const areaOf = (points: readonly (readonly [number, number])[]) =>
  Math.abs(
    points.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = points[(at + 1) % points.length] as readonly [number, number]
      return sum + x * nextY - nextX * y
    }, 0) / 2,
  )
const totalArea = (shape: (typeof SHAPES)[number], level: number) =>
  facetsOf(shape, level).reduce((sum, { points }) => sum + areaOf(points), 0)

describe.each(SHAPES)('the drawing of %s', (shape) => {
  test('has more facets on each level, which cover the same area (G14)', () => {
    const counts = LEVELS.map((level) => facetsOf(shape, level).length)
    expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b))
    for (const level of LEVELS) expect(totalArea(shape, level)).toBeCloseTo(totalArea(shape, 1), 5)
  })

  test('lies within its square and is the same each time', () => {
    for (const level of LEVELS) {
      for (const [x, y] of facetsOf(shape, level).flatMap(({ points }) => points)) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(2)
        expect(Math.max(x, y)).toBeLessThanOrEqual(SIDE - 2)
      }
      expect(badgeArt(shape, level)).toEqual(badgeArt(shape, level))
    }
  })
})

test('each shape has an outline of its own', () => {
  expect(new Set(SHAPES.map((shape) => badgeArt(shape, 1).outline)).size).toBe(SHAPES.length)
})

test('a level outside of one to five is drawn as the nearest', () => {
  expect(badgeArt('games', 0)).toEqual(badgeArt('games', 1))
  expect(badgeArt('games', 9)).toEqual(badgeArt('games', 5))
})

// The colours, read from the stylesheets.
const tokens = readFileSync('src/web/ui/tokens.css', 'utf8')
const css = readFileSync('src/features/badges/web/badges.css', 'utf8')
type Colour = [number, number, number]
const hex = (text: string): Colour => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as Colour
/** The tokens of both themes: the first definition of a name is dark, the second light. */
function token(name: string, theme: 'dark' | 'light'): Colour {
  const found = [...tokens.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, 'g'))].map(([, value]) => value as string)
  return hex((theme === 'dark' ? found[0] : (found[1] ?? found[0])) as string)
}
const luminance = (colour: Colour) => {
  const [r, g, b] = colour.map((value) => {
    const share = value / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Colour
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: Colour, b: Colour) => {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
const HUES = new Map(
  [...css.matchAll(/\.pin-(\w+) \{\s*--hue: var\(--([\w-]+)\);/g)].map(([, shape, hue]) => [
    shape as string,
    hue as string,
  ]),
)
const TONES = [
  ...css.matchAll(/\.pin-t(\d) \{\s*fill: color-mix\(in srgb, var\(--hue\) (\d+)%, var\(--([\w-]+)\)\);/g),
].map(([, tone, share, other]) => ({ tone, share: Number(share) / 100, other: other as string }))

test.each(['dark', 'light'] as const)(
  'every tone of every hue has a contrast of at least 3:1 in the %s theme',
  (theme) => {
    expect([...HUES.keys()].toSorted()).toEqual([...SHAPES].toSorted())
    expect(TONES.map(({ tone }) => tone)).toEqual(['0', '2', '3'])
    const grounds = ['bg', 'surface', 'surface-2'].map((name) => token(name, theme))
    for (const [shape, hue] of HUES) {
      const full = token(hue, theme)
      const mixed = TONES.map(({ share, other }) => {
        const end = token(other, theme)
        return full.map((value, at) => value * share + (end[at] as number) * (1 - share)) as Colour
      })
      for (const colour of [full, ...mixed])
        for (const ground of grounds) expect([shape, contrast(colour, ground) >= 3]).toEqual([shape, true])
    }
  },
)
