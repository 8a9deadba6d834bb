// Savepoint's generated covers, ported from the design reference byte for byte: pure, deterministic, no dependencies.
// Changing anything here changes everybody's shelf, so it changes COVER_VERSION too.

/** Part of every cover's address. */
const COVER_VERSION = 1

export interface CoverSubject {
  title?: string | null | undefined
  year?: number | string | null | undefined
  genre?: string | null | undefined
  developer?: string | null | undefined
}
export interface CoverOptions {
  /** Shows developer and year at the foot; for posters from 200 px. */
  facts?: boolean
  /** Needed in a file of its own, not inside a page. */
  xmlns?: boolean
  /** False where the surrounding link already names the game. */
  label?: boolean
}
interface Palette {
  name: string
  bg: string
  fg: string
  sub: string
  a: string
  b: string
}
type Voice = 'C' | 'M' | 'X'
type Random = () => number
type Line = [text: string, isSub: number]
interface Fitted {
  score: number
  size: number
  voice: Voice
  lead: number
  lines: Line[]
  height: number
}
interface Subject {
  head: string
  sub: string
  year: string
  developer: string
  facts: boolean
  cjk: boolean
  rtl: boolean
}
type Point = [x: number, y: number]
type Draw = (w: number, h: number, r: Random, a: string, b: string, g: string) => string
type Motif = (w: number, h: number, a: string, b: string, g: string) => string

export const PALETTES: readonly Palette[] = [
  // ground, type, subtitle (all >= 4.5:1 on ground), a + b: the two inks of the drawing
  { name: 'petrol', bg: '#0f4650', fg: '#f5ecd7', sub: '#f4b26b', a: '#f2a65a', b: '#237f86' },
  { name: 'brick', bg: '#a93a26', fg: '#fdeed9', sub: '#ffe0a0', a: '#f5b74f', b: '#7a2217' },
  { name: 'ochre', bg: '#e3a933', fg: '#2a1a0c', sub: '#6b2409', a: '#b8461d', b: '#f7dd95' },
  { name: 'bottle', bg: '#1b3b2e', fg: '#edf3dc', sub: '#e6cb72', a: '#86ba66', b: '#e3c567' },
  { name: 'navy', bg: '#1a2a50', fg: '#f4ebdb', sub: '#f39a85', a: '#e4614b', b: '#4b78bd' },
  { name: 'plum', bg: '#471d3b', fg: '#fbe3e4', sub: '#f2a0b0', a: '#e2708b', b: '#86406a' },
  { name: 'blush', bg: '#f2bcae', fg: '#37131d', sub: '#8a1e33', a: '#c33c4d', b: '#fae6d8' },
  { name: 'sky', bg: '#9fcce5', fg: '#0d2438', sub: '#174a7c', a: '#2a6ba8', b: '#f5f2e0' },
  { name: 'bone', bg: '#ebe5d6', fg: '#1a2124', sub: '#a83418', a: '#d64b2b', b: '#2d6f74' },
  { name: 'graphite', bg: '#23292d', fg: '#f4f1e8', sub: '#ecd06a', a: '#e9c646', b: '#5b6870' },
  { name: 'sea', bg: '#0f6a63', fg: '#fff8e4', sub: '#fbd891', a: '#f6c667', b: '#0a4643' },
  { name: 'lilac', bg: '#beb3de', fg: '#211740', sub: '#463484', a: '#5b4a9d', b: '#f3e1ec' },
  { name: 'moss', bg: '#8a9842', fg: '#11150a', sub: '#262d08', a: '#e0e29a', b: '#46521c' },
  { name: 'orange', bg: '#e97a42', fg: '#2a1007', sub: '#52170a', a: '#fcdcab', b: '#a83d17' },
  { name: 'ice', bg: '#d6e6e4', fg: '#10323a', sub: '#1d6067', a: '#3c8c92', b: '#e78c58' },
  { name: 'oxblood', bg: '#651322', fg: '#fbe7d4', sub: '#f2ab62', a: '#e8913f', b: '#a2303e' },
]

export const LAYOUTS = ['foot', 'head', 'wall', 'initial', 'spine', 'band', 'frame', 'echo'] as const
type Layout = (typeof LAYOUTS)[number]

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
const FAMILY = "'Archivo Variable',Archivo,'Helvetica Neue',Arial,"
const CJK_FAMILY = "'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans','Yu Gothic','PingFang SC','Microsoft YaHei',"
const RTL_FAMILY = "'Noto Sans Arabic','Noto Sans Hebrew','Geeza Pro','Segoe UI',"

const W = 300,
  H = 400,
  M = 20
const CJK = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud87f][\udc00-\udfff]/
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const esc = (s: string) => s.replace(/[&<>"']/g, (c) => ESCAPES[c] as string)
// Control characters, lone surrogates and bidi overrides are not allowed in XML or in a title.
const clean = (s: unknown, max: number) =>
  Array.from(
    String(s ?? '')
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g, ' '),
  )
    .filter((c) => !(c.length === 1 && c >= '\ud800' && c <= '\udfff'))
    .slice(0, max)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

function hash(s: string): number {
  let h = 2166136261
  for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 16777619)
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
function random(start: number): Random {
  let seed = start
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
const n = (v: number) => String(Math.round(v * 10) / 10)
const el = (tag: string, attrs: Record<string, string | number>) =>
  `<${tag}${Object.entries(attrs)
    .map(([k, v]) => ` ${k}="${typeof v === 'number' ? n(v) : v}"`)
    .join('')}/>`
const rect = (x: number, y: number, w: number, h: number, fill: string) =>
  el('rect', { x, y, width: w, height: h, fill })
const circ = (cx: number, cy: number, r: number, fill: string) => el('circle', { cx, cy, r, fill })
const ring = (cx: number, cy: number, r: number, stroke: string, sw: number) =>
  el('circle', { cx, cy, r, fill: 'none', stroke, 'stroke-width': sw })
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const poly = (pts: Point[], fill: string) =>
  `<path d="M${pts.map((p) => p.map(n).join(' ')).join('L')}Z" fill="${fill}"/>`
const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, sw: number) =>
  `<path d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}" stroke="${stroke}" stroke-width="${n(sw)}"/>`
const view = (x: number, y: number, w: number, h: number, body: string) =>
  `<svg x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" overflow="hidden">${body}</svg>`

// ------------------------------------------------------------------ type

function emWidth(s: string, voice: Voice): number {
  let w = 0
  for (const ch of s.normalize('NFD')) {
    const c = ch.codePointAt(0) as number
    if (c >= 0x300 && c <= 0x36f) continue
    if (c >= 32 && c < 127) w += ADV[voice][c - 32] as number
    else if (CJK.test(ch)) w += 102
    else if (RTL.test(ch)) w += 62
    else w += voice === 'X' ? 88 : voice === 'M' ? 68 : 54
  }
  return w / 100
}
const exact = (s: string) => /^[\x20-\x7e]+$/.test(s.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))

// Splits words into k lines so that the widest line is as narrow as possible.
function partition(words: string[], k: number, voice: Voice, gap: string): { lines: string[]; width: number } {
  const m = words.length
  const width = (i: number, j: number) => emWidth(words.slice(i, j).join(gap), voice)
  const best: number[][] = Array.from({ length: k + 1 }, () => Array(m + 1).fill(Number.POSITIVE_INFINITY))
  const cut: number[][] = Array.from({ length: k + 1 }, () => Array(m + 1).fill(0))
  const at = (table: number[][], i: number, j: number) => (table[i] as number[])[j] as number
  ;(best[0] as number[])[0] = 0
  for (let l = 1; l <= k; l++)
    for (let j = 1; j <= m; j++)
      for (let i = l - 1; i < j; i++) {
        const v = Math.max(at(best, l - 1, i), width(i, j))
        if (v < at(best, l, j)) {
          ;(best[l] as number[])[j] = v
          ;(cut[l] as number[])[j] = i
        }
      }
  const lines: string[] = []
  for (let l = k, j = m; l > 0; l--) {
    const i = at(cut, l, j)
    lines.unshift(words.slice(i, j).join(gap))
    j = i
  }
  return { lines, width: at(best, k, m) }
}
const split = (s: string): { words: string[]; gap: string } =>
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

// Returns the largest setting of head (+ sub) inside w x h.
function fitType(t: Subject, voice: Voice, w: number, h: number, max: number, lead: number): Fitted {
  const head = bound(t.head),
    sub = t.sub ? bound(t.sub) : null
  let best: Fitted | null = null
  for (let a = 1; a <= Math.min(6, head.words.length); a++) {
    const A = partition(head.words, a, voice, head.gap)
    for (let b = sub ? 1 : 0; b <= (sub ? Math.min(5, sub.words.length) : 0); b++) {
      const B = b && sub ? partition(sub.words, b, voice, sub.gap) : { lines: [], width: 0 }
      const k = a + b
      const size = Math.min(max, w / Math.max(A.width, B.width), h / (k * lead - (lead - 0.74)))
      const score = size * (1 - 0.035 * k)
      if (!best || score > best.score)
        best = {
          score,
          size,
          voice,
          lead,
          height: 0,
          lines: [...A.lines.map((s): Line => [s, 0]), ...B.lines.map((s): Line => [s, 1])],
        }
    }
  }
  const chosen = best as Fitted | null
  if (!chosen) throw new Error('a title has at least one word')
  return { ...chosen, height: chosen.size * ((chosen.lines.length - 1) * lead + 0.74) }
}
// Prefers the first voice that stays at a readable size, otherwise the one that allows the largest size.
function setType(t: Subject, voices: Voice[], w: number, h: number, max: number, lead = 0.94, floor = 34): Fitted {
  let best: Fitted | null = null
  for (const v of voices) {
    const f = fitType(t, v, w, h, max, lead)
    if (f.size >= floor) return f
    if (!best || f.size > best.size) best = f
  }
  return best as Fitted
}
function text(s: string, x: number, y: number, size: number, voice: Voice, fill: string, t: Subject): string {
  const rtl = t.rtl && RTL.test(s)
  const len =
    exact(s) && s.length > 1 ? ` textLength="${n(emWidth(s, voice) * size)}" lengthAdjust="spacingAndGlyphs"` : ''
  return `<text x="${n(rtl ? W - x : x)}" y="${n(y)}" font-size="${n(size)}" font-weight="800" font-stretch="${STRETCH[voice]}" fill="${fill}"${/ /.test(s) ? ` word-spacing="${n(SPACE[voice] * size)}"` : ''}${rtl ? ' direction="rtl"' : ''}${len}>${esc(s)}</text>`
}
// Draws the lines of a fitted block, with its cap line at y.
const block = (f: Fitted, x: number, y: number, t: Subject, fg: string, sub: string) =>
  f.lines.map(([s, k], i) => text(s, x, y + f.size * (0.71 + i * f.lead), f.size, f.voice, k ? sub : fg, t)).join('')

function facts(c: Subject, y: number, fill: string): string {
  if (!c.facts) return ''
  const g = (x: number, s: string, end = false) =>
    s
      ? `<text class="cv-f" x="${x}" y="${n(y)}" font-size="12" font-weight="600" font-stretch="85%" letter-spacing=".5" fill="${fill}"${end ? ' text-anchor="end"' : ''}>${esc(s)}</text>`
      : ''
  const dev = Array.from(c.developer.toUpperCase())
  return g(M, dev.length > 27 ? dev.slice(0, 26).join('').trim() + '\u2026' : dev.join('')) + g(W - M, c.year, true)
}

// ------------------------------------------------------------------ drawings, one family per genre
// Each fills a w x h box with inks a and b; g is the colour of the ground under it.

const DRAW = {
  crystal(w: number, h: number, r: Random, a: string, b: string, g: string) {
    const one = (cx: number, cy: number, rw: number, rh: number) =>
      poly(
        [
          [cx, cy - rh],
          [cx - rw, cy],
          [cx, cy + rh],
        ],
        a,
      ) +
      poly(
        [
          [cx, cy - rh],
          [cx + rw, cy],
          [cx, cy + rh],
        ],
        b,
      ) +
      poly(
        [
          [cx, cy - rh * 0.52],
          [cx - rw * 0.46, cy],
          [cx, cy + rh * 0.52],
        ],
        g,
      ) +
      poly(
        [
          [cx, cy - rh * 0.52],
          [cx + rw * 0.46, cy],
          [cx, cy + rh * 0.52],
        ],
        a,
      )
    const cx = w * (0.38 + r() * 0.24),
      s = Math.min(w * 0.36, h * 0.42)
    return (
      one(cx, h * 0.5, s * 0.72, s * 1.16) +
      one(cx - s * 1.05, h * 0.68, s * 0.3, s * 0.48) +
      one(cx + s * 1.08, h * 0.3, s * 0.22, s * 0.36)
    )
  },
  hills(w: number, h: number, r: Random, a: string, b: string, g: string) {
    const s = Math.min(w, h),
      sun = circ(w * (0.25 + r() * 0.5), h * 0.36, s * 0.26, a)
    const hill = (y: number, k: number, fill: string) => {
      const p = r() * w * 0.4 - w * 0.2
      return path(
        `M${n(-w * 0.3 + p)} ${n(y + k)}Q${n(w * 0.12 + p)} ${n(y - k)} ${n(w * 0.5 + p)} ${n(y + k * 0.3)}T${n(w * 1.4 + p)} ${n(y)}V${n(h + 9)}H${n(-w * 0.4)}Z`,
        fill,
      )
    }
    return (
      sun +
      hill(h * 0.56, h * 0.2, b) +
      hill(h * 0.7, h * 0.16, g) +
      hill(h * 0.76, h * 0.16, a) +
      hill(h * 0.92, h * 0.1, b)
    )
  },
  steps(w: number, h: number, r: Random, a: string, b: string) {
    const k = 5,
      u = w / k,
      dir = r() < 0.5
    let o = ''
    for (let i = 0; i < k; i++) {
      const x = dir ? i : k - 1 - i,
        y = h - (i + 1) * (h / (k + 1.5))
      o += rect(x * u, y, u + 0.3, h, i % 2 ? b : a)
      if (i === 1 || i === 3) o += circ((x + 0.5) * u, y - u * 0.46, u * 0.2, i === 1 ? b : a)
    }
    return o
  },
  target(w: number, h: number, r: Random, a: string, b: string) {
    const cx = w * (0.3 + r() * 0.4),
      cy = h * (0.42 + r() * 0.16),
      R = Math.max(w, h) * 0.62
    let o = ''
    for (let i = 5; i > 0; i--) o += ring(cx, cy, (R * i) / 5.2, i % 2 ? a : b, R * 0.085)
    return o + circ(cx, cy, R * 0.07, a) + line(cx, 0, cx, h, a, 3) + line(0, cy, w, cy, a, 3)
  },
  hexes(w: number, h: number, r: Random, a: string, b: string) {
    const s = w / 6.2,
      dx = s * 1.732,
      dy = s * 1.5
    let o = ''
    for (let j = -1; j * dy < h + s; j++)
      for (let i = -1; i * dx < w + s; i++) {
        const x = i * dx + (j & 1 ? dx / 2 : 0),
          y = j * dy + s * 0.3,
          q = r()
        if (q < 0.34) continue
        const k = s * 0.92
        o += poly(
          [0, 1, 2, 3, 4, 5].map(
            (e): Point => [x + k * Math.sin((e * Math.PI) / 3), y + k * Math.cos((e * Math.PI) / 3)],
          ),
          q < 0.7 ? b : a,
        )
      }
    return o
  },
  tiles(w: number, h: number, r: Random, a: string, b: string) {
    const u = w / 4
    let o = ''
    for (let j = 0; j * u < h; j++)
      for (let i = 0; i < 4; i++) {
        const q = Math.floor(r() * 4),
          x = i * u,
          y = j * u,
          f = r() < 0.5 ? a : b
        if (r() < 0.14) {
          o += circ(x + u / 2, y + u / 2, u * 0.3, f)
          continue
        }
        const c: Point[] = [
            [x, y],
            [x + u, y],
            [x + u, y + u],
            [x, y + u],
          ],
          p = c[q] as Point,
          s = c[(q + 1) % 4] as Point,
          e = c[(q + 3) % 4] as Point
        o += `<path d="M${n(p[0])} ${n(p[1])}L${n(s[0])} ${n(s[1])}A${n(u)} ${n(u)} 0 0 1 ${n(e[0])} ${n(e[1])}Z" fill="${f}"/>`
      }
    return o
  },
  road(w: number, h: number, r: Random, a: string, b: string, g: string) {
    const vx = w * (0.35 + r() * 0.3),
      hy = h * 0.3
    let o = circ(vx, hy, Math.min(w, h) * 0.24, a) + rect(0, hy, w, h, b)
    o += poly(
      [
        [vx - 3, hy],
        [vx + 3, hy],
        [w * 1.25, h],
        [-w * 0.25, h],
      ],
      g,
    )
    for (let i = 0; i < 5; i++) {
      const t = (i / 5) ** 1.7,
        t2 = ((i + 0.5) / 5) ** 1.7,
        y = hy + (h - hy) * t,
        y2 = hy + (h - hy) * t2,
        z = w * 0.07
      o += poly(
        [
          [vx - z * t, y],
          [vx + z * t, y],
          [vx + z * t2 + (w / 2 - vx) * (t2 - t), y2],
          [vx - z * t2 + (w / 2 - vx) * (t2 - t), y2],
        ],
        a,
      )
    }
    return o
  },
  pitch(w: number, h: number, r: Random, a: string, b: string) {
    const u = Math.min(w, h),
      sw = u * 0.045,
      y = h * (0.44 + r() * 0.12)
    return (
      rect(0, 0, w, y, b) +
      ring(w / 2, y, u * 0.3, a, sw) +
      line(0, y, w, y, a, sw) +
      circ(w / 2, y, u * 0.06, a) +
      ring(w / 2, -u * 0.02, u * 0.2, a, sw) +
      ring(w / 2, h, u * 0.2, a, sw) +
      circ(w * (0.68 + r() * 0.12), y + u * 0.2, u * 0.085, a)
    )
  },
  slash(w: number, h: number, r: Random, a: string, b: string) {
    let o = '',
      x = -h * 0.5
    for (let i = 0; i < 9 && x < w; i++) {
      const k = w * (0.05 + r() * 0.17)
      o += poly(
        [
          [x, h],
          [x + k, h],
          [x + k + h * 0.62, 0],
          [x + h * 0.62, 0],
        ],
        i % 2 ? b : a,
      )
      x += k + w * (0.03 + r() * 0.09)
    }
    return o
  },
  fields(w: number, h: number, r: Random, a: string, b: string) {
    const c = 2,
      rows = Math.max(1, Math.round(h / (w / c))),
      u = w / c,
      v = h / rows
    let o = ''
    for (let j = 0; j < rows; j++)
      for (let i = 0; i < c; i++) {
        const f = (i + j) % 2 ? a : b,
          q = Math.floor(r() * 4),
          k = 5
        let s = ''
        if (q === 3) s = ring(u / 2, v / 2, u * 0.36, f, u * 0.1) + ring(u / 2, v / 2, u * 0.16, f, u * 0.1)
        else
          for (let m = 0; m < k; m++)
            s +=
              q === 0
                ? rect(0, (m + 0.2) * (v / k), u, (v / k) * 0.6, f)
                : q === 1
                  ? rect((m + 0.2) * (u / k), 0, (u / k) * 0.6, v, f)
                  : line(-u * 0.5 + m * u * 0.4, v * 1.1, u * 0.1 + m * u * 0.4, -v * 0.1, f, u * 0.13)
        o += view(i * u, j * v, u, v, s)
      }
    return o
  },
  eye(w: number, h: number, r: Random, a: string, b: string, g: string) {
    const cx = w / 2,
      cy = h * 0.5,
      rx = w * 0.44,
      k = Math.min(h * 0.56, rx * 1.1)
    let o = ''
    for (let i = 0; i < 13; i++) {
      const t = Math.PI * (i / 12),
        d = Math.max(w, h)
      o += line(
        cx + Math.cos(t) * rx * 0.7,
        cy - Math.sin(t) * k * 0.6,
        cx + Math.cos(t) * d,
        cy - Math.sin(t) * d,
        b,
        4,
      )
    }
    return (
      o +
      path(
        `M${n(cx - rx)} ${n(cy)}Q${n(cx)} ${n(cy - k)} ${n(cx + rx)} ${n(cy)}Q${n(cx)} ${n(cy + k)} ${n(cx - rx)} ${n(cy)}Z`,
        a,
      ) +
      circ(cx, cy, k * 0.42, g) +
      el('ellipse', { cx, cy, rx: k * (0.09 + r() * 0.1), ry: k * 0.36, fill: b })
    )
  },
  bars(w: number, h: number, r: Random, a: string, b: string) {
    const k = 9,
      u = w / k
    let o = ''
    for (let i = 0; i < k; i++) {
      const t = h * (0.22 + 0.72 * Math.abs(Math.sin(i * 0.9 + r() * 1.4)))
      o +=
        rect(i * u + u * 0.12, h - t, u * 0.76, t, b) + rect(i * u + u * 0.12, h - t - u * 0.7, u * 0.76, u * 0.46, a)
    }
    return o
  },
  arches(w: number, h: number, r: Random, a: string, b: string, g: string) {
    const cx = w * (0.42 + r() * 0.16),
      R = w * 0.46
    let o = ''
    ;[a, g, b, g, a].forEach((f, i) => {
      const q = R * (1 - i * 0.2),
        y = h * 0.08 + R + i * h * 0.05
      o += `<path d="M${n(cx - q)} ${n(h + 2)}V${n(y)}A${n(q)} ${n(q)} 0 0 1 ${n(cx + q)} ${n(y)}V${n(h + 2)}Z" fill="${f}"/>`
    })
    return o
  },
  orbit(w: number, h: number, r: Random, a: string, b: string, g: string) {
    const s = Math.min(w, h),
      cx = w * (0.36 + r() * 0.28),
      cy = h * 0.5,
      t = r() * 6.28
    return (
      circ(cx, cy, s * 0.36, b) +
      `<path d="M${n(cx - s * 0.36)} ${n(cy)}A${n(s * 0.36)} ${n(s * 0.36)} 0 0 1 ${n(cx + s * 0.36)} ${n(cy)}Z" fill="${a}"/>` +
      ring(cx, cy, s * 0.56, a, 5) +
      ring(cx, cy, s * 0.76, b, 5) +
      circ(cx + Math.cos(t) * s * 0.56, cy + Math.sin(t) * s * 0.56, s * 0.08, a) +
      circ(cx - Math.cos(t) * s * 0.76, cy - Math.sin(t) * s * 0.76, s * 0.05, b) +
      circ(cx, cy, s * 0.1, g)
    )
  },
  windows(w: number, h: number, r: Random, a: string, b: string) {
    const c = 4,
      u = w / c,
      v = u * 1.25,
      lit = Math.floor(r() * 8)
    let o = '',
      i = 0
    for (let j = 0; j * v < h + v; j++)
      for (let k = 0; k < c; k++, i++) {
        const q = r()
        o += `<path d="M${n(k * u + u * 0.18)} ${n(j * v + v)}V${n(j * v + v * 0.44)}a${n(u * 0.32)} ${n(u * 0.32)} 0 0 1 ${n(u * 0.64)} 0V${n(j * v + v)}Z" fill="${i === lit || q < 0.2 ? a : b}"/>`
      }
    return o
  },
} satisfies Record<string, Draw>
type Kind = keyof typeof DRAW
const GENRES: readonly (readonly [RegExp, Kind])[] = [
  [/horror|survival/, 'eye'],
  [/rogue|dungeon|hack|metroid|soul/, 'arches'],
  [/role|rpg/, 'crystal'],
  [/shoot|fps/, 'target'],
  [/strateg|tactic|moba|4x|turn/, 'hexes'],
  [/puzzle|quiz|pinball/, 'tiles'],
  [/rac|driv/, 'road'],
  [/sport|football|golf/, 'pitch'],
  [/fight|beat|brawl/, 'slash'],
  [/simul|farm|build|management|sandbox/, 'fields'],
  [/music|rhythm/, 'bars'],
  [/novel|point|card|board/, 'windows'],
  [/platform|arcade/, 'steps'],
  [/adventure|open/, 'hills'],
  [/action/, 'slash'],
]
const OTHERS: readonly Kind[] = ['orbit', 'tiles', 'hills', 'arches']
const kind = (genre: string, h: number): Kind =>
  GENRES.find(([re]) => re.test(genre.toLowerCase()))?.[1] ?? (OTHERS[h % 4] as Kind)

// ------------------------------------------------------------------ layouts

const LAY: Record<Layout, (c: Subject, p: Palette, d: Motif, r: Random) => string> = {
  // Drawing above, title on the floor.
  foot(c, p, d) {
    const f = setType(c, ['X', 'M', 'C'], W - 2 * M, 190, 78),
      top = H - 60 - f.height
    return (
      view(0, 0, W, top - 20, d(W, top - 20, p.a, p.b, p.bg)) +
      block(f, M, top, c, p.fg, p.sub) +
      facts(c, H - 18, p.fg)
    )
  },
  // Title at the top, drawing grows out of the bottom edge.
  head(c, p, d) {
    const f = setType(c, ['M', 'C'], W - 2 * M, 200, 86),
      y = 24 + f.height + 22
    return (
      block(f, M, 24, c, p.fg, p.sub) +
      view(0, y, W, H - y - 40, d(W, H - y - 40, p.a, p.b, p.bg)) +
      facts(c, H - 16, p.fg)
    )
  },
  // Only type: every line fills the whole width.
  wall(c, p, d) {
    const parts = [c.head, c.sub].filter(Boolean).map((s) => split(s)),
      first = parts[0] as ReturnType<typeof split>,
      second = parts[1]
    let best: { v: Voice; ls: [string, number, number][]; h: number; off: number } | null = null
    for (const v of ['C', 'M', 'X'] as const)
      for (let a = 1; a <= Math.min(4, first.words.length); a++)
        for (let b = second ? 1 : 0; b <= (second ? Math.min(3, second.words.length) : 0); b++) {
          const ls = [
            ...partition(first.words, a, v, first.gap).lines.map((s): Line => [s, 0]),
            ...(b && second ? partition(second.words, b, v, second.gap).lines : []).map((s): Line => [s, 1]),
          ].map(([s, k]): [string, number, number] => [s, k, Math.min(210, (W - 2 * M) / emWidth(s, v))])
          const h = ls.reduce((q, l) => q + l[2] * 0.74 + 12, -12),
            off = h > 318 ? 1e3 + h : 318 - h
          if (!best || off < best.off) best = { v, ls, h, off }
        }
    const chosen = best as { v: Voice; ls: [string, number, number][]; h: number } | null
    if (!chosen) return ''
    const k = Math.min(1, 318 / chosen.h)
    let y = 24,
      o = ''
    for (const [s, sub, z] of chosen.ls) {
      o += text(s, M, y + z * k * 0.71, z * k, chosen.v, sub ? p.sub : p.fg, c)
      y += z * k * 0.74 + 12 * k
    }
    const rest = H - 42 - y - 10
    return (
      o +
      (rest > 34 ? view(M, y + 10, W - 2 * M, rest, d(W - 2 * M, rest, p.a, p.b, p.bg)) : '') +
      facts(c, H - 16, p.fg)
    )
  },
  // A giant initial bleeds off the page; the title sits above it.
  initial(c, p) {
    const g = c.head.replace(/^(the|a|an) /i, ''),
      ch = Array.from(g.replace(/^[^\p{L}\p{N}]+/u, '') || g)[0] ?? '?'
    const f = setType(c, ['M', 'C'], W - 2 * M, 150, 60, 0.94, 36),
      big = /[\x21-\x7e]/.test(ch) ? ch.toUpperCase() : ch
    const size = 430,
      w = emWidth(big, 'X') * size,
      y = 24 + f.height
    return (
      circ(W * 0.78, H * 0.8, 168, p.b) +
      `<text x="${n(W - w * 0.86)}" y="${n(Math.max(y + 320, 408))}" font-size="${size}" font-weight="800" font-stretch="112%" fill="${p.a}">${esc(big)}</text>` +
      rect(0, 0, W, y + 18, p.bg) +
      block(f, M, 24, c, p.fg, p.sub)
    )
  },
  // Title climbs the spine (CJK stands upright), drawing beside it.
  spine(c, p, d) {
    const bw = 92
    if (c.cjk) {
      const chars = Array.from(c.head),
        z = Math.min(66, 300 / (chars.length * 1.06))
      return (
        view(bw, 0, W - bw, H, rect(0, 0, W, H, p.b) + d(W - bw, H, p.a, p.bg, p.b)) +
        chars
          .map(
            (s, i) =>
              `<text x="${n(bw / 2)}" y="${n(28 + z * (0.88 + i * 1.06))}" font-size="${n(z)}" font-weight="800" text-anchor="middle" fill="${p.fg}">${esc(s)}</text>`,
          )
          .join('')
      )
    }
    const f = setType(c, ['X', 'M', 'C'], H - 86, 62, 74, 0.9, 30),
      x = (bw + f.height) / 2 - f.height
    return (
      view(bw, 0, W - bw, H, rect(0, 0, W, H, p.b) + d(W - bw, H, p.a, p.bg, p.b)) +
      `<g transform="translate(0 ${H}) rotate(-90)">${f.lines.map(([s, k], i) => text(s, 64, x + f.size * (0.72 + i * f.lead), f.size, f.voice, k ? p.sub : p.fg, c)).join('')}</g>`
    )
  },
  // The drawing fills the page, a plate carries the title.
  band(c, p, d, r) {
    const f = setType(c, ['X', 'M', 'C'], W - 2 * M, 170, 66),
      h = f.height + 40,
      y = r() < 0.5 ? H - h - 64 : 64
    return (
      view(0, 0, W, H, rect(0, 0, W, H, p.b) + d(W, H, p.a, p.bg, p.b)) +
      rect(0, y, W, h, p.bg) +
      block(f, M, y + 20, c, p.fg, p.sub)
    )
  },
  // A framed plate, like a bookplate, title beneath.
  frame(c, p, d) {
    const f = setType(c, ['M', 'C'], W - 2 * M, 140, 54),
      top = H - 60 - f.height,
      h = top - 20 - M
    return (
      view(M, M, W - 2 * M, h, rect(0, 0, W, H, p.a) + d(W - 2 * M, h, p.bg, p.b, p.a)) +
      block(f, M, top, c, p.fg, p.sub) +
      facts(c, H - 16, p.fg)
    )
  },
  // Repeats a short name several times.
  echo(c, p) {
    const v = c.cjk || emWidth(c.head, 'X') < 2.6 ? 'C' : emWidth(c.head, 'X') < 4.6 ? 'M' : 'C',
      z = Math.min(128, (W - 2 * M) / emWidth(c.head, v)),
      step = z * 0.8
    const k = Math.max(2, Math.min(7, Math.floor((H - 62) / step))),
      gap = k > 1 ? (H - 66 - z * 0.72) / (k - 1) : 0
    let o = ''
    for (let i = 0; i < k; i++)
      o += text(c.head, M, 24 + z * 0.71 + i * gap, z, v, i === 0 ? p.fg : i % 2 ? p.a : p.b, c)
    return o + facts(c, H - 16, p.fg)
  },
}

function choose(c: Subject, h: number): Layout {
  const len = emWidth(c.head + (c.sub ? ' ' + c.sub : ''), 'M'),
    words = split(c.head).words.length
  const ok: Layout[] = ['foot', 'head', 'band', 'frame']
  if (len < 15) ok.push('wall', 'foot')
  if (len < 15 && !c.rtl) ok.push('initial')
  if (!c.sub && !c.rtl && len < 7.5) ok.push('spine')
  if (!c.sub && words === 1 && len < 5.2) ok.push('echo', 'wall')
  return ok[h % ok.length] as Layout
}

/** Draws an SVG of 3:4 (viewBox 0 0 300 400). The same subject gives the same bytes everywhere. */
export function cover(
  { title, year, genre, developer }: CoverSubject = {},
  { facts: showFacts = true, xmlns = true, label = true }: CoverOptions = {},
): string {
  const name = clean(title, 90) || 'Unknown Game'
  const y = /^\d{4}$/.test(String(year ?? '')) ? String(year) : ''
  const m = /^(.{2,}?)(?:: | [\u2013\u2014-] |\uff1a)(.{2,})$/u.exec(name)
  const short = (s: string, k: number) => {
    const a = Array.from(s)
    return a.length > k
      ? a
          .slice(0, k - 1)
          .join('')
          .trim() + '\u2026'
      : s
  }
  const c: Subject = {
    head: m ? short(m[1] as string, 44) : short(name, 64),
    sub: m ? short(m[2] as string, 44) : '',
    year: y,
    developer: clean(developer, 60),
    facts: showFacts,
    cjk: CJK.test(name),
    rtl: RTL.test(name),
  }
  const h = hash(`${name.toLowerCase()}|${y}`),
    r = random(h)
  const p = PALETTES[Math.floor(r() * PALETTES.length)] as Palette
  const motif: Draw = DRAW[kind(clean(genre, 60), h)]
  const layout = choose(c, h >>> 7)
  const body = LAY[layout](c, p, (w, hh, a, b, g) => motif(w, hh, r, a, b, g), r)
  return `<svg${xmlns ? ' xmlns="http://www.w3.org/2000/svg"' : ''} class="cv" viewBox="0 0 ${W} ${H}" ${label ? `role="img" aria-label="${esc(name)}"` : 'aria-hidden="true"'} font-family="${FAMILY}${c.cjk ? CJK_FAMILY : ''}${c.rtl ? RTL_FAMILY : ''}sans-serif" text-rendering="geometricPrecision">${rect(0, 0, W, H, p.bg)}${body}</svg>`
}

/** Returns the palette of a cover, for backdrops and the theme colour. */
export function coverLook({ title, year }: CoverSubject = {}): Palette {
  const name = clean(title, 90) || 'Unknown Game',
    y = /^\d{4}$/.test(String(year ?? '')) ? String(year) : ''
  return PALETTES[Math.floor(random(hash(`${name.toLowerCase()}|${y}`))() * PALETTES.length)] as Palette
}

/** Returns the content address of a cover: its version and everything that it is made from. */
export function coverHash({ title, year, genre, developer }: CoverSubject): string {
  const all = [COVER_VERSION, title ?? '', year ?? '', genre ?? '', developer ?? ''].join('\n')
  return hash(all).toString(36) + hash(`${all}\n`).toString(36)
}
