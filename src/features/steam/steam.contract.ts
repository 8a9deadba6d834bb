import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { Import } from '#features/imports/imports.contract.ts'
import { contract, NoContent, pageNumber } from '#shared/contract.ts'
import * as endpoints from './steam.endpoints.ts'
import { STEAM_ANSWER_BYTES, STEAM_PROFILE_LENGTH } from './steam.rules.ts'
import { PAUSES, STEAM_FILTERS, SYNC_PROBLEMS } from './steam-sync.rules.ts'

const STATES = ['synced', 'open', 'removed', 'ignored'] as const

const SyncResult = z.object({
  /** Games of Steam's list. */
  seen: z.number(),
  /** Games that got play time, and the minutes of all. */
  games: z.number(),
  minutes: z.number(),
  /** New games that an import has. */
  imported: z.number(),
  /** New games that wait because another import is open. */
  postponed: z.number(),
})
export type SyncResult = z.infer<typeof SyncResult>

const Link = z.object({
  /** 17 digits. */
  steam_id: z.string(),
  name: z.string(),
  is_daily: z.boolean(),
  is_syncing: z.boolean(),
  next_sync_at: z.nullable(z.string()),
  /** The latest sync that read the list of games. */
  last: z.nullable(
    z.object({
      at: z.string(),
      result: SyncResult,
      /** The import of the new games. */
      import_id: z.nullable(z.string()),
      /** The change set of the play time, which the member can undo. */
      time_import_id: z.nullable(z.string()),
    }),
  ),
  /** Why a later one failed. */
  problem: z.nullable(z.object({ code: z.enum(SYNC_PROBLEMS), at: z.string() })),
  counts: z.object({
    changed: z.number(),
    synced: z.number(),
    open: z.number(),
    removed: z.number(),
    ignored: z.number(),
  }),
})
export type SteamLink = z.infer<typeof Link>

export const Steam = z.object({
  /** The site has a key for Steam. */
  is_on: z.boolean(),
  link: z.nullable(Link),
  /** Nothing is asked of Steam until then. */
  pause: z.nullable(z.object({ code: z.enum(PAUSES), until: z.string() })),
})
export type Steam = z.infer<typeof Steam>

export const SteamGame = z.object({
  app_id: z.number(),
  /** The name at Steam. */
  name: z.string(),
  state: z.enum(STATES),
  /** Minutes that Steam counts in all. */
  minutes: z.number(),
  /** What the latest sync that found play time has added. */
  added: z.nullable(z.object({ minutes: z.number(), at: z.string() })),
  game: z.nullable(GameCard),
})
export type SteamGame = z.infer<typeof SteamGame>

export const getSteam = contract(endpoints.getSteam, {
  access: 'member',
  summary: 'Get the member’s linked account at Steam, with the result of its last sync',
  response: Steam,
})

/** What goes wrong when Steam is asked for a profile. */
export const STEAM_REFUSED = {
  400: ['steam_profile'],
  404: ['steam_off', 'steam_unknown'],
  503: ['steam_key', 'steam_busy', 'steam_unreachable'],
} as const

export const linkSteam = contract(endpoints.linkSteam, {
  access: 'member',
  summary: 'Link an account at Steam that Steam knows, and begin the first sync',
  body: z.object({ profile: z.string().check(z.trim(), z.minLength(1), z.maxLength(STEAM_PROFILE_LENGTH)) }),
  response: Steam,
  refusals: { ...STEAM_REFUSED, 409: ['steam_linked'] },
  budget: 'upload',
})

export const changeSteamLink = contract(endpoints.changeSteamLink, {
  access: 'member',
  summary: 'Turn the daily sync with Steam on or off',
  body: z.object({ is_daily: z.boolean() }),
  response: Steam,
  refusals: { 404: ['steam_not_linked'] },
})

export const unlinkSteam = contract(endpoints.unlinkSteam, {
  access: 'member',
  summary: 'Forget the linked account with its list of games; the library stays',
  response: NoContent,
  status: 204,
  refusals: { 404: ['steam_not_linked'] },
})

export const syncSteam = contract(endpoints.syncSteam, {
  access: 'member',
  summary: 'Begin a sync with Steam; with `open` it also imports games that no import has decided',
  body: z._default(z.object({ open: z._default(z.boolean(), false) }), { open: false }),
  response: Steam,
  status: 202,
  refusals: { 404: ['steam_not_linked', 'steam_off'], 503: ['steam_key', 'steam_busy'] },
  budget: 'upload',
})

export const listSteamGames = contract(endpoints.listSteamGames, {
  access: 'member',
  summary: 'List games of the linked account, 50 a page',
  query: z.object({
    filter: z.catch(z._default(z.enum(STEAM_FILTERS), 'changed'), 'changed'),
    page: pageNumber,
  }),
  response: z.object({ games: z.array(SteamGame), total: z.number() }),
})

export const changeSteamGame = contract(endpoints.changeSteamGame, {
  access: 'member',
  summary: 'Put a game of the linked account on the ignore list, or remove it from there',
  params: z.object({ appId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1)) }),
  body: z.object({ is_ignored: z.boolean() }),
  response: z.object({ game: SteamGame }),
  refusals: { 404: ['steam_game_not_found'] },
})

export const SteamState = z.object({
  is_on: z.boolean(),
  links: z.number(),
  daily_links: z.number(),
  /** Daily syncs whose time has come. */
  due: z.number(),
  /** Requests of this day (UTC), and how many we allow ourselves. */
  requests: z.number(),
  most_requests: z.number(),
  pause: z.nullable(z.object({ code: z.enum(PAUSES), until: z.string() })),
})
export type SteamState = z.infer<typeof SteamState>

export const getSteamState = contract(endpoints.getSteamState, {
  access: 'admin',
  summary: 'Get the state of the sync with Steam: linked accounts, requests of the day, a pause',
  response: SteamState,
})

export const importFromSteam = contract(endpoints.importFromSteam, {
  access: 'member',
  summary: 'Read the games of a Steam profile and begin to import them; writes nothing to the library',
  body: z.object({ profile: z.string().check(z.trim(), z.minLength(1), z.maxLength(STEAM_PROFILE_LENGTH)) }),
  response: z.object({ import: Import }),
  status: 201,
  refusals: { ...STEAM_REFUSED, 400: [...STEAM_REFUSED[400], 'import_steam_private'], 409: ['import_open'] },
  budget: 'upload',
  heavyBytes: STEAM_ANSWER_BYTES,
})
