import { composePicture } from '#features/game-images/server/covers/composed-picture.service.ts'
import type { Config } from '#server/config.ts'
import { collectionPreview, PREVIEW_SIZE } from '#server/pictures/collection-preview.ts'
import type { Viewer } from '#server/session.ts'
import { gamesText } from '#shared/counted.ts'
import type { ListId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { type ListsDeps, requirePublicList } from '../lists.service.ts'

export interface WithConfig {
  config: Pick<Config, 'productName'>
}

/** Returns the picture of a list as PNG. It shows what a visitor may see, because link previews are fetched by robots. */
export async function drawList(
  deps: ListsDeps & WithConfig,
  viewer: Viewer | null,
  listId: ListId,
): Promise<Uint8Array> {
  const { row, games } = await requirePublicList(deps, viewer, listId)
  const facts = [gamesText(row.games_count), `A list by ${memberName(row)}`]
  const { productName } = deps.config
  return composePicture(deps, {
    games,
    size: PREVIEW_SIZE,
    layout: (covers) => collectionPreview({ title: row.title, facts, covers, productName }),
  })
}
