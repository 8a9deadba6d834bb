import type { Random } from './random.ts'

/** How far a member has come with a game. */
export type Stage = 'want' | 'playing' | 'paused' | 'completed' | 'mastered' | 'dropped'

/** A game of a made-up library. Days are 'YYYY-MM-DD'. */
export interface Game {
  title: string
  platform: string
  stage: Stage
  /** Half stars from 1 to 10. */
  rating: number | null
  hours: number | null
  started: string | null
  finished: string | null
  lastPlayed: string | null
  added: string
  notes: string | null
  tags: string[]
  isLiked: boolean
}

const TITLES = [
  ...['Celeste', 'Hades', 'Portal 2', 'Stardew Valley', 'Half-Life: Alyx', 'Outer Wilds', 'Hollow Knight'],
  ...['The Witcher 3: Wild Hunt', 'Disco Elysium', 'Fez', 'Bloodborne', 'Journey', '1979 Revolution: Black Friday'],
  ...['Baba Is You', 'Command & Conquer', 'Warhammer 40,000: Dawn of War', 'Papers, Please', 'INSIDE', 'Gris'],
  ...['Return of the Obra Dinn', 'Slay the Spire', 'Into the Breach', 'Tetris Effect', 'Chrono Trigger', 'Undertale'],
  ...['Super Mario Odyssey', 'Mass Effect 2', 'Dark Souls III', 'Final Fantasy VII', 'Resident Evil 4', 'Subnautica'],
  ...['A Short Hike', 'Cuphead', 'Control', 'Dead Cells', 'Firewatch', 'Braid', 'Limbo', 'Bastion', 'Transistor'],
  ...['Spec Ops: The Line', 'Alan Wake II', 'Death Stranding', 'Elden Ring', 'Sekiro: Shadows Die Twice', '2048'],
  ...['Grand Theft Auto: San Andreas', 'Red Dead Redemption 2', 'Metroid Dread', 'Vampire Survivors', 'Balatro'],
  ...["Assassin's Creed II", 'What Remains of Edith Finch', 'The Last of Us Part II', 'Age of Empires II'],
]
/** Titles that not every encoding has. */
const FOREIGN_TITLES = [
  'Ōkami',
  'Pokémon Crystal',
  'NieR:Automata™',
  'Gothic 3: Götterdämmerung',
  '東方紅魔郷',
  'Сталкер',
]
const PLATFORMS = ['PC (Windows)', 'PlayStation 5', 'PlayStation 4', 'Nintendo Switch', 'Xbox One', 'Steam Deck', 'PC']
const NOTES = ['Great music', 'Played with a friend; twice', 'Needs a second look, later', 'Line one\nLine two']
const TAGS = ['cozy', 'co-op', 'Favourites', 'short games', 'Kämpfe']

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10)
const DAY = 86_400_000
const FIRST = Date.UTC(2012, 0, 1)
const DAYS = 5200

/** Makes a library of up to a few dozen games, in which the facts agree with each other. */
export function libraryOf(random: Random, isEncodable: (text: string) => boolean = () => true): Game[] {
  const titles = random.shuffled([...TITLES, ...FOREIGN_TITLES].filter(isEncodable)).slice(0, 5 + random.below(12))
  return titles.map((title) => gameOf(random, title, isEncodable))
}

function gameOf(random: Random, title: string, isEncodable: (text: string) => boolean): Game {
  const stage = random.pick([
    'want',
    'want',
    'playing',
    'paused',
    'completed',
    'completed',
    'mastered',
    'dropped',
  ] as const)
  const isPlayed = stage !== 'want'
  const begun = FIRST + random.below(DAYS) * DAY
  const ended = begun + (1 + random.below(120)) * DAY
  const isFinished = stage === 'completed' || stage === 'mastered'
  const rated = isPlayed && stage !== 'playing' && random.chance(0.7)
  return {
    title,
    platform: random.pick(PLATFORMS),
    stage,
    rating: rated ? 1 + random.below(10) : null,
    hours:
      isPlayed && random.chance(0.9) ? random.pick([0.25, 1.5, 3, 8.75, 10, 12.5, 20, 34, 47.25, 120.5, 310]) : null,
    started: isPlayed && random.chance(0.7) ? dayText(begun) : null,
    finished: isFinished && random.chance(0.8) ? dayText(ended) : null,
    lastPlayed: isPlayed ? dayText(ended) : null,
    added: dayText(begun - random.below(200) * DAY),
    notes: random.chance(0.3) ? random.pick(NOTES) : null,
    tags: random.chance(0.3) ? random.shuffled(TAGS.filter(isEncodable)).slice(0, 1 + random.below(2)) : [],
    isLiked: isPlayed && random.chance(0.2),
  }
}

/** What a file states of a game. A fact that it does not state is absent; null: the file says that there is none. */
export interface Stated {
  title: string
  /** Several if the words of the file allow more than one. */
  status?: readonly (string | null)[]
  rating?: number | null
  hours?: number | null
  started?: string | null
  finished?: string | null
  lastPlayed?: string | null
  platform?: string
  tags?: readonly string[]
  notes?: string | null
  isLiked?: boolean
}

/** A file of a writer, and what it states. */
export interface WrittenFile {
  writer: string
  name: string
  bytes: Buffer
  stated: Stated[]
  /** How it is written, for the report. */
  manner: string
}

const STATUS_OF: Record<Stage, string> = {
  want: 'want_to_play',
  playing: 'playing',
  paused: 'playing',
  completed: 'completed',
  mastered: 'completed',
  dropped: 'dropped',
}
/** Returns the status that a game of this stage must arrive with. */
export const statusOf = (stage: Stage): string => STATUS_OF[stage]
