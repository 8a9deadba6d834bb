import type { CatalogueDeps } from '#features/catalogue/server/catalogue.service.ts'
import { requireGame } from '#features/catalogue/server/catalogue.service.ts'
import { collectionPreview, PREVIEW_SIZE } from '#server/pictures/collection-preview.ts'
import type { GameId } from '#shared/ids.ts'
import { composePicture } from './composed-picture.service.ts'

/** Returns the picture of a stored game as PNG, with its cover. Refuses with 404 'Game not found'. */
export async function drawGame(catalogue: CatalogueDeps, id: GameId): Promise<Uint8Array> {
  const { db, clock, productName } = catalogue
  const game = await requireGame({ db, catalogue }, id, clock())
  const facts = [game.year ? String(game.year) : null, game.developer, game.genre].filter((fact) => fact !== null)
  return composePicture(
    { catalogue },
    {
      games: [game],
      size: PREVIEW_SIZE,
      layout: (covers) => collectionPreview({ title: game.name, facts, covers, productName }),
    },
  )
}
