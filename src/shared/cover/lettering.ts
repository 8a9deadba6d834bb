import { esc, M, n, W } from './svg.ts'

export type Voice = 'C' | 'M' | 'X'
export type Line = [text: string, isSub: number]
interface Fitted {
  size: number
  voice: Voice
  lead: number
  lines: Line[]
  height: number
}
export interface Subject {
  head: string
  sub: string
  year: string
  developer: string
  facts: boolean
  cjk: boolean
  rtl: boolean
}

// Advance widths of Archivo (1/100 em, U+0020 to U+007E) in the three voices the covers use.
const WIDTHS: Record<Voice, string> = {
  C: '12 26 36 48 38 70 53 20 37 37 37 51 21 24 21 27 43 36 42 42 41 43 43 38 42 43 22 22 51 51 51 41 68 50 48 51 50 45 40 53 50 24 43 50 41 68 51 54 47 54 50 45 46 50 47 70 49 48 46 35 27 35 51 36 18 43 42 40 42 41 26 40 42 21 21 43 21 63 42 42 42 42 27 38 26 42 38 59 42 38 37 37 20 37 51',
  M: '16 29 43 57 50 87 71 24 37 37 39 59 28 30 28 29 55 52 54 55 54 55 55 53 54 55 29 29 59 59 59 53 88 65 64 65 66 60 54 70 68 30 55 66 54 82 68 70 61 70 65 60 59 67 63 87 64 63 60 36 29 36 59 47 23 54 55 53 55 54 32 54 55 26 26 54 26 81 55 55 55 55 35 50 34 55 50 75 53 50 47 38 24 38 59',
  X: '24 34 50 69 64 106 91 27 37 37 42 69 33 37 33 31 70 66 70 70 70 70 71 67 71 71 34 34 69 69 69 66 112 84 83 84 84 78 72 91 88 35 68 86 69 103 88 91 78 91 84 78 76 87 81 109 83 82 77 36 31 36 69 59 29 69 70 69 70 70 41 70 69 30 30 67 30 105 69 71 70 70 44 64 44 69 64 96 69 64 60 38 28 38 69',
}
const SPACE: Record<Voice, number> = { C: 0.06, M: 0.07, X: 0.04 } // a space is a little wider than in the font
const ADV = Object.fromEntries(
  (['C', 'M', 'X'] as const).map((voice) => {
    const [space = 0, ...rest] = WIDTHS[voice].split(' ').map(Number)
    return [voice, [space + SPACE[voice] * 100, ...rest]]
  }),
) as Record<Voice, number[]>
const STRETCH: Record<Voice, string> = { C: '62%', M: '85%', X: '112%' }
export const FAMILY = "'Archivo Variable',Archivo,'Helvetica Neue',Arial,"
export const CJK_FAMILY =
  "'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans','Yu Gothic','PingFang SC','Microsoft YaHei',"
export const RTL_FAMILY = "'Noto Sans Arabic','Noto Sans Hebrew','Geeza Pro','Segoe UI',"

export const CJK = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud87f][\udc00-\udfff]/
export const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** Returns the width of a text in em. */
export const emWidth = (s: string, voice: Voice): number => advance(0, s, voice) / 100

/**
 * Adds the width of a text, in 1/100 em, to that of the text before it. Most titles are ASCII, which needs no more than a
 * table.
 */
function advance(from: number, s: string, voice: Voice): number {
  const widths = ADV[voice]
  let w = from
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i)
    if (c < 32 || c > 126) return advanceOther(w, s.slice(i), voice)
    w += widths[c - 32] as number
  }
  return w
}

function advanceOther(from: number, s: string, voice: Voice): number {
  let w = from
  for (const ch of s.normalize('NFD')) {
    const c = ch.codePointAt(0) as number
    if (c >= 0x300 && c <= 0x36f) continue
    if (c >= 32 && c < 127) w += ADV[voice][c - 32] as number
    else if (CJK.test(ch)) w += 102
    else if (RTL.test(ch)) w += 62
    else w += voice === 'X' ? 88 : voice === 'M' ? 68 : 54
  }
  return w
}
const ASCII = /^[\x20-\x7e]+$/
const exact = (s: string) => ASCII.test(s) || ASCII.test(s.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))

/** Some words as lines; the first split has one line. */
interface Split {
  /** Of the widest line, in em. */
  width: number
  lines: () => string[]
}

/** Splits words into 1 to `most` lines, each time so that the widest line is as narrow as possible. */
export function partitions(words: readonly string[], most: number, voice: Voice, gap: string): Split[] {
  const m = words.length
  // Widths of the words from i up to j: each is the one before it and a word more.
  const widths = words.map((_, i) => {
    const row: number[] = []
    let w = 0
    for (let j = i; j < m; j++) {
      if (j > i) w = advance(w, gap, voice)
      w = advance(w, words[j] as string, voice)
      row[j + 1] = w / 100
    }
    return row
  })
  const cuts: number[][] = []
  const splits: Split[] = []
  // The widest line of the first j words, in as many lines as in the turn before.
  let before: number[] = [0]
  for (let l = 1; l <= most; l++) {
    const best: number[] = Array(m + 1).fill(Number.POSITIVE_INFINITY)
    const cut: number[] = Array(m + 1).fill(0)
    for (let j = l; j <= m; j++)
      for (let i = l - 1; i < (l === 1 ? 1 : j); i++) {
        const v = Math.max(before[i] as number, (widths[i] as number[])[j] as number)
        if (v < (best[j] as number)) {
          best[j] = v
          cut[j] = i
        }
      }
    cuts.push(cut)
    before = best
    splits.push({ width: best[m] as number, lines: () => linesOf(words, cuts.slice(0, l), gap) })
  }
  return splits
}

function linesOf(words: readonly string[], cuts: readonly number[][], gap: string): string[] {
  const lines: string[] = []
  for (let l = cuts.length - 1, j = words.length; l >= 0; l--) {
    const i = (cuts[l] as number[])[j] as number
    lines.unshift(words.slice(i, j).join(gap))
    j = i
  }
  return lines
}
export const split = (s: string): { words: string[]; gap: string } =>
  CJK.test(s) && !/ /.test(s)
    ? {
        words: s.match(
          /[\x21-\x7e]+|[\u30a0-\u30ff]{1,6}|[\s\S][\u3001\u3002\uff01\uff0c\uff1a\uff1f\u30fc\u300d\u300f]*/gu,
        ) ?? [s],
        gap: '',
      }
    : { words: s.split(' '), gap: ' ' }
// A sequel number never stands alone on a line.
const bound = (s: string) => {
  const q = split(s),
    w = q.words,
    k = w.length
  return k > 1 && /^(\d{1,2}|[IVX]{1,4})$/.test(w[k - 1] as string)
    ? { ...q, words: [...w.slice(0, -2), w.slice(-2).join(q.gap)] }
    : q
}

type Words = ReturnType<typeof split>
const NO_SUBTITLE: readonly Split[] = [{ width: 0, lines: () => [] }]

// Returns the largest setting of head (+ sub) inside w x h.
function fitType(
  head: Words,
  sub: Words | null,
  voice: Voice,
  w: number,
  h: number,
  max: number,
  lead: number,
): Fitted {
  const heads = partitions(head.words, Math.min(6, head.words.length), voice, head.gap)
  const subs = sub ? partitions(sub.words, Math.min(5, sub.words.length), voice, sub.gap) : NO_SUBTITLE
  let best: { score: number; size: number; of: [Split, Split] } | null = null
  for (const [a, A] of heads.entries())
    for (const [b, B] of subs.entries()) {
      const k = a + b + (sub ? 2 : 1)
      const size = Math.min(max, w / Math.max(A.width, B.width), h / (k * lead - (lead - 0.74)))
      const score = size * (1 - 0.035 * k)
      if (!best || score > best.score) best = { score, size, of: [A, B] }
    }
  if (!best) throw new Error('a title has at least one word')
  const lines = best.of.flatMap((split, isSub) => split.lines().map((s): Line => [s, isSub]))
  return { size: best.size, voice, lead, lines, height: best.size * ((lines.length - 1) * lead + 0.74) }
}
// Prefers the first voice that stays at a readable size, otherwise the one that allows the largest size.
export function setType(
  t: Subject,
  voices: Voice[],
  w: number,
  h: number,
  max: number,
  lead = 0.94,
  floor = 34,
): Fitted {
  const head = bound(t.head),
    sub = t.sub ? bound(t.sub) : null
  let best: Fitted | null = null
  for (const v of voices) {
    const f = fitType(head, sub, v, w, h, max, lead)
    if (f.size >= floor) return f
    if (!best || f.size > best.size) best = f
  }
  return best as Fitted
}
export function text(s: string, x: number, y: number, size: number, voice: Voice, fill: string, t: Subject): string {
  const rtl = t.rtl && RTL.test(s)
  const len =
    exact(s) && s.length > 1 ? ` textLength="${n(emWidth(s, voice) * size)}" lengthAdjust="spacingAndGlyphs"` : ''
  return `<text x="${n(rtl ? W - x : x)}" y="${n(y)}" font-size="${n(size)}" font-weight="800" font-stretch="${STRETCH[voice]}" fill="${fill}"${/ /.test(s) ? ` word-spacing="${n(SPACE[voice] * size)}"` : ''}${rtl ? ' direction="rtl"' : ''}${len}>${esc(s)}</text>`
}
// Draws the lines of a fitted block, with its cap line at y.
export const block = (f: Fitted, x: number, y: number, t: Subject, fg: string, sub: string) =>
  f.lines.map(([s, k], i) => text(s, x, y + f.size * (0.71 + i * f.lead), f.size, f.voice, k ? sub : fg, t)).join('')

export function facts(c: Subject, y: number, fill: string): string {
  if (!c.facts) return ''
  const g = (x: number, s: string, end = false) =>
    s
      ? `<text class="cv-f" x="${x}" y="${n(y)}" font-size="12" font-weight="600" font-stretch="85%" letter-spacing=".5" fill="${fill}"${end ? ' text-anchor="end"' : ''}>${esc(s)}</text>`
      : ''
  const dev = Array.from(c.developer.toUpperCase())
  return g(M, dev.length > 27 ? dev.slice(0, 26).join('').trim() + '\u2026' : dev.join('')) + g(W - M, c.year, true)
}
