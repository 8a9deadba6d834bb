import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import { genres, themes } from '#features/catalogue/server/sources/sources.service.ts'
import { loadPublicProfiles } from '#features/profiles/server/profiles.service.ts'
import type { Viewer } from '#server/session.ts'
import type { Mute } from '../mutes.contract.ts'
import { targetOf } from '../mutes.rules.ts'
import type { MuteRow } from './mutes.queries.ts'
import type { MutesDeps } from './mutes.service.ts'

/** Returns mutes as their member sees them, with the members and games that they name. */
export async function viewMutes(deps: MutesDeps, viewer: Viewer, rows: readonly MuteRow[]): Promise<Mute[]> {
  const [people, games] = await Promise.all([
    loadPublicProfiles(
      deps.db,
      rows.flatMap(({ member_id }) => member_id ?? []),
    ),
    loadGameCards(
      deps,
      rows.flatMap(({ game_id }) => game_id ?? []),
      deps.clock(),
      viewer.id,
    ),
  ])
  return rows.flatMap((row): Mute[] => {
    const target = targetOf(row.target)
    if (!target) return []
    return [
      {
        id: row.id,
        kind: target.kind,
        member: (row.member_id && people.get(row.member_id)) ?? null,
        game: (row.game_id && games.get(row.game_id)) ?? null,
        tag: tagOf(target),
        word: target.kind === 'word' ? target.word : null,
        feed_kind: target.kind === 'feed' ? target.feed_kind : null,
        ends_at: row.ends_at?.toISOString() ?? null,
        created_at: row.created_at.toISOString(),
      },
    ]
  })
}

function tagOf(target: NonNullable<ReturnType<typeof targetOf>>): Mute['tag'] {
  if (target.kind !== 'genre' && target.kind !== 'theme') return null
  const name = (target.kind === 'genre' ? genres : themes).nameOf(target.id)
  return { id: target.id, name: name ?? `${target.id}` }
}
