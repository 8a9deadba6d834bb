import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/**
 * Creates src/web/ui/fonts from the published typeface. Run it by hand when the typeface or its use changes; the two
 * packages are not dependencies of Savepoint:
 *
 * npm install --prefix DIR subset-font@2.9.0 @fontsource-variable/archivo@5.3.0 node scripts/subset-fonts.ts DIR
 */
type SubsetFont = (
  font: Buffer,
  text: string,
  options: {
    targetFormat: 'woff2'
    noHinting: boolean
    keepFeatures: string[]
    variationAxes: Record<string, { min: number; max: number }>
  },
) => Promise<Buffer>

const FONTS = join(import.meta.dirname, '../src/web/ui/fonts')

/** The characters that almost every page needs: ASCII, typographic signs, the most frequent letters in titles of games. */
const BASIC = `${between(0x20, 0x7e)}\u00a0©®°·×½éöü–—‘’“”•…↑↓−™`
/** The ranges of the published files, as in fonts.css. */
const LATIN = `${between(0x00, 0xff)}${between(0x2bb, 0x2bc)}${between(0x2000, 0x206f)}ıŒœˆ˚˜\u0304\u0308\u0329€™↑↓−∕\ufeff\ufffd`
const LATIN_EXT =
  between(0x100, 0x2ba) +
  between(0x2bd, 0x2c5) +
  between(0x2c7, 0x2cc) +
  between(0x2ce, 0x2d7) +
  between(0x2dd, 0x2ff) +
  between(0x1d00, 0x1dbf) +
  between(0x1e00, 0x1e9f) +
  between(0x1ef2, 0x1eff) +
  between(0x20a0, 0x20ab) +
  between(0x20ad, 0x20c0) +
  between(0x2c60, 0x2c7f) +
  between(0xa720, 0xa7ff) +
  '\u0304\u0308\u0329†ℓ'

function between(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
}

const [packages] = process.argv.slice(2)
if (!packages) throw new Error('Usage: node scripts/subset-fonts.ts DIR (see the top of the script)')
const found = createRequire(join(resolve(packages), 'here.js'))
const subsetFont: SubsetFont = found('subset-font')

for (const [file, source, text] of [
  ['basic', 'latin', BASIC],
  ['latin', 'latin', [...LATIN].filter((sign) => !BASIC.includes(sign)).join('')],
  ['latin-ext', 'latin-ext', LATIN_EXT],
] as const) {
  const published = found.resolve(`@fontsource-variable/archivo/files/archivo-${source}-wdth-normal.woff2`)
  const subset = await subsetFont(readFileSync(published), text, {
    targetFormat: 'woff2',
    noHinting: true,
    keepFeatures: ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rvrn', 'tnum'],
    // The weights and widths of the design.
    variationAxes: { wght: { min: 400, max: 800 }, wdth: { min: 87.5, max: 112 } },
  })
  writeFileSync(join(FONTS, `archivo-${file}.woff2`), subset)
  console.log(`archivo-${file}.woff2: ${subset.length} bytes`)
}
