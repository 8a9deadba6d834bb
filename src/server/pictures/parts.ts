import type { ContainerNode, ImageNode, Node, TextNode } from '@takumi-rs/core'
import { RTL } from '#shared/cover/lettering.ts'
import { FAMILY } from './typefaces.ts'

/** The parts of which composed pictures are made, with the measures and colours of the design's dark theme. */
export const COLORS = {
  ground: '#0e1618',
  line: '#27373a',
  text: '#f0f4f1',
  text2: '#b4c2c0',
  text3: '#8fa0a0',
  bar: '#6d8386',
  accent: '#ffd33d',
} as const

type Style = NonNullable<Node['style']>

/** A box with its parts beside each other; `flexDirection: 'column'` puts them below each other. */
export const box = (style: Style, children: readonly (Node | null)[]): ContainerNode => ({
  type: 'container',
  style: { display: 'flex', ...style },
  children: children.filter((child) => child !== null),
})

/** The whole picture. */
export const sheet = (style: Style, children: readonly (Node | null)[]): ContainerNode =>
  box(
    {
      width: '100%',
      height: '100%',
      backgroundColor: COLORS.ground,
      color: COLORS.text,
      fontFamily: FAMILY,
      position: 'relative',
      overflow: 'hidden',
      ...style,
    },
    children,
  )

/** The voices of the design: wide for names and numbers, narrow for facts. */
const VOICES = {
  wide: { fontStretch: '112%', fontWeight: 800, letterSpacing: '-0.02em', lineHeight: 1.06 },
  normal: { fontStretch: '100%', fontWeight: 500, lineHeight: 1.25 },
  narrow: { fontStretch: '87.5%', fontWeight: 600, lineHeight: 1.2 },
} as const satisfies Record<string, Style>

/** Scripts other than Latin reach further up and down. */
const TALL = /[\u0370-\u1cff\u2e80-\ud7ff\uf900-\ufdff]/

/**
 * Text of at most `lines` lines, balanced, with an ellipsis if it is longer. Text from right to left is set so, but it
 * begins at the left edge like everything else.
 */
export const words = (
  text: string,
  voice: keyof typeof VOICES,
  size: number,
  { lines = 1, ...style }: Style & { lines?: number } = {},
): TextNode => ({
  type: 'text',
  text,
  dir: RTL.test(text) ? 'rtl' : 'ltr',
  style: {
    ...VOICES[voice],
    ...(TALL.test(text) && { lineHeight: 1.25, paddingBottom: Math.round(size * 0.15) }),
    fontSize: size,
    textAlign: 'left',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    lineClamp: lines,
    ...(lines > 1 && { textWrap: 'balance' }),
    ...style,
  },
})

const FACETS = { left: 'M12 1 5 9.5 12 18z', right: 'M12 1l7 8.5L12 18z', shelf: 'M4 20.5h16V23H4z' }
const svg = (paths: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${paths}</svg>`)
const MARK = svg(
  `<g fill="${COLORS.text}"><path d="${FACETS.left}"/><path d="${FACETS.shelf}"/></g><path fill="${COLORS.accent}" d="${FACETS.right}"/>`,
)
const OUTLINED_MARK = svg(
  `<g fill="none" stroke="${COLORS.line}" stroke-width=".4" stroke-linejoin="round"><path d="${FACETS.left}"/><path d="${FACETS.right}"/><path d="${FACETS.shelf}"/></g>`,
)

const WHITE_MARK = svg(
  `<g fill="#fff"><path d="${FACETS.left}"/><path d="${FACETS.right}"/><path d="${FACETS.shelf}"/></g>`,
)

/** Of a side: the corners, and the mark with and without a margin that a system may cut off. */
const ICON = { radius: 5 / 24, mark: 0.75, markWithin: 0.56 }

/** The icon of the installed app: with round corners, for a system that cuts it, or for one that colours it. */
export function appIcon(purpose: 'any' | 'maskable' | 'monochrome', size: number): ContainerNode {
  const mark = Math.round(size * (purpose === 'any' ? ICON.mark : ICON.markWithin))
  return box(
    {
      width: '100%',
      height: '100%',
      alignItems: 'center',
      justifyContent: 'center',
      ...(purpose !== 'monochrome' && { backgroundColor: COLORS.ground }),
      ...(purpose === 'any' && { borderRadius: Math.round(size * ICON.radius) }),
    },
    [{ type: 'image', src: purpose === 'monochrome' ? WHITE_MARK : MARK, style: { width: mark, height: mark } }],
  )
}

/** The logo with the name of the site. */
export const brand = (productName: string, size: number): ContainerNode =>
  box({ alignItems: 'center', gap: Math.round(size * 0.3), flexShrink: 0 }, [
    { type: 'image', src: MARK, style: { width: size, height: size } },
    words(productName, 'wide', Math.round(size * 0.76), { fontWeight: 700 }),
  ])

/** Stands where a picture has no covers. */
export const outlinedMark = (size: number, margin: number): ContainerNode =>
  box({ alignItems: 'center', flexShrink: 0, paddingRight: margin }, [
    { type: 'image', src: OUTLINED_MARK, style: { width: size, height: size } },
  ])

/** A cover of 3:4, in the width that it gets. */
export const poster = (cover: Uint8Array, width: number, style: Style = {}): ImageNode => ({
  type: 'image',
  src: cover,
  style: { width, height: Math.round((width * 4) / 3), objectFit: 'cover', flexShrink: 0, ...style },
})

const WALL_GAP = 8

/**
 * Covers that fill a height and bleed off the edges: four in two rows, or if there are fewer the first alone. Null
 * without covers.
 */
export function coverWall(covers: readonly Uint8Array[], height: number): ContainerNode | null {
  const [first] = covers
  if (!first) return null
  const side = (height * 3) / 4
  if (covers.length < 4) return box({ flexShrink: 0 }, [poster(first, side)])
  const width = (side - WALL_GAP) / 2
  return box(
    { width: side, height, flexShrink: 0, flexWrap: 'wrap', gap: WALL_GAP, alignContent: 'center', overflow: 'hidden' },
    covers.slice(0, 4).map((cover) => poster(cover, width, { height: (height - WALL_GAP) / 2 })),
  )
}
