import { composePicture } from '#features/game-images/server/covers/composed-picture.service.ts'
import { collectionPreview, PREVIEW_SIZE } from '#server/pictures/collection-preview.ts'
import { gamesText } from '#shared/counted.ts'
import type { PlaylistId } from '#shared/ids.ts'
import { typeOf } from '../../playlists.rules.ts'
import { TYPE_LABELS } from '../../playlists.texts.ts'
import { type PlaylistsDeps, requirePublic } from '../playlists.service.ts'

/** Returns the picture of a public playlist as PNG; link previews are fetched by robots. */
export async function drawPlaylist(deps: PlaylistsDeps, id: PlaylistId): Promise<Uint8Array> {
  const { row, games } = await requirePublic(deps, id)
  const { productName } = deps.config
  const facts = [gamesText(row.games_count), `${TYPE_LABELS[typeOf(row.type)]} playlist`]
  return composePicture(deps, {
    games,
    size: PREVIEW_SIZE,
    layout: (covers) => collectionPreview({ title: row.title, facts, covers, productName }),
  })
}
