import type { Node } from '@takumi-rs/core'
import { CJK } from '#shared/cover/lettering.ts'
import type { PictureSize } from './draw.ts'
import { box, brand, COLORS, coverWall, outlinedMark, poster, sheet, words } from './parts.ts'

/** The size that link previews expect. */
export const PREVIEW_SIZE: PictureSize = { width: 1200, height: 630 }
/** The number of covers that a preview shows at most. */
const PREVIEW_COVERS = 5

const MARGIN = 64
const GAP = 8
/** Five posters fill the width of the picture. */
const STRIP_POSTER = (PREVIEW_SIZE.width - (PREVIEW_COVERS - 1) * GAP) / PREVIEW_COVERS

export interface Collection {
  title: string
  /** What it is, how much it has and whose it is, such as '24 games' and 'A list by Mara'. */
  facts: readonly string[]
  /** Pictures or drawings of 3:4, in the order of the collection. */
  covers: readonly Uint8Array[]
  productName: string
}

/** Returns the layout of the link preview of a collection of games: title and facts, beside or above its first covers. */
export function collectionPreview({ title, facts, covers, productName }: Collection): Node {
  const isStrip = covers.length >= PREVIEW_COVERS
  const head = words(title, 'wide', titleSize(title, isStrip ? 88 : 72), { lines: isStrip ? 3 : 5 })
  const line = box(
    { flexDirection: 'column', gap: 4, flexGrow: 1, flexBasis: 0 },
    facts.map((fact, at) =>
      words(fact, 'normal', 30, at === 0 ? { fontWeight: 650 } : { fontWeight: 450, color: COLORS.text2 }),
    ),
  )
  if (isStrip)
    return sheet({ flexDirection: 'column', justifyContent: 'space-between' }, [
      box({ flexDirection: 'column', justifyContent: 'space-between', flexGrow: 1, padding: '44px 64px 36px' }, [
        head,
        box({ alignItems: 'flex-end', gap: 40 }, [line, brand(productName, 44)]),
      ]),
      box(
        { flexShrink: 0, gap: GAP },
        covers.slice(0, PREVIEW_COVERS).map((cover) => poster(cover, STRIP_POSTER)),
      ),
    ])
  return sheet({}, [
    box({ flexDirection: 'column', flexGrow: 1, flexBasis: 0, padding: MARGIN, justifyContent: 'space-between' }, [
      box({ flexDirection: 'column', gap: 24 }, [head, line]),
      brand(productName, 44),
    ]),
    coverWall(covers, PREVIEW_SIZE.height) ?? outlinedMark(PREVIEW_SIZE.height * 0.6, MARGIN),
  ])
}

/** Returns the size in pixels: shorter titles are larger. A sign of Chinese, Japanese or Korean is as wide as two letters. */
function titleSize(title: string, largest: number): number {
  const length = [...title].reduce((sum, sign) => sum + (CJK.test(sign) ? 2 : 1), 0)
  return Math.round(largest * (length <= 22 ? 1 : length <= 44 ? 0.8 : length <= 80 ? 0.66 : 0.52))
}
