/**
 * Every feature, what it may use, and which tables it writes.
 * A feature uses only features above it. It tells those below by events and announcements.
 */
export const FEATURES = {
  accounts: { uses: [], writes: ['user', 'session', 'account', 'verification', 'profiles', 'outbox'] },
  catalogue: {
    uses: ['accounts'],
    writes: [
      'games',
      'loaded_data',
      'catalogue_cache',
      'catalogue_imports',
      'game_achievements',
      'game_counts',
      'game_import_keys',
      'game_keys',
      'game_validity',
      'game_views',
      'game_words',
      'source_tokens',
    ],
  },
  profiles: { uses: ['accounts'], writes: ['user_active_days'] },
  // They know nothing of what they hang on: its owner says who may see it (server/subjects.ts).
  reactions: { uses: ['accounts'], writes: ['activity_reactions'] },
  comments: { uses: ['accounts', 'profiles'], writes: ['activity_comments'] },
  library: {
    uses: ['accounts', 'catalogue', 'profiles'],
    writes: ['user_games', 'game_progress_history', 'game_achievement_history'],
  },
  activity: {
    uses: ['accounts', 'catalogue', 'profiles', 'reactions', 'comments', 'library'],
    writes: ['friend_activities'],
  },
} as const satisfies Record<string, { uses: readonly string[]; writes: readonly string[] }>
