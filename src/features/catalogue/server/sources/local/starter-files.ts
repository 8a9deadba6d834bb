import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { PROJECT_FOLDER } from '#db/project-folder.ts'
import type { GameId } from '#shared/ids.ts'
import type { Term } from '../../../catalogue.contract.ts'
import { StoredFacts } from '../../../game-facts.contract.ts'
import { timeToBeatOf } from '../../../time-to-beat.rules.ts'
import { storedPageFacts } from '../../stored-games/game-columns.ts'
import { NOTHING_KNOWN, type PageFacts, type SourceGame } from '../source.ts'
import { gameModes, genres, platforms, themes, type Vocabulary } from '../vocabulary.ts'

const FOLDER = join(PROJECT_FOLDER, 'src/features/catalogue/server/sources/local/starter')
/** Hours to the end of the story, as a list of Steam games has them; `README.md` beside it says which. */
const TIMES_FILE = join(FOLDER, '../times/steam-list.json')
const StarterTimes = z.array(z.tuple([z.number(), z.string(), z.number()]))

/**
 * Increase it when the same files must be loaded again, for example after a change of the search's spelling or a new
 * column.
 */
const LOADED_AS = 3

/** One game in a starter file: facts in the source's own names, and a summary written for Savepoint. */
const StarterGame = z.object({
  igdb_id: z.number().check(z.int(), z.minimum(1)),
  name: z.string().check(z.minLength(1)),
  released: z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  platforms: z.array(z.string()),
  genres: z.array(z.string()),
  themes: z.array(z.string()),
  game_modes: z.array(z.string()),
  developers: z.array(z.string()),
  publishers: z.array(z.string()),
  series: z.nullable(z.string()),
  critic_rating: z.nullable(z.number().check(z.minimum(0), z.maximum(100))),
  cover_image_id: z.nullable(z.string().check(z.regex(/^[a-z0-9]+$/))),
  alternative_names: z.array(z.string()),
  renown: z.number().check(z.int(), z.minimum(0), z.maximum(100)),
  /** For a part of another game: IGDB's type, and that game. */
  game_type: z.optional(z.number()),
  parent_igdb_id: z.optional(z.number()),
  summary: z.string(),
})
type StarterGame = z.infer<typeof StarterGame>

/** What only the pages of some games show, by IGDB's id, where it is surely known. */
const StarterFacts = z.record(z.string(), StoredFacts)
type StarterFacts = z.infer<typeof StarterFacts>

export interface StarterFiles {
  /** A hash of the files and of the way they are loaded. It is cheap, so that a start with nothing new costs little. */
  contentHash: string
  parse: () => SourceGame[]
}

export async function readStarterFiles(): Promise<StarterFiles> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(FOLDER, name), 'utf8')))
  const hash = createHash('sha256').update(String(LOADED_AS))
  const facts = await readFile(join(FOLDER, 'facts/page-facts.json'), 'utf8')
  const times = await readFile(TIMES_FILE, 'utf8')
  for (const text of [...texts, facts, times]) hash.update(text)
  return {
    contentHash: hash.digest('hex'),
    parse: () => {
      const more = StarterFacts.parse(JSON.parse(facts))
      const hours = new Map(z.parse(StarterTimes, JSON.parse(times)).map(([id, , each]) => [id, each]))
      return texts.flatMap((text, at) => {
        const result = z.safeParse(z.array(StarterGame), JSON.parse(text))
        if (result.success)
          return result.data.map((game) => sourceGameOf(game, more[game.igdb_id], hours.get(game.igdb_id)))
        const [issue] = result.error.issues
        throw new Error(`${names[at]}: ${issue?.path.join('.')}: ${issue?.message}`)
      })
    },
  }
}

function sourceGameOf(game: StarterGame, facts: StarterFacts[string] = {}, storyHours: number | undefined): SourceGame {
  return {
    ...NOTHING_KNOWN,
    ...storedPageFacts(facts as Partial<PageFacts>),
    id: `igdb_${game.igdb_id}` as GameId,
    name: game.name,
    alternativeNames: game.alternative_names,
    firstReleaseDate: game.released === null ? null : Date.parse(`${game.released}T00:00:00Z`) / 1000,
    platforms: termsOf(game.platforms, platforms),
    genres: termsOf(game.genres, genres),
    themes: termsOf(game.themes, themes),
    gameModes: termsOf(game.game_modes, gameModes),
    developers: game.developers,
    publishers: game.publishers,
    series: game.series,
    totalRating: game.critic_rating,
    criticRating: game.critic_rating,
    coverImageId: game.cover_image_id,
    renown: game.renown,
    timeToBeat: storyHours === undefined ? null : timeToBeatOf({ story: storyHours * 3_600 }, 'steam_list'),
    gameType: game.game_type ?? null,
    parentId: game.parent_igdb_id === undefined ? null : (`igdb_${game.parent_igdb_id}` as GameId),
    summary: game.summary,
    isWhole: true,
  }
}

/** Returns the terms with these names, and throws an error for a name that Savepoint does not know. */
export function termsOf(names: readonly string[], vocabulary: Vocabulary): Term[] {
  return names.map((name) => {
    const id = vocabulary.idOf(name)
    if (id === null) throw new Error(`'${name}' is in no table of vocabulary.ts`)
    return { id, name }
  })
}
