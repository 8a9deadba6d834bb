/** A made-up game of the demo world that comes out soon or has just come out. */
export interface DemoGame {
  name: string
  /** Days until its release, negative for one of the past; `next year` if only the year is known. Never 0. */
  day: number | 'next year'
  platforms: readonly string[]
  genres: readonly string[]
  themes: readonly string[]
  gameModes: readonly string[]
  /** 0 to 100. */
  renown: number
  summary: string
}

const PC = 'PC (Microsoft Windows)'
const PS5 = 'PlayStation 5'
const XBOX = 'Xbox Series X|S'
const SWITCH = 'Nintendo Switch'
const SWITCH_2 = 'Nintendo Switch 2'
const ALONE = ['Single player']
const TOGETHER = ['Single player', 'Co-operative']

/**
 * The games of the starter catalogue are real, and all of them have come out. A release calendar needs games that have not, and
 * nobody may make up dates of real ones, so these games are made up. None has a cover: they show the drawn ones.
 */
export const DEMO_GAMES: readonly DemoGame[] = [
  {
    name: 'Saltglass Ferry',
    day: -26,
    platforms: [PC, SWITCH],
    genres: ['Adventure', 'Indie'],
    themes: ['Mystery'],
    gameModes: ALONE,
    renown: 31,
    summary:
      'You carry eleven passengers across a strait that was not there yesterday. Each of them paid for a different harbour.',
  },
  {
    name: 'Pigeon Post Panic',
    day: -19,
    platforms: [PC, PS5, XBOX, SWITCH],
    genres: ['Arcade', 'Puzzle'],
    themes: ['Comedy', 'Party'],
    gameModes: ['Single player', 'Multiplayer', 'Co-operative'],
    renown: 38,
    summary: 'Four players, forty pigeons and one post office. Sort the letters before the birds read them.',
  },
  {
    name: 'Gravelmouth Saints',
    day: -11,
    platforms: [PC, PS5, XBOX],
    genres: ['Role-playing (RPG)', 'Tactical'],
    themes: ['Fantasy'],
    gameModes: ALONE,
    renown: 44,
    summary:
      'A quarry town holds a trial of its own saints. Fights on a grid, and a jury that remembers whom you spared.',
  },
  {
    name: 'Bellwether Regatta',
    day: -4,
    platforms: [SWITCH_2],
    genres: ['Racing', 'Sport'],
    themes: ['Kids'],
    gameModes: ['Single player', 'Multiplayer', 'Split screen'],
    renown: 29,
    summary: 'Sheep in very small boats. The wind is fair; the sheep are not.',
  },
  {
    name: 'Copper and Kelp',
    day: 1,
    platforms: [PC, SWITCH],
    genres: ['Simulator', 'Indie'],
    themes: ['Sandbox', 'Survival'],
    gameModes: TOGETHER,
    renown: 41,
    summary: 'Restore a copper works on a tidal island. Twice a day the sea takes back half of what you have built.',
  },
  {
    name: 'Understorey Eighty-Eight',
    day: 3,
    platforms: [PC],
    genres: ['Adventure', 'Puzzle', 'Indie'],
    themes: ['Mystery', 'Drama'],
    gameModes: ALONE,
    renown: 33,
    summary: 'A ranger’s tape recorder, one summer, and a forest that answers in her own voice.',
  },
  {
    name: 'Tin Monarchs',
    day: 6,
    platforms: [PC, PS5, XBOX],
    genres: ['Strategy', 'Turn-based strategy (TBS)'],
    themes: ['Fantasy', 'Warfare'],
    gameModes: ['Single player', 'Multiplayer'],
    renown: 48,
    summary: 'Toy kings wage a war across one attic. The cat is a force of nature and belongs to no side.',
  },
  {
    name: 'Ostermoor Omnibus',
    day: 10,
    platforms: [PC, SWITCH_2],
    genres: ['Visual Novel', 'Adventure'],
    themes: ['Comedy', 'Drama'],
    gameModes: ALONE,
    renown: 27,
    summary: 'The last bus out of Ostermoor stops wherever somebody still has something to say.',
  },
  {
    name: 'Marrowkey',
    day: 13,
    platforms: [PC, PS5],
    genres: ['Platform', 'Adventure', 'Indie'],
    themes: ['Horror', 'Fantasy'],
    gameModes: ALONE,
    renown: 52,
    summary:
      'Eleven locks in the ribs of a sleeping giant, and you are the key. Every door that you open turns him over.',
  },
  {
    name: 'The Improbable Correspondence of Lady Ottoline Brackwater and the Clockmaker’s Third Apprentice',
    day: 20,
    platforms: [PC],
    genres: ['Point-and-click', 'Puzzle'],
    themes: ['Historical', 'Comedy'],
    gameModes: ALONE,
    renown: 36,
    summary:
      'A mystery told in ninety letters, delivered out of order. Put them in an order, and you have put them in yours.',
  },
  {
    name: 'Moth Parliament',
    day: 27,
    platforms: [PC, SWITCH],
    genres: ['Card & Board Game', 'Strategy'],
    themes: ['Fantasy'],
    gameModes: ['Single player', 'Multiplayer'],
    renown: 30,
    summary:
      'Build a coalition of insects before the lamp goes out. Every card is a vote, and every vote can fly away.',
  },
  {
    name: 'Ferrywright',
    day: 41,
    platforms: [PC, PS5, XBOX, SWITCH_2],
    genres: ['Simulator'],
    themes: ['Sandbox', 'Open world'],
    gameModes: TOGETHER,
    renown: 45,
    summary:
      'Design, build and sail the boats of an archipelago, and then live with the timetable that you have promised.',
  },
  {
    name: 'Lanternjaw Deep',
    day: 68,
    platforms: [PC, PS5, XBOX],
    genres: ['Shooter', 'Adventure'],
    themes: ['Horror', 'Science fiction', 'Survival'],
    gameModes: TOGETHER,
    renown: 50,
    summary: 'Four divers, one light. Whoever carries it sees; whoever does not carry it shoots.',
  },
  {
    name: 'A Quorum of Herons',
    day: 115,
    platforms: [PC],
    genres: ['Role-playing (RPG)', 'Indie'],
    themes: ['Fantasy', 'Drama'],
    gameModes: ALONE,
    renown: 34,
    summary: 'The river elects its speaker once in a hundred years. This year it has elected you, and you cannot swim.',
  },
  {
    name: 'Velvet Undertow',
    day: 'next year',
    platforms: [PS5, SWITCH_2],
    genres: ['Music', 'Arcade'],
    themes: ['Action'],
    gameModes: ALONE,
    renown: 28,
    summary: 'Surf a song from its first bar to its last. Miss a beat, and the tide turns with you on it.',
  },
]

/** An id for each game in their order, far from those that imports choose at random. */
export const FIRST_ID = 900_001
