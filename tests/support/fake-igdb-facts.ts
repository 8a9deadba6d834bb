type Row = Record<string, unknown>
type Put = (endpoint: string, id: number, facts: Row) => Row

/** The Witcher 3, with every fact that only the page of a game shows; an expansion and its parent name each other. */
const WHOLE = 1942
const EARLY = 71

/**
 * Gives some games of the fake the rows of IGDB's tables of releases, players, ages, languages, addresses, engines and relations, in
 * the shapes of its documents of March 2025.
 */
export function addFakeFacts(
  put: Put,
  gameOf: (id: number) => Row | undefined,
  platformOf: (id: number) => Row | undefined,
): void {
  const game = gameOf(WHOLE) as Row
  const early = gameOf(EARLY) as Row
  const named = (endpoint: string, id: number, name: string) => put(endpoint, id, { name })
  const status = (id: number, text: string) => put('game_statuses', id, { status: text })
  game.game_status = status(0, 'Released')
  early.game_status = status(4, 'Early Access')
  const region = (id: number, text: string) => put('release_date_regions', id, { region: text })
  const full = put('release_date_statuses', 6, { name: 'Full Release', description: 'The whole game.' })
  const [worldwide, japan] = [region(8, 'worldwide'), region(5, 'japan')]
  const format = (id: number, text: string) => put('date_formats', id, { format: text })
  for (const [at, row] of (game.release_dates as Row[]).entries())
    Object.assign(row, {
      release_region: at === 0 ? worldwide : japan,
      status: full,
      date_format: at === 0 ? format(0, 'YYYYMMMMDD') : format(2, 'YYYY'),
      y: 2015,
    })
  game.multiplayer_modes = [
    put('multiplayer_modes', 1, {
      platform: platformOf(6),
      campaigncoop: true,
      dropin: true,
      lancoop: false,
      offlinecoop: false,
      offlinemax: 2,
      onlinecoop: true,
      onlinecoopmax: 4,
      onlinemax: 8,
      splitscreen: true,
      splitscreenonline: false,
      game,
    }),
  ]
  const age = (id: number, organization: Row, rating: Row, descriptions: Row[]) =>
    put('age_ratings', id, { organization, rating_category: rating, rating_content_descriptions: descriptions })
  const board = (id: number, name: string) => put('age_rating_organizations', id, { name })
  const category = (id: number, rating: string) => put('age_rating_categories', id, { rating })
  const content = (id: number, description: string) =>
    put('age_rating_content_descriptions_v2', id, { description, description_type: 1 })
  game.age_ratings = [
    age(1, board(1, 'ESRB'), category(6, 'M'), [content(1, 'Blood and Gore'), content(2, 'Strong Language')]),
    age(2, board(2, 'PEGI'), category(12, '18'), [content(3, 'Violence')]),
  ]
  const supports = [1, 2, 3].map((id) =>
    named('language_support_types', id, ['Audio', 'Subtitles', 'Interface'][id - 1]!),
  )
  const [english, polish] = [named('languages', 7, 'English'), named('languages', 20, 'Polish')]
  game.language_supports = [...supports.map((type) => [english, type]), [polish, supports[1]]].map(
    ([language, language_support_type], at) =>
      put('language_supports', at + 1, { language, language_support_type, game }),
  )
  const site = (id: number, type: Row, url: string) => put('websites', id, { type, url, trusted: true, game })
  game.websites = [
    site(9001, put('website_types', 1, { type: 'Official Website' }), 'https://example.com/the-witcher-3'),
    site(
      9002,
      put('website_types', 3, { type: 'Wikipedia' }),
      'https://en.wikipedia.org/wiki/The_Witcher_3:_Wild_Hunt',
    ),
    site(9003, put('website_types', 4, { type: 'Facebook' }), 'https://www.facebook.com/thewitcher'),
  ]
  const external = (id: number, source: Row, uid: string, url: string) =>
    put('external_games', id, { external_game_source: source, uid, url, game })
  game.external_games = [
    external(
      1,
      put('external_game_sources', 1, { name: 'Steam' }),
      '292030',
      'https://store.steampowered.com/app/292030',
    ),
    external(
      2,
      put('external_game_sources', 5, { name: 'GOG' }),
      '1495134320',
      'https://www.gog.com/game/the_witcher_3',
    ),
  ]
  game.game_engines = [named('game_engines', 3, 'REDengine 3')]
  game.player_perspectives = [named('player_perspectives', 2, 'Third person')]
  game.franchise = named('franchises', 4, 'The Witcher')
  game.remasters = [early]
}
