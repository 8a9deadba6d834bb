// The examples of the OpenAPI document. A test parses each with its schema.

const game = {
  id: 'igdb_1942',
  name: 'The Witcher 3: Wild Hunt',
  year: 2015,
  genre: 'Role-playing (RPG)',
  developer: 'CD Projekt RED',
  cover_url: null,
}
const person = {
  id: '019a2b3c-0000-7000-8000-000000000001',
  username: 'mara',
  display_name: 'Mara',
  avatar_url: null,
}
const at = '2026-11-23T18:30:00.000Z'
const page = <T>(one: T, next_cursor: string | null = null) => ({ data: [one], next_cursor })

const wholeGame = {
  ...game,
  released_on: '2015-05-19',
  summary: 'A story-driven, open world adventure.',
  genres: ['Role-playing (RPG)', 'Adventure'],
  platforms: ['PC (Microsoft Windows)', 'PlayStation 4'],
  publisher: 'CD Projekt',
  score: 93.4,
  stars: { average: 4.25, ratings: 31, reviews: 12 },
  time_to_beat: { story: 3_060, extras: 6_180, all: 10_380, people: 41, source: 'igdb' },
  igdb_id: 1942,
  steam_app_ids: ['292030'],
  url: 'https://games.example.org/game/igdb_1942',
}
const entry = {
  game,
  status: 'playing',
  rating: 9,
  is_liked: true,
  notes: null,
  hours: 41.5,
  completion: 60,
  achievements: 32,
  last_played_at: at,
  added_at: '2026-09-01T19:00:00.000Z',
  changed_at: at,
}
const playthrough = {
  id: '019a2b3c-0000-7000-8000-000000000002',
  platform: 'PC (Microsoft Windows)',
  started_on: '2026-09',
  finished_on: null,
  is_replay: false,
  finish_level: 'unfinished',
}
const session = {
  id: '019a2b3c-0000-7000-8000-000000000003',
  game_id: game.id,
  playthrough_id: playthrough.id,
  played_on: '2026-11-23',
  minutes: 95,
  note: null,
}
const reviewText = 'The side quests alone.'
const review = {
  id: '019a2b3c-0000-7000-8000-000000000004',
  game: { id: game.id, name: game.name },
  author: person,
  rating: 9,
  text_html: `<p>${reviewText}</p>`,
  is_folded: false,
  is_public: true,
  platform: 'PlayStation 4',
  likes_count: 12,
  comments_count: 3,
  created_at: at,
  updated_at: at,
}
const list = {
  id: '019a2b3c-0000-7000-8000-000000000005',
  title: 'Games for long winters',
  description: '',
  author: person,
  is_shared: true,
  is_ranked: false,
  games_count: 1,
  likes_count: 4,
  created_at: at,
  updated_at: at,
  changed_at: at,
}
const journalEntry = {
  id: '019a2b3c-0000-7000-8000-000000000006',
  type: 'daily',
  date: '2026-11-23',
  title: null,
  content: 'Back in Velen after a month.',
  completion: null,
  hours: null,
  rating: null,
  game,
  review_id: null,
  list_id: null,
  created_at: at,
  updated_at: at,
}
const delivery = {
  id: '019a2b3c-0000-7000-8000-000000000008',
  type: 'library.changed',
  state: 'delivered',
  attempts: 1,
  created_at: at,
  last_attempt_at: at,
  next_attempt_at: null,
  last_status: 204,
  last_failure: null,
}
const webhookBody = { url: 'https://deck.example.org/hook', events: ['library.changed', 'review.changed'] }
const webhook = {
  id: '019a2b3c-0000-7000-8000-000000000009',
  ...webhookBody,
  is_paused: false,
  created_at: at,
  last_delivery: delivery,
}
const listGame = { position: 1, note: null, added_at: at, game }
const fullEntry = { ...entry, playthroughs: [playthrough] }

export const EXAMPLES = {
  me: { ...person, token: { name: 'Playnite', scopes: ['read:library', 'write:library'], expires_at: null } },
  games: page(game, 'WzJd'),
  game: { data: wholeGame },
  reviews: page(review),
  review: { data: review },
  reviewBody: { game_id: game.id, rating: 9, text: reviewText, platform: 'PlayStation 4' },
  reviewChange: { rating: 9, text: reviewText, is_public: true, updated_at: at },
  library: page(entry, 'WzE3NTY3NTMyMDAwMDAsIjAxOWEyYjNjLTAwMDAtNzAwMC04MDAwLTAwMDAwMDAwMDAwMiJd'),
  entry: { data: fullEntry },
  entryBody: { status: 'playing', rating: 9, hours: 41.5, platform: 'PC (Microsoft Windows)' },
  sessions: page(session),
  session: { data: session, hours: 43.08 },
  sessionBody: { minutes: 95, played_on: '2026-11-23' },
  journal: page(journalEntry),
  journalEntry: { data: journalEntry },
  journalBody: { type: 'daily', content: journalEntry.content, game_id: game.id },
  journalChange: { type: 'daily', content: journalEntry.content, game_id: game.id, updated_at: at },
  feed: page({
    id: '019a2b3c-0000-7000-8000-000000000007',
    type: 'completed',
    author: person,
    game,
    details: {},
    review_id: null,
    comments_count: 0,
    created_at: at,
  }),
  profile: {
    data: {
      ...person,
      bio: 'Slow games, long winters.',
      location: null,
      website: null,
      joined_at: '2026-01-02T08:00:00.000Z',
      counts: { want_to_play: 40, playing: 2, completed: 118, dropped: 7 },
      hours: 2104.5,
      followers_count: 31,
      following_count: 28,
      favourites: [game],
    },
  },
  lists: page(list),
  list: { data: list },
  listBody: { title: list.title, is_shared: true, game_ids: [game.id] },
  listChange: { title: list.title, is_shared: true, is_ranked: false, updated_at: at },
  listGames: page(listGame),
  listGame: { data: listGame },
  webhooks: page(webhook),
  webhook: { data: webhook },
  webhookBody,
  newWebhook: { data: webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  deliveries: page(delivery),
  delivery: { data: delivery },
  listGameBody: { position: 1, note: 'The third part' },
} as const
