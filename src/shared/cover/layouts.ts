import {
  block,
  emWidth,
  facts,
  type Line,
  partitions,
  type Subject,
  setType,
  split,
  text,
  type Voice,
} from './lettering.ts'
import type { Palette } from './palettes.ts'
import type { Random } from './random.ts'
import { circ, esc, H, M, n, rect, view, W } from './svg.ts'

export const LAYOUTS = ['foot', 'head', 'wall', 'initial', 'spine', 'band', 'frame', 'echo'] as const
type Layout = (typeof LAYOUTS)[number]

type Motif = (w: number, h: number, a: string, b: string, g: string) => string

export const LAY: Record<Layout, (c: Subject, p: Palette, d: Motif, r: Random) => string> = {
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
    for (const v of ['C', 'M', 'X'] as const) {
      const firsts = partitions(first.words, Math.min(4, first.words.length), v, first.gap)
      const seconds = second ? partitions(second.words, Math.min(3, second.words.length), v, second.gap) : [null]
      for (const a of firsts)
        for (const b of seconds) {
          const ls = [...a.lines().map((s): Line => [s, 0]), ...(b ? b.lines() : []).map((s): Line => [s, 1])].map(
            ([s, k]): [string, number, number] => [s, k, Math.min(210, (W - 2 * M) / emWidth(s, v))],
          )
          const h = ls.reduce((q, l) => q + l[2] * 0.74 + 12, -12),
            off = h > 318 ? 1e3 + h : 318 - h
          if (!best || off < best.off) best = { v, ls, h, off }
        }
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

/** Returns a layout that the title fits. */
export function choose(c: Subject, h: number): Layout {
  const len = emWidth(c.head + (c.sub ? ' ' + c.sub : ''), 'M'),
    words = split(c.head).words.length
  const ok: Layout[] = ['foot', 'head', 'band', 'frame']
  if (len < 15) ok.push('wall', 'foot')
  if (len < 15 && !c.rtl) ok.push('initial')
  if (!c.sub && !c.rtl && len < 7.5) ok.push('spine')
  if (!c.sub && words === 1 && len < 5.2) ok.push('echo', 'wall')
  return ok[h % ok.length] as Layout
}
