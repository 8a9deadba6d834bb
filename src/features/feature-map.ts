interface FeatureEntry {
  uses: readonly string[]
  writes: readonly string[]
  tags?: readonly string[]
}

/**
 * Every feature, what it may use, which tables it writes and which tags it owns (`server/tags.ts`). A feature uses only
 * features above it; those below subscribe to its events. It announces its own tags and those of features that it may use.
 */
export const FEATURES = {
  accounts: {
    uses: [],
    writes: ['user', 'session', 'account', 'verification', 'twoFactor', 'passkey', 'profiles', 'outbox'],
    tags: ['member'],
  },
  catalogue: {
    uses: ['accounts'],
    writes: [
      'games',
      'loaded_data',
      'catalogue_cache',
      'game_achievements',
      'entry_moves',
      'entry_move_rows',
      'game_counts',
      'game_external_ids',
      'game_facet_bits',
      'game_facet_changes',
      'game_numbers',
      'game_trait_counts',
      'own_game_keys',
      'game_keys',
      'game_merges',
      'game_merge_rows',
      'game_validity',
      'game_views',
      'game_words',
      'source_tokens',
    ],
    tags: ['games', 'game', 'answer'],
  },
  // Import and export of files of games, for admins.
  'catalogue-files': { uses: ['catalogue'], writes: ['catalogue_imports', 'game_import_keys'] },
  // The addresses of covers and icons, and pictures with the covers of games.
  'game-images': { uses: ['catalogue'], writes: [] },
  // Answers queries in the languages of IGDB and RAWG, which the documents have, from the sources or the stored games.
  'query-proxy': { uses: ['catalogue'], writes: [] },
  preferences: {
    uses: ['accounts', 'catalogue'],
    writes: ['user_preferences', 'page_counts'],
    tags: ['preferences'],
  },
  'error-log': { uses: [], writes: ['error_groups', 'error_logs', 'error_group_members'] },
  admin: { uses: ['accounts', 'preferences', 'error-log'], writes: ['audit_log', 'member_notes'] },
  // Above profiles: who may see a profile depends on it.
  blocks: { uses: ['accounts'], writes: ['user_blocks'], tags: ['relationshipCounts', 'relationships'] },
  profiles: {
    uses: ['accounts', 'catalogue', 'blocks'],
    writes: ['user_active_days', 'avatars', 'profile_favourites'],
    tags: ['peopleLists', 'shelf'],
  },
  // What a member does not want to see; lists of activities, notifications and suggestions ask it.
  mutes: { uses: ['accounts', 'catalogue', 'blocks', 'profiles'], writes: ['mutes'], tags: ['mutes'] },
  // Above all that it tells of: each calls it in the transaction of the cause.
  notifications: {
    uses: ['accounts', 'catalogue', 'blocks', 'profiles', 'mutes'],
    writes: ['notifications', 'push_subscriptions', 'push_deliveries'],
    tags: ['notifications', 'pushes'],
  },
  // Admins merge games of the catalogue and split them again; each feature moves its own rows (`gameMerging`, `gameSplitting`).
  'game-merges': { uses: ['accounts', 'catalogue', 'admin', 'notifications'], writes: [] },
  // What moderators decide about texts of members; it knows nothing of these texts (server/subjects.ts).
  moderation: {
    uses: ['accounts', 'profiles', 'notifications', 'admin'],
    writes: ['hold_rules', 'held_texts'],
  },
  follows: { uses: ['accounts', 'profiles', 'blocks', 'notifications'], writes: ['followers', 'follow_counts'] },
  friends: {
    uses: ['accounts', 'profiles', 'blocks', 'mutes', 'notifications', 'follows'],
    writes: ['friends'],
  },
  // Compares the reader's progress in a game with the share that a text spoils.
  spoilers: { uses: ['accounts', 'profiles'], writes: [] },
  // These know nothing of their subjects, which other features own and register (server/subjects.ts).
  reactions: { uses: ['accounts', 'notifications'], writes: ['activity_reactions'] },
  comments: {
    uses: ['accounts', 'blocks', 'profiles', 'notifications', 'moderation', 'spoilers'],
    writes: ['activity_comments'],
  },
  // Reactions and comments together, as a page shows and updates them.
  discussions: { uses: ['reactions', 'comments'], writes: [] },
  // Between two members alone; what they may write about knows nothing of it.
  messages: {
    uses: ['accounts', 'blocks', 'profiles', 'notifications', 'moderation', 'friends'],
    writes: ['conversations', 'messages', 'reported_messages', 'waiting_messages'],
    tags: ['messages'],
  },
  // The games of a member: status, stars, heart, notes, hours and their histories.
  library: {
    uses: ['accounts', 'catalogue', 'blocks', 'profiles', 'spoilers'],
    writes: [
      'user_games',
      'game_progress_history',
      'game_achievement_history',
      'library_bulk_changes',
      'game_member_counts',
    ],
    // A game that is removed takes its timer with it.
    tags: ['timer'],
  },
  // When a member has played a game: progress, play sessions, playthroughs and the timer.
  'play-log': {
    uses: ['accounts', 'catalogue', 'profiles', 'library'],
    writes: ['playthroughs', 'play_sessions', 'play_timers', 'merged_sessions', 'game_play_times', 'play_time_changes'],
  },
  // Moves entries to the games that they are about; each feature moves its own rows (`entryMoving`, `entryReturning`).
  'entry-moves': { uses: ['accounts', 'catalogue', 'game-merges', 'library'], writes: [] },
  copies: { uses: ['accounts', 'catalogue', 'profiles', 'library', 'play-log'], writes: ['game_copies'] },
  // Shelves that members make, the queue, and changes of many games at once.
  shelves: {
    uses: ['accounts', 'catalogue', 'profiles', 'library', 'play-log', 'entry-moves'],
    writes: ['own_shelves', 'own_shelf_games'],
  },
  // Games that friends recommend to each other, and their answers.
  recommendations: {
    uses: ['accounts', 'catalogue', 'blocks', 'profiles', 'mutes', 'notifications', 'friends', 'library'],
    writes: ['recommendations'],
  },
  // What imports and syncs write into a library, and its undo.
  'imported-games': { uses: ['catalogue', 'library', 'play-log', 'copies', 'shelves'], writes: [] },
  // What a member does with a game wherever it is shown, without a server: posters, menus, the panel and their dialogs.
  'game-actions': {
    uses: ['accounts', 'catalogue', 'library', 'play-log', 'entry-moves', 'copies', 'shelves'],
    writes: [],
  },
  // Games that only one member has.
  'own-games': {
    uses: ['catalogue', 'profiles', 'library', 'play-log', 'copies', 'shelves', 'imported-games', 'game-actions'],
    writes: [],
  },
  // The lists of a library, the viewer's own and those of other members, without a server.
  'library-pages': {
    uses: ['catalogue', 'profiles', 'library', 'copies', 'shelves', 'game-actions'],
    writes: [],
  },
  reviews: {
    uses: [
      'accounts',
      'catalogue',
      'blocks',
      'profiles',
      'notifications',
      'moderation',
      'friends',
      'spoilers',
      'reactions',
      'comments',
      'discussions',
      'library',
      'play-log',
      'game-actions',
    ],
    writes: ['reviews', 'review_likes', 'review_bookmarks', 'game_review_counts', 'public_stars', 'game_star_counts'],
    tags: ['reviewsOf', 'reviewsBy', 'latestReviews', 'helpfulReviews'],
  },
  activity: {
    uses: [
      'accounts',
      'catalogue',
      'blocks',
      'profiles',
      'mutes',
      'notifications',
      'friends',
      'reactions',
      'comments',
      'discussions',
      'library',
      'game-actions',
      'reviews',
    ],
    writes: ['friend_activities', 'latest_activities'],
    tags: ['feed', 'newActivity', 'activitiesOf', 'activitiesAbout'],
  },
  // Ticked achievements: the number in the library follows them, through its service.
  achievements: {
    uses: ['accounts', 'catalogue', 'profiles', 'library', 'play-log'],
    writes: ['user_achievements', 'achievement_counts', 'achievement_member_counts'],
    tags: ['achievementsOf'],
  },
  lists: {
    uses: [
      'accounts',
      'catalogue',
      'game-images',
      'blocks',
      'profiles',
      'notifications',
      'moderation',
      'reactions',
      'comments',
      'discussions',
      'library',
      'game-actions',
    ],
    writes: ['lists', 'list_games', 'list_likes', 'smart_lists'],
    tags: ['listsBy', 'listTitles', 'likedLists'],
  },
  // What a member shows on top of the profile; features whose things can be pinned stand above it.
  pins: {
    uses: ['accounts', 'catalogue', 'profiles', 'library', 'game-actions', 'reviews', 'activity', 'lists'],
    writes: ['profile_pins'],
    tags: ['pins'],
  },
  // An entry also writes progress, reviews and lists, through the services of the features above.
  journal: {
    uses: ['accounts', 'catalogue', 'profiles', 'spoilers', 'library', 'play-log', 'reviews', 'activity', 'lists'],
    writes: ['journal_entries'],
    tags: ['journal'],
  },
  // Reads what visitors may see; owns nothing.
  atom: { uses: ['catalogue', 'profiles', 'spoilers', 'reviews', 'activity', 'lists'], writes: [] },
  // The site's own pages, and messages to its operator.
  info: { uses: ['accounts', 'admin'], writes: ['contact_messages'] },
  // The manifest, the icons and the offer with which browsers install the site as an app.
  install: { uses: [], writes: [] },
  // It knows nothing of what is reported: the owner of a subject says who may see it and hides it (server/subjects.ts).
  reports: {
    uses: ['accounts', 'catalogue', 'profiles', 'notifications', 'moderation', 'admin'],
    writes: ['reports', 'appeals'],
  },
  // Who may create an account: it answers the events of accounts. And whether visitors see the site.
  registration: {
    uses: ['accounts', 'profiles', 'notifications', 'admin'],
    writes: ['site_settings', 'invitations', 'invitation_uses', 'account_requests', 'address_blocks'],
    tags: ['site'],
  },
  // What members have done of them it reads from their libraries and reviews.
  challenges: {
    uses: ['accounts', 'catalogue', 'game-images', 'profiles', 'library', 'reviews', 'activity', 'admin'],
    writes: ['challenges', 'challenge_goals', 'challenge_participants'],
    tags: ['challenges', 'challenge', 'joined'],
  },
  // Texts of members for everybody, and the work of its moderators.
  forum: {
    uses: [
      'accounts',
      'catalogue',
      'blocks',
      'profiles',
      'notifications',
      'moderation',
      'friends',
      'spoilers',
      'admin',
      'reports',
    ],
    writes: [
      'forum_categories',
      'forum_threads',
      'forum_posts',
      'forum_likes',
      'forum_versions',
      'forum_mentions',
      'forum_subscriptions',
      'forum_reads',
      'forum_all_reads',
    ],
    tags: ['forum', 'forumCategory', 'threadsAbout', 'threadPost'],
  },
  // Earned by what members do in the features above, in the transaction of each of these writes.
  badges: {
    uses: [
      'accounts',
      'profiles',
      'notifications',
      'friends',
      'library',
      'reviews',
      'activity',
      'admin',
      'challenges',
      'forum',
    ],
    writes: ['badges', 'user_badges'],
    tags: ['badges', 'badgesOf', 'badgeEarned'],
  },
  // Made by admins for everybody.
  playlists: {
    uses: ['accounts', 'catalogue', 'game-images', 'profiles', 'library', 'shelves', 'game-actions', 'lists', 'admin'],
    writes: ['playlists', 'playlist_games', 'playlist_slugs'],
    tags: ['playlists', 'playlist', 'playlistGames', 'allPlaylists'],
  },
  // Reads what other features have written.
  years: {
    uses: ['accounts', 'catalogue', 'game-images', 'profiles', 'library', 'game-actions', 'reviews', 'journal'],
    writes: [],
  },
  // Reads the library and its shelf.
  statistics: { uses: ['accounts', 'catalogue', 'profiles', 'library', 'reviews', 'journal', 'years'], writes: [] },
  // Reads the files of other trackers into libraries.
  imports: {
    uses: [
      'accounts',
      'catalogue',
      'profiles',
      'library',
      'play-log',
      'copies',
      'shelves',
      'imported-games',
      'reviews',
      'activity',
      'achievements',
      'lists',
      'journal',
    ],
    writes: ['imports', 'import_files', 'import_rows', 'import_changes', 'import_items'],
    tags: ['imports'],
  },
  // Adds play time of a linked account to the library, and imports its new games.
  steam: {
    uses: ['accounts', 'catalogue', 'profiles', 'library', 'imported-games', 'imports'],
    writes: ['steam_links', 'steam_games', 'steam_state'],
  },
  // Writes the data of members into files; reads what all features store.
  exports: {
    uses: ['accounts', 'library', 'play-log', 'shelves'],
    writes: ['exports', 'export_files', 'export_parts'],
    tags: ['exports'],
  },
  // The API for scripts and apps of members, with access tokens; the features above do the work.
  'public-api': {
    uses: ['accounts', 'catalogue', 'profiles', 'library', 'play-log', 'reviews', 'activity', 'lists', 'journal'],
    writes: [
      'access_tokens',
      'oauthClient',
      'oauthConsent',
      'oauthAccessToken',
      'oauthRefreshToken',
      'oauth_codes',
      'webhooks',
      'webhook_deliveries',
    ],
  },
  // What the admins write for everybody.
  news: {
    uses: ['accounts', 'catalogue', 'game-images', 'admin'],
    writes: ['news_posts', 'news_slugs'],
    tags: ['news'],
  },
  // When games come out, and which members wait for them.
  releases: {
    uses: ['accounts', 'catalogue', 'profiles', 'notifications', 'library', 'game-actions'],
    writes: ['release_calendars', 'release_notices'],
  },
  // It finds what other features contribute (`search` of their modules), and knows none of it.
  search: { uses: ['accounts', 'catalogue', 'profiles'], writes: [] },
  // Each joins in the browser what pages show of the features above.
  home: {
    uses: [
      'accounts',
      'catalogue',
      'mutes',
      'friends',
      'library',
      'play-log',
      'recommendations',
      'shelves',
      'game-actions',
      'library-pages',
      'reviews',
      'activity',
      'lists',
      'journal',
      'info',
      'install',
      'challenges',
      'playlists',
      'news',
    ],
    writes: [],
  },
  welcome: { uses: ['accounts', 'catalogue', 'profiles', 'follows', 'friends', 'library', 'home'], writes: [] },
  // What a device keeps of its member's library, and what it sends later, when there is no network.
  offline: {
    uses: [
      'accounts',
      'comments',
      'messages',
      'catalogue',
      'library',
      'play-log',
      'shelves',
      'game-actions',
      'reviews',
      'journal',
    ],
    writes: [],
  },
  // All games, and one of them.
  'game-pages': {
    uses: [
      'accounts',
      'catalogue',
      'mutes',
      'recommendations',
      'library',
      'play-log',
      'game-actions',
      'own-games',
      'reviews',
      'activity',
      'achievements',
      'forum',
    ],
    writes: [],
  },
  // The frame of every page of a profile, and its overview.
  'profile-pages': {
    uses: [
      'accounts',
      'profiles',
      'library',
      'game-actions',
      'library-pages',
      'reviews',
      'activity',
      'achievements',
      'pins',
      'journal',
      'atom',
      'years',
      'statistics',
    ],
    writes: [],
  },
} as const satisfies Record<string, FeatureEntry>
