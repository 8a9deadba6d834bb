import * as z from 'zod/mini'
import {
  OWN_GAME_FIRST_YEAR,
  OWN_GAME_NAME_LENGTH,
  OWN_GAME_PLATFORM_LENGTH,
} from '#features/catalogue/own-games.rules.ts'
import { OWN_GAME_TEXTS } from './own-games.texts.ts'

// PostgreSQL stores neither NUL nor half characters.
const words = (longest: number) =>
  z.string().check(z.trim(), z.regex(/^[^\p{Cc}\p{Cs}]*$/u, OWN_GAME_TEXTS.letters), z.maxLength(longest))

/** What a member says of a game of their own. */
export const ownGameDraft = z.object({
  name: words(OWN_GAME_NAME_LENGTH).check(z.minLength(1, OWN_GAME_TEXTS.nameless)),
  platform: z.nullable(words(OWN_GAME_PLATFORM_LENGTH).check(z.minLength(1))),
  year: z.nullable(
    z
      .number()
      .check(
        z.int(OWN_GAME_TEXTS.year),
        z.minimum(OWN_GAME_FIRST_YEAR, OWN_GAME_TEXTS.year),
        z.maximum(2200, OWN_GAME_TEXTS.year),
      ),
  ),
})
export type OwnGameDraft = z.infer<typeof ownGameDraft>
