import type { Node } from '@takumi-rs/core'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { refuseBusy } from '#features/catalogue/server/sources/upstream-refusal.service.ts'
import { QueueFullError } from '#server/concurrency.ts'
import type { Images } from '#server/images.ts'
import { drawPicture, type PictureSize } from '#server/pictures/draw.ts'
import { coverHash } from '#shared/cover.ts'
import { readCovers } from './cover-pictures.ts'

/**
 * Draws a picture with the covers of games, as PNG, or returns the stored one. `layout` gets one cover for each game, in
 * their order. Refuses with 429 when too many pictures wait to be drawn.
 */
export async function composePicture(
  { catalogue }: { catalogue: { images: Images } },
  {
    games,
    size,
    layout,
    origins,
  }: {
    games: readonly GameCard[]
    size: PictureSize
    layout: (covers: readonly Uint8Array[]) => Node
    origins?: readonly string[]
  },
): Promise<Uint8Array> {
  const { images } = catalogue
  // The layout with a name for each cover contains everything that the picture shows.
  const content = [size, layout(games.map(coverName))]
  try {
    return await images.compose(content, async () => {
      const { covers, isComplete } = await readCovers(images, games, origins)
      return { bytes: await drawPicture(layout(covers), size), isComplete }
    })
  } catch (error) {
    if (error instanceof QueueFullError) return refuseBusy()
    throw error
  }
}

const coverName = ({ name, year, genre, developer, cover_url }: GameCard): Uint8Array =>
  Buffer.from(`${cover_url} ${coverHash({ title: name, year, genre, developer })}`)
