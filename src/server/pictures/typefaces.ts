import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PROJECT_FOLDER } from '#db/project-folder.ts'

/** The pages' own typeface. Its widths are 87.5 to 112 % and its weights 400 to 800, as in the browser. */
export const FAMILY = 'Archivo Variable'
const OWN_FOLDER = join(PROJECT_FOLDER, 'src/web/ui/fonts')
const OWN_FILES = ['archivo-basic', 'archivo-latin', 'archivo-latin-ext']

/** For the scripts that our typeface does not have, in the order in which they are preferred. */
const FALLBACKS = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-jp',
  'noto-sans-kr',
  'noto-sans-sc',
  'noto-emoji',
]
/** Parts of the fallbacks that our typeface has, or that no title needs. */
const NOT_NEEDED = ['latin', 'latin-ext', 'math', 'symbols']

const { resolve } = createRequire(import.meta.url)

/** A part of a fallback typeface, as one file for the browser. */
interface Part {
  name: string
  file: string
  /** The first and the last code point of each range. */
  ranges: readonly (readonly [number, number])[]
}

let loading: Promise<readonly Part[]> | undefined

function loadParts(): Promise<readonly Part[]> {
  loading ??= Promise.all(FALLBACKS.map(partsOf)).then((parts) => parts.flat())
  return loading
}

async function partsOf(family: string): Promise<Part[]> {
  const index = resolve(`@fontsource-variable/${family}/unicode.json`)
  const ranges = JSON.parse(await readFile(index, 'utf8')) as Record<string, string>
  return Object.entries(ranges)
    .filter(([subset]) => !NOT_NEEDED.includes(subset))
    .map(([subset, text]) => {
      const name = `${family}-${subset.replace(/[[\]]/g, '')}`
      return { name, file: join(dirname(index), 'files', `${name}-wght-normal.woff2`), ranges: readRanges(text) }
    })
}

/** Parses 'U+0301,U+0400-045F'. */
const readRanges = (text: string) =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })

/** The last code point of Latin Extended-B; our typeface has everything that titles need up to it. */
const LAST_OWN = 0x24f

/** Returns the parts of the fallback typefaces that this text needs: for each character the first that has it. */
export async function fallbacksFor(text: string): Promise<readonly Part[]> {
  const points = new Set([...text].map((sign) => sign.codePointAt(0) as number).filter((point) => point > LAST_OWN))
  if (points.size === 0) return []
  const parts = await loadParts()
  const has = ({ ranges }: Part, point: number) => ranges.some(([first, last]) => first <= point && point <= last)
  const needed = [...points].map((point) => parts.find((part) => has(part, point)))
  return parts.filter((part) => needed.includes(part))
}

export const readOwn = (): Promise<Buffer[]> =>
  Promise.all(OWN_FILES.map((name) => readFile(join(OWN_FOLDER, `${name}.woff2`))))
