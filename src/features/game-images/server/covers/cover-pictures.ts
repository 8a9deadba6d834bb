import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { Images } from '#server/images.ts'
import { IMAGE_ORIGINS } from '#server/images-limits.ts'
import { cover } from '#shared/cover.ts'
import { readRequestedPicture } from './requested-picture.ts'

/**
 * Returns the covers of these games as files of 3:4, for a composed picture: the same ones that pages show. A cover that
 * is missing or unavailable is drawn. `isComplete` is false if one may be available later.
 */
export async function readCovers(
  images: Pick<Images, 'read'>,
  games: readonly GameCard[],
  origins: readonly string[] = IMAGE_ORIGINS,
): Promise<{ covers: Uint8Array[]; isComplete: boolean }> {
  const read = await Promise.all(games.map((game) => readCover(images, game, origins)))
  return {
    covers: read.map((picture, at) =>
      typeof picture === 'string' ? drawnCover(games[at] as GameCard) : picture.bytes,
    ),
    isComplete: !read.includes('unreachable'),
  }
}

async function readCover(images: Pick<Images, 'read'>, { cover_url }: GameCard, origins: readonly string[]) {
  if (cover_url === null) return 'missing'
  const { searchParams } = new URL(cover_url, 'http://localhost')
  const { addresses, encoding } = readRequestedPicture((name) => searchParams.get(name) ?? undefined, 'image/webp', {
    origins,
  })
  return images.read(addresses, encoding)
}

/** The renderer of composed pictures aligns text by its anchor, but does not know `direction`. */
function drawnCover({ name, year, genre, developer }: GameCard): Uint8Array {
  const svg = cover({ title: name, year, genre, developer }, { facts: false })
  return Buffer.from(svg.replaceAll(' direction="rtl"', ' text-anchor="end"'))
}
