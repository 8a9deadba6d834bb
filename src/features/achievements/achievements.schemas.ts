import * as z from 'zod/mini'
import { TOO_MANY_ACHIEVEMENTS } from '#features/catalogue/catalogue.texts.ts'
import { MAX_ACHIEVEMENTS } from '#features/catalogue/game-achievements.contract.ts'
import { canonicalGameId, type GameId } from '#shared/ids.ts'
import { ACHIEVEMENT_TEXTS } from './achievements.texts.ts'

const NAME_MAX = 200
const DESCRIPTION_MAX = 2000
const ADDRESS_MAX = 2000
const EXTERNAL_ID_MAX = 200

const text = (message?: string) => z.string(message).check(z.trim())

const name = text(ACHIEVEMENT_TEXTS.nameRequired).check(
  z.minLength(1, ACHIEVEMENT_TEXTS.nameRequired),
  z.maxLength(NAME_MAX),
)

/** The browser loads it from our image service, which fetches public https addresses only. */
const iconUrl = text().check(
  z.maxLength(ADDRESS_MAX),
  z.refine((address) => isHttps(address), ACHIEVEMENT_TEXTS.iconNotHttps),
)

function isHttps(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

const GivenAchievement = z.object({
  name,
  description: z.optional(z.nullable(text().check(z.maxLength(DESCRIPTION_MAX)))),
  icon_url: z.optional(z.nullable(iconUrl)),
  /** The id at the source; without it the name identifies the achievement. */
  external_id: z.optional(text().check(z.minLength(1), z.maxLength(EXTERNAL_ID_MAX))),
})

/** The achievements of one game (R-BADGE-03, R-BADGE-05). */
export const AchievementsBatch = z.object(
  {
    game_id: z.pipe(
      z.string(ACHIEVEMENT_TEXTS.batchRequired).check(
        z.refine((id) => id.trim() !== '', ACHIEVEMENT_TEXTS.batchRequired),
        z.refine((id) => id.trim() === '' || canonicalGameId(id) !== null, 'Invalid game id'),
      ),
      z.transform((id) => canonicalGameId(id) as GameId),
    ),
    achievements: z
      .array(GivenAchievement, ACHIEVEMENT_TEXTS.batchRequired)
      .check(z.minLength(1, ACHIEVEMENT_TEXTS.batchRequired), z.maxLength(MAX_ACHIEVEMENTS, TOO_MANY_ACHIEVEMENTS)),
  },
  ACHIEVEMENT_TEXTS.batchRequired,
)
