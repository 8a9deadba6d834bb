import type { ChartBar } from '../charts.rules.ts'

/** The widths in pixels for which labels are chosen: that of a phone, and that of half a page. */
const WIDTHS = { narrow: 330, wide: 540 } as const
/** The width of a letter of the labels, and the space between two of them. */
const LETTER = 7
const SPACE = 6

const longest = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length)) * LETTER + SPACE

/** Where a label is shown: everywhere, only where there is room, or nowhere. */
export type Shown = 'all' | 'wide' | null

/**
 * Returns for each column whether its label is shown, so that no two labels touch. Of more labels than fit, each second
 * or third one stays, `anchor` among them.
 */
export function labelsShown(texts: readonly string[], anchor = 0): Shown[] {
  const stepFor = (width: number) => Math.max(1, Math.ceil((texts.length * longest(texts)) / width))
  const [narrow, wide] = [stepFor(WIDTHS.narrow), stepFor(WIDTHS.wide)]
  // A multiple, so that the labels of a phone are among the others.
  const few = Math.ceil(narrow / wide) * wide
  return texts.map((_, at) => {
    const distance = Math.abs(at - anchor)
    return distance % few === 0 ? 'all' : distance % wide === 0 ? 'wide' : null
  })
}

/** Returns where all values fit above their columns. */
export function valuesShown(bars: readonly ChartBar[]): Shown {
  const needed = bars.length * (longest(bars.map(({ short }) => short)) - SPACE / 2)
  return needed <= WIDTHS.narrow ? 'all' : needed <= WIDTHS.wide ? 'wide' : null
}
