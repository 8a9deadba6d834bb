import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the layout follows the width in letters, so that larger letters get the layout of a smaller window', () => {
  const inPixels = globSync('src/**/*.css').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@media[^{]*width[^{]*\dpx[^{]*/g)].map(
      ([query]) => `${file}: ${query.trim()}`,
    ),
  )
  expect(inPixels).toEqual([])
})
