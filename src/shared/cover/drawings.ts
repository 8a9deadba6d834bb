import type { Random } from './random.ts'
import { circ, line, n, type Point, path, poly, rect, ring, view } from './svg.ts'

export type Draw = (w: number, h: number, r: Random, a: string, b: string, g: string) => string

/** The corners around a centre. */
const HEXAGON = [0, 1, 2, 3, 4, 5].map((e): Point => [Math.sin((e * Math.PI) / 3), Math.cos((e * Math.PI) / 3)])

// One family per genre. Each fills a w x h box with inks a and b; g is the colour of the ground under it.

export const DRAW = {
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
          HEXAGON.map(([ex, ey]): Point => [x + k * ex, y + k * ey]),
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
      `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(k * (0.09 + r() * 0.1))}" ry="${n(k * 0.36)}" fill="${b}"/>`
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
/** Which family draws a genre; `h` chooses for a genre that none knows. */
export function kind(genre: string, h: number): Kind {
  const lower = genre.toLowerCase()
  return GENRES.find(([re]) => re.test(lower))?.[1] ?? (OTHERS[h % 4] as Kind)
}
