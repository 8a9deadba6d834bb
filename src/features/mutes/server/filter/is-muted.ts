import { type RawBuilder, sql } from 'kysely'

// What other features put into their queries. A thing has keys (`keyOf`), and it is muted when one of them is the target of a mute
// of the viewer: each key is one look into the unique index of mutes, however many the viewer has. A mute is over when its row is gone.

type Viewer = RawBuilder<unknown>

/** A condition: the viewer has muted one of these keys (an array of texts; null is no key). */
export const isAnyMuted = (viewerId: Viewer, keys: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from mutes where mutes.user_id = ${viewerId} and mutes.target = any(${keys})
)`

/** A condition: the viewer has muted anything. With a constant viewer PostgreSQL finds it out once for each statement. */
export const hasMutes = (viewerId: Viewer): RawBuilder<boolean> =>
  sql<boolean>`exists (select from mutes where mutes.user_id = ${viewerId})`

/** A condition: the viewer has muted something of this kind, whose keys would cost something. */
const hasMutesOf = (viewerId: Viewer, kind: 'genre' | 'theme' | 'word') => sql<boolean>`exists (
  select from mutes
  where mutes.user_id = ${viewerId} and mutes.target >= ${sql.lit(`${kind}:`)} and mutes.target < ${sql.lit(`${kind};`)}
)`

/** A condition: the viewer has muted this member. */
export const isMemberMuted = (viewerId: Viewer, memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  isAnyMuted(viewerId, sql`array['member:' || ${memberId}]`)

/** A condition: the viewer has muted this game, its genre or theme, or a word of its name. False for no game. */
export const isGameMuted = (viewerId: Viewer, gameId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${isAnyMuted(viewerId, sql`array['game:' || ${gameId}]`)} or ${hasMutedTraits(viewerId, gameId)}
)`

/** A condition: the viewer has muted the genre, the theme or a word of the name of this game. */
export const hasMutedTraits = (viewerId: Viewer, gameId: RawBuilder<unknown>) => sql<boolean>`(
  (${hasMutesOf(viewerId, 'genre')} or ${hasMutesOf(viewerId, 'theme')} or ${hasMutesOf(viewerId, 'word')}) and exists (
    select from games muted_game
    where muted_game.id = ${gameId} and ${isAnyMuted(
      viewerId,
      sql`array(
        select 'genre:' || id from unnest(muted_game.genre_ids) id
        union all select 'theme:' || id from unnest(muted_game.theme_ids) id
        union all select 'word:' || word from ${wordsOf(sql`muted_game.name`)} word
      )`,
    )}
  )
)`

/** The words of a text, as `readMutedWord` reads one. */
const wordsOf = (text: RawBuilder<unknown>) =>
  sql`regexp_split_to_table(lower(normalize(${text}, nfc)), '[^[:alnum:]]+')`

/** A condition: a word of this text is muted. The text is only read if the viewer has muted words. */
export const isTextMuted = (viewerId: Viewer, text: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  ${hasMutesOf(viewerId, 'word')}
  and ${isAnyMuted(viewerId, sql`array(select distinct 'word:' || word from ${wordsOf(text)} word)`)}
)`

/** Selects the keys of an activity that need nothing but its row: its author, its game, its kind, and its kind with its author. */
export const keysOfActivity = (activity: RawBuilder<unknown>): RawBuilder<unknown> => sql`array[
  'member:' || ${activity}.user_id, 'game:' || ${activity}.game_id,
  'kind:' || feed_kind(${activity}.activity_type), 'kind:' || feed_kind(${activity}.activity_type) || ':' || ${activity}.user_id
]`
