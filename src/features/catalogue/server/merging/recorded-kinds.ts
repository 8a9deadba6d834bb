/**
 * How a merge of two games, or a member's move of an entry, records the rows of a table (decisions 0122, 0130). Texts are SQL; the
 * row is `t`. `$1` is the id of the game that goes, `$2` of the one that stays, `$rows` what is recorded.
 */
export interface RecordedKind {
  /**
   * Which rows a move of one member's entry takes along: those of the member, those of the member's reviews (likes of
   * others, too), or none, because they belong to the game.
   */
  of: 'member' | 'review' | 'game'
  /** What names a row of the table, beside its game. */
  key: readonly string[]
  /** The column with the game; null where a row refers to a game in another way. */
  game: string | null
  /** Whether a row has another name with another game. */
  isByGame?: true
  /** Records rows of the game that stays, too: those with the same values here as a row of the game that goes. */
  partner?: readonly string[]
  /** Which rows are recorded, where that is not said by the game. */
  isRecorded?: string
  /** Whether a merge also makes rows; `ticked` are removed once nothing refers to them. */
  isMade?: true | 'ticked'
  /** Whether both states of a row are recorded whole. */
  isWhole?: true
  /** Whose row it is. */
  member: string | null
  /** What a merge changes and a split puts back. */
  columns: readonly string[]
  /** Columns that triggers count: a row that returns begins without them. */
  counts?: readonly string[]
  /** Whether a row that the merge has made can go. The row is `t`. */
  canGo?: string
  /** Whether a unique constraint of the table is checked at the commit, so that a row that returns can meet none. */
  isDeferred?: true
  /** Whether a row that the merge has removed can be put back: what it refers to is still there. The row is `t`. */
  canReturn?: string
}

const RECORDS = 'select known.key::uuid from $rows known where true'
/** Those who may have two reviews, entries or places of which one went. */
const AFFECTED = `select known.user_id from $rows known
  where known.kind in ('user_games', 'reviews', 'list_games')`
/** The reviews of members who have reviewed both games as a whole, so that one of two went. */
const PAIRS = `select known.key::uuid from $rows known where known.kind = 'reviews' and exists (
  select from $rows other
  where other.kind = 'reviews' and other.user_id = known.user_id and other.key <> known.key
)`
const HAS_ENTRY = 'exists (select from user_games entry where entry.user_id = t.user_id and entry.game_id = t.game_id)'
const HAS_REVIEW = 'exists (select from reviews where reviews.id = t.review_id)'

/** Whether all texts of the member that the merge had removed have their places again. */
const HAS_ALL_TEXTS = `not exists (
  select from $rows gone
  where gone.user_id = t.user_id and gone.after is null and (
    gone.kind = 'reviews' and not exists (select from reviews where reviews.id::text = gone.key)
    or gone.kind = 'list_games' and not exists (
      select from list_games place where place.list_id::text || '/from' = gone.key and place.game_id = $1
    )
  )
)`

const own = { of: 'member', key: ['id'], game: 'game_id', member: 't.user_id', columns: ['game_id'] } as const
const marks = {
  of: 'review',
  key: ['review_id', 'user_id'],
  game: null,
  isRecorded: `t.review_id in (${PAIRS})`,
  isMade: true,
  member: 't.user_id',
  columns: [],
  canReturn: HAS_REVIEW,
} as const
const about = {
  of: 'review',
  key: ['id'],
  game: null,
  isRecorded: `t.subject_type = 'review' and t.subject_id in (${PAIRS})`,
  member: 't.user_id',
  columns: ['subject_id'],
} as const
const imported = '(select imports.user_id from imports where imports.id = t.import_id)'

/** The tables whose rows a merge changes, in an order in which one may refer to those before it. */
export const RECORDED_KINDS = {
  games: {
    ...own,
    of: 'game',
    // A text, unlike the other ids.
    key: ['t.id'],
    game: 'parent_id',
    isRecorded: '(t.id = $1 or t.parent_id = $1)',
    member: null,
    columns: ['parent_id'],
  },
  user_games: { ...own, partner: ['user_id'], isWhole: true },
  reviews: {
    ...own,
    partner: ['user_id'],
    counts: ['likes_count', 'bookmarks_count'],
    canReturn:
      '(t.playthrough_id is null or exists (select from playthroughs where playthroughs.id = t.playthrough_id))',
  },
  list_games: {
    of: 'member',
    key: ['list_id'],
    game: 'game_id',
    isByGame: true,
    isDeferred: true,
    partner: ['list_id'],
    member: '(select lists.user_id from lists where lists.id = t.list_id)',
    columns: ['game_id', 'note'],
    canReturn: 'exists (select from lists where lists.id = t.list_id and lists.games_count < 1000)',
  },
  game_achievements: { ...own, of: 'game', isRecorded: 't.game_id in ($1, $2)', isMade: 'ticked', member: null },
  user_achievements: {
    ...own,
    key: ['user_id', 'achievement_id'],
    isRecorded: `t.game_id in ($1, $2) and t.user_id in (${AFFECTED})`,
    isMade: true,
    canReturn: `exists (select from game_achievements ticked where ticked.id = t.achievement_id) and ${HAS_ENTRY}`,
  },
  playthroughs: own,
  play_sessions: own,
  play_timers: { ...own, key: ['user_id', 'extract(epoch from t.started_at)'] },
  game_copies: own,
  own_shelf_games: {
    ...own,
    key: ['shelf_id'],
    isByGame: true,
    partner: ['shelf_id'],
    canReturn: `exists (select from own_shelves where own_shelves.id = t.shelf_id) and ${HAS_ENTRY}`,
  },
  game_progress_history: own,
  game_achievement_history: own,
  library_bulk_changes: {
    ...own,
    game: null,
    isRecorded: `t.before @> jsonb_build_array(jsonb_build_object('game_id', $1::text)) and t.user_id in (${AFFECTED})`,
    columns: ['before'],
  },
  merged_sessions: {
    ...own,
    game: null,
    isRecorded: `t.sessions @> jsonb_build_array(jsonb_build_object('game_id', $1::text)) and t.user_id in (${AFFECTED})`,
    columns: ['sessions'],
  },
  review_likes: marks,
  review_bookmarks: marks,
  activity_comments: about,
  activity_reactions: about,
  journal_entries: {
    ...own,
    isRecorded: `(t.game_id = $1 or t.game_id = $2 and t.user_id in (${AFFECTED}))`,
    isMade: true,
    canReturn: `(t.review_id is null or ${HAS_REVIEW})`,
    canGo: HAS_ALL_TEXTS,
  },
  friend_activities: own,
  profile_favourites: { ...own, key: ['user_id'], isByGame: true, partner: ['user_id'] },
  profile_pins: {
    ...own,
    key: ['user_id', 't.position'],
    game: null,
    isRecorded: `(t.review_id in (${PAIRS}) or t.entry_id in (${RECORDS} and known.kind = 'user_games'))`,
    columns: ['entry_id', 'review_id'],
    canReturn: `(t.review_id is null or ${HAS_REVIEW}) and (
      t.entry_id is null or exists (select from user_games where user_games.id = t.entry_id)
    )`,
  },
  forum_threads: { ...own, of: 'game', member: 't.author_id' },
  challenge_goals: { ...own, of: 'game', member: null },
  challenges: { ...own, of: 'game', game: 'cover_game_id', member: null, columns: ['cover_game_id'] },
  playlist_games: {
    of: 'game',
    key: ['playlist_id'],
    game: 'game_id',
    isByGame: true,
    partner: ['playlist_id'],
    member: null,
    columns: ['game_id'],
    canReturn: 'exists (select from playlists where playlists.id = t.playlist_id and playlists.games_count < 100)',
  },
  import_rows: { ...own, key: ['import_id', 'n'], member: imported },
  import_changes: { ...own, member: imported, columns: ['game_id', 'entry_id', 'before'] },
  steam_games: { ...own, key: ['user_id', 'app_id'] },
  release_notices: { ...own, key: ['user_id'], isByGame: true, partner: ['user_id'] },
  reports: {
    ...own,
    of: 'game',
    game: null,
    isRecorded: "t.item_type = 'game' and t.subject_key = $1",
    member: 't.reporter_id',
    columns: ['item_id', 'subject_key'],
  },
  game_external_ids: {
    ...own,
    of: 'game',
    key: ['source', 'uid'],
    isByGame: true,
    partner: ['source', 'uid'],
    member: null,
  },
  game_import_keys: { ...own, of: 'game', key: ['key'], member: null },
  own_game_keys: { ...own, of: 'game', key: ['user_id', 'key'] },
  game_views: {
    ...own,
    of: 'game',
    key: [],
    isByGame: true,
    isRecorded: 't.game_id in ($1, $2)',
    member: null,
    isWhole: true,
    columns: [],
  },
  game_merges: { ...own, of: 'game', key: ['from_id'], game: 'into_id', member: null, columns: ['into_id'] },
} as const satisfies Record<string, RecordedKind>

export type RecordedTable = keyof typeof RECORDED_KINDS
