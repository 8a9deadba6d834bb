import type { Shape } from '../badges.rules.ts'

type Point = readonly [x: number, y: number]

/** The drawings are 64 by 64. */
export const SIDE = 64
const CENTRE: Point = [32, 32]

/** Returns a regular outline; with `inner` every second point lies at that radius. */
const ring = (points: number, radius: number, inner = radius): Point[] =>
  Array.from({ length: points }, (_, at): Point => {
    const angle = (2 * Math.PI * at) / points - Math.PI / 2
    const length = at % 2 === 0 ? radius : inner
    return [32 + length * Math.cos(angle), 32 + length * Math.sin(angle)]
  })

/**
 * The outline of each family, clockwise. The first point is the middle of the top and the one half around is the middle
 * of the bottom, so that every outline has two equal halves. The centre sees every point.
 */
const OUTLINES: Record<Shape, readonly Point[]> = {
  // A save crystal.
  games: [
    [32, 4],
    [51, 28],
    [32, 60],
    [13, 28],
  ],
  completions: ring(6, 27),
  // A bookmark.
  reviews: [
    [32, 6],
    [50, 6],
    [50, 58],
    [32, 48],
    [14, 58],
    [14, 6],
  ],
  // Two, side by side.
  friends: [
    [32, 21],
    [45, 11],
    [58, 22],
    [58, 42],
    [45, 53],
    [32, 43],
    [19, 53],
    [6, 42],
    [6, 22],
    [19, 11],
  ],
  // A dial.
  hours: ring(10, 27),
  // A shield.
  challenges: [
    [32, 5],
    [53, 11],
    [53, 34],
    [44, 50],
    [32, 59],
    [20, 50],
    [11, 34],
    [11, 11],
  ],
  // A speech bubble.
  posts: [
    [32, 9],
    [56, 11],
    [56, 44],
    [42, 46],
    [32, 58],
    [22, 46],
    [8, 44],
    [8, 11],
  ],
  // A rosette.
  award: ring(16, 28, 22),
}

/** The brightness of a facet, from the light (0) to the shadow (3). Stylesheets mix the colours (badges.css). */
export type Tone = 0 | 1 | 2 | 3
export interface Facet {
  tone: Tone
  points: readonly Point[]
}

const between = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
]

const middleOf = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
]

/** The light comes from the left above. A facet in the middle faces the viewer. */
function toneOf(points: readonly Point[]): Tone {
  const [x, y] = middleOf(points)
  const [dx, dy] = [x - CENTRE[0], y - CENTRE[1]]
  const length = Math.hypot(dx, dy)
  if (length < 2) return 1
  const light = (-0.55 * dx - 0.83 * dy) / length
  return light > 0.55 ? 0 : light > 0 ? 1 : light > -0.55 ? 2 : 3
}

/** The share of the outline at which the table, the flat top of a cut stone, ends. */
const TABLE = 0.52

/** Cuts an outline as a stone is cut. Each level has more facets than the one before. */
function cut(outline: readonly Point[], level: number): (readonly Point[])[] {
  const half = outline.length / 2
  if (level <= 1) return [outline.slice(0, half + 1), [...outline.slice(half), outline[0] as Point]]
  const edges = outline.map((point, at): [Point, Point] => [point, outline[(at + 1) % outline.length] as Point])
  if (level === 2) return edges.map(([a, b]) => [a, b, CENTRE])
  const inner = (point: Point) => between(CENTRE, point, TABLE)
  const table = outline.map(inner)
  if (level === 3) return [table, ...edges.map(([a, b]) => [a, b, inner(b), inner(a)])]
  const crown = edges.flatMap(([a, b]) => {
    const middle = between(a, b, 0.5)
    return [
      [a, middle, inner(a)],
      [middle, inner(b), inner(a)],
      [middle, b, inner(b)],
    ]
  })
  return level === 4 ? [table, ...crown] : [...edges.map(([a, b]) => [inner(a), inner(b), CENTRE]), ...crown]
}

const round = (value: number) => Math.round(value * 100) / 100
const pathOf = (points: readonly Point[]) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`

/** Returns the facets of a badge. Its shape says what it is for; a higher level has more facets (G14). */
export const facetsOf = (shape: Shape, level: number): Facet[] =>
  cut(OUTLINES[shape], Math.max(1, Math.min(5, Math.round(level)))).map((points) => ({ tone: toneOf(points), points }))

export interface BadgeArt {
  /** One path for each tone that the drawing has. */
  tones: readonly { tone: Tone; d: string }[]
  outline: string
}

/** Draws a badge: pure and deterministic. */
export function badgeArt(shape: Shape, level: number): BadgeArt {
  const byTone = Map.groupBy(facetsOf(shape, level), ({ tone }) => tone)
  const tones = [...byTone]
    .toSorted(([a], [b]) => a - b)
    .map(([tone, facets]) => ({ tone, d: facets.map(({ points }) => pathOf(points)).join('') }))
  return { tones, outline: pathOf(OUTLINES[shape]) }
}
