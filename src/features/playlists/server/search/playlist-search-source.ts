import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { SearchSource } from '#server/search-source.ts'
import { tag } from '#server/tags.ts'
import { titleWords } from '#server/title-search.ts'
import { counted } from '#shared/counted.ts'
import { titleHasText } from '#shared/sentences.ts'
import type { PlaylistsDeps } from '../playlists.service.ts'
import { findPlaylists } from './playlist-search.queries.ts'

/** Finds public playlists by their titles; drafts never, for admins neither. */
export const playlistSearchSource = (deps: PlaylistsDeps): SearchSource => ({
  group: 'playlists',
  order: 40,
  title: 'Playlists',
  why: titleHasText,
  async find({ text, most }) {
    const rows = await findPlaylists(deps.db, titleWords(text), most)
    const cards = await loadGameCards(
      deps,
      rows.flatMap(({ first_game }) => first_game ?? []),
      deps.clock(),
    )
    return {
      items: rows.map((row) => {
        const game = row.first_game && cards.get(row.first_game)
        return {
          id: row.id,
          path: `/playlists/${row.slug}`,
          title: row.title,
          facts: [counted(row.games_count, 'game')],
          picture: game ? { game } : { icon: 'list' },
        }
      }),
      tags: [tag.playlists, tag.allPlaylists, ...[...cards.keys()].map((id) => tag.game(id))],
    }
  },
})
