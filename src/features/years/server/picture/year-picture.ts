import type { Node } from '@takumi-rs/core'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { PictureSize } from '#server/pictures/draw.ts'
import { box, brand, COLORS, coverWall, outlinedMark, poster, sheet, words } from '#server/pictures/parts.ts'
import { plural } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import type { YearView } from '../../years.contract.ts'
import type { YearPictureSize } from '../../years.endpoints.ts'

export const YEAR_PICTURE_SIZES = {
  wide: { width: 1200, height: 630 },
  tall: { width: 1080, height: 1920 },
} as const satisfies Record<YearPictureSize, PictureSize>

/** The number of covers of the tall picture, the larger one. */
const COVERS_MAX = 6

/** Returns the games whose covers stand for the year: its favourites, then those played most. */
export function gamesInPicture({ library }: YearView): GameCard[] {
  if (!library) return []
  const games = [...library.favourites, ...library.mostPlayed, ...library.finished].map(({ game }) => game)
  return [...new Map(games.map((game) => [game.id, game])).values()].slice(0, COVERS_MAX)
}

interface Fact {
  value: string
  label: string
}

const count = (value: number) => value.toLocaleString('en')
const fact = (value: number, one: string, many: string): Fact[] =>
  value > 0 ? [{ value: count(value), label: plural(value, one, many) }] : []

/** Returns the numbers of the year that are not zero, the most telling ones first. */
function factsOf({ library, activity, reviews }: YearView): Fact[] {
  const days = activity?.streak?.days ?? 0
  return [
    ...(library
      ? [
          ...fact(Math.round(library.minutes / 60), 'hour played', 'hours played'),
          ...fact(library.gamesFinished, 'game finished', 'games finished'),
          ...fact(library.gamesPlayed, 'game played', 'games played'),
        ]
      : []),
    ...fact(activity?.daysPlayed ?? 0, 'day played', 'days played'),
    // One day is no streak.
    ...(days > 1 ? fact(days, 'day in a row', 'days in a row') : []),
    ...fact(reviews, 'review', 'reviews'),
  ]
}

/**
 * Returns the layout of the picture of a year for sharing. `covers` are those of `gamesInPicture`, in its order. The
 * picture shows everything in `view`, so that must be what a stranger may see.
 */
export function yearPicture(
  view: YearView,
  { size, covers, productName }: { size: YearPictureSize; covers: readonly Uint8Array[]; productName: string },
): Node {
  return size === 'wide' ? widePicture(view, covers, productName) : tallPicture(view, covers, productName)
}

function widePicture(view: YearView, covers: readonly Uint8Array[], productName: string): Node {
  const facts = factsOf(view)
  return sheet({}, [
    box(
      {
        flexDirection: 'column',
        flexGrow: 1,
        flexBasis: 0,
        padding: '44px 56px 40px',
        justifyContent: 'space-between',
      },
      [
        box({ flexDirection: 'column' }, [heading(view, 34), yearNumber(view.year, 228, { marginLeft: -7 })]),
        factGrid(facts, { columns: 4, rows: 1, size: 46, width: 616 }),
        monthBars(view, { width: 616, height: 64 }),
        brand(productName, 38),
      ],
    ),
    coverWall(covers, YEAR_PICTURE_SIZES.wide.height) ?? outlinedMark(380, 90),
  ])
}

const MARGIN = 72
const COLUMN = YEAR_PICTURE_SIZES.tall.width - 2 * MARGIN
const GAP = 8
const LARGE_POSTER = 600

function tallPicture(view: YearView, covers: readonly Uint8Array[], productName: string): Node {
  const indented = (part: Node | null) => part && box({ padding: `0 ${MARGIN}px` }, [part])
  return sheet({ flexDirection: 'column', justifyContent: 'space-between', padding: '116px 0 92px' }, [
    indented(
      box({ flexDirection: 'column', width: COLUMN }, [
        heading(view, 56),
        yearNumber(view.year, 352, { marginTop: 8, marginLeft: -11 }),
      ]),
    ),
    ...middleOf(view, covers).map((part) => (part?.isWide ? part.node : indented(part?.node ?? null))),
    indented(brand(productName, 56)),
  ])
}

interface Part {
  node: Node | null
  /** Reaches from edge to edge. */
  isWide?: boolean
}

/** Covers, numbers and months of the tall picture: fewer covers leave more room for the rest. */
function middleOf(view: YearView, covers: readonly Uint8Array[]): Part[] {
  const facts = factsOf(view)
  const [first] = covers
  const months = { node: monthBars(view, { width: COLUMN, height: 190 }) }
  if (!first)
    return [
      { node: outlinedMark(560, 0) },
      { node: factGrid(facts, { columns: 2, rows: 3, size: 112, width: COLUMN }) },
      months,
    ]
  if (covers.length < 3) {
    const rest = COLUMN - LARGE_POSTER
    const beside = factGrid(facts, { columns: 1, rows: 4, size: 92, width: rest - 48 })
    return [{ node: box({ gap: 48, alignItems: 'center' }, [poster(first, LARGE_POSTER), beside]) }, months]
  }
  const side = (YEAR_PICTURE_SIZES.tall.width - 2 * GAP) / 3
  const shown = covers.slice(0, covers.length < COVERS_MAX ? 3 : COVERS_MAX)
  const wall = box(
    { flexWrap: 'wrap', gap: GAP },
    shown.map((cover) => poster(cover, side)),
  )
  if (shown.length === COVERS_MAX)
    return [{ node: wall, isWide: true }, { node: factGrid(facts, { columns: 4, rows: 1, size: 74, width: COLUMN }) }]
  return [
    { node: wall, isWide: true },
    { node: factGrid(facts, { columns: 3, rows: 2, size: 92, width: COLUMN }) },
    months,
  ]
}

const heading = ({ user }: YearView, size: number): Node =>
  box({ flexDirection: 'column' }, [
    words(memberName(user), 'wide', size, { fontWeight: 700 }),
    words('A year in games', 'normal', Math.round(size * 0.82), { color: COLORS.text2, fontWeight: 450 }),
  ])

/** Four digits, as large as the column is wide. */
const yearNumber = (year: number, size: number, style: NonNullable<Node['style']>): Node =>
  words(String(year), 'wide', size, {
    lineHeight: 0.94,
    letterSpacing: '-0.045em',
    lineClamp: 'none',
    overflow: 'visible',
    whiteSpace: 'nowrap',
    ...style,
  })

function factGrid(
  facts: readonly Fact[],
  { columns, rows, size, width }: { columns: number; rows: number; size: number; width: number },
): Node | null {
  if (facts.length === 0) return null
  return box(
    { flexWrap: 'wrap', flexShrink: 0, width, rowGap: Math.round(size * 0.35) },
    facts
      .slice(0, columns * rows)
      .map(({ value, label }) =>
        box({ flexDirection: 'column', width: width / columns, paddingRight: 12 }, [
          words(value, 'wide', size, { fontWeight: 750 }),
          words(label, 'narrow', Math.round(size * 0.46), { color: COLORS.text2, fontWeight: 500 }),
        ]),
      ),
  )
}

const MONTH_LETTERS = [...'JFMAMJJASOND']

/** The minutes of each month as bars, the longest one in yellow; null if no month is known. */
function monthBars({ library }: YearView, { width, height }: { width: number; height: number }): Node | null {
  const most = Math.max(0, ...(library?.months ?? []).map(({ minutes }) => minutes))
  if (!library || most === 0) return null
  const step = width / MONTH_LETTERS.length
  const bar = Math.round(step * 0.72)
  const longest = library.months.findIndex(({ minutes }) => minutes === most)
  return box(
    { alignItems: 'flex-end', width },
    library.months.map(({ minutes }, month) =>
      box({ flexDirection: 'column', alignItems: 'flex-start', width: step }, [
        box(
          {
            width: bar,
            height: Math.max(minutes > 0 ? 4 : 2, Math.round((height * minutes) / most)),
            backgroundColor: month === longest ? COLORS.accent : minutes > 0 ? COLORS.bar : COLORS.line,
          },
          [],
        ),
        words(MONTH_LETTERS[month] as string, 'narrow', Math.round(step * 0.36), {
          width: bar,
          textAlign: 'center',
          marginTop: Math.round(step * 0.12),
          color: month === longest ? COLORS.text : COLORS.text3,
        }),
      ]),
    ),
  )
}
