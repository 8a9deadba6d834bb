import type { Import } from '#features/imports/imports.contract.ts'
import { type ImportsDeps, refuseWhileOpen, uploadImport } from '#features/imports/server/imports.service.ts'
import type { Viewer } from '#server/routes.ts'
import { UpstreamError } from '#server/upstream.ts'
import { type RefusalExtras, refuse } from '#shared/refusal.ts'
import { type SteamProfile, steamProfileOf } from '../steam.rules.ts'
import { STEAM_REFUSALS, type SteamRefusal, steamImportName } from '../steam.texts.ts'
import { type AskDeps, askSteam, SteamPaused } from './client/ask-steam.ts'

export interface SteamDeps extends ImportsDeps, AskDeps {}

const UNAVAILABLE: RefusalExtras = { status: 503 }

export function refuseSteam(code: SteamRefusal, kind: 'invalid' | 'not_found' | 'upstream' = 'upstream'): never {
  return refuse(kind, code, STEAM_REFUSALS[code], kind === 'upstream' ? UNAVAILABLE : {})
}

/**
 * Reads the games of a Steam profile and begins to import them, as if the member had uploaded Steam's answer. Refuses a
 * profile that nobody has, one that hides its games, and, with 503, what goes wrong at Steam.
 */
export async function importFromSteam(
  deps: SteamDeps,
  viewer: Viewer,
  typed: string,
  signal: AbortSignal | undefined,
): Promise<Import> {
  const profile = requireProfile(typed)
  const id = await requireSteamId(deps, profile)
  const answer = await orRefusal(() => askSteam(deps, (steam) => steam.loadOwnedGames(id)))
  const name = steamImportName('id' in profile ? profile.id : profile.name)
  return uploadImport(deps, viewer, { name, bytes: Buffer.from(JSON.stringify(answer)), signal })
}

/** Refuses an import from Steam without a key of the operator, or while another import of the member is open. */
export async function refuseSteamImport(deps: SteamDeps, viewer: Viewer): Promise<void> {
  if (!deps.steam) refuseSteam('steam_off', 'not_found')
  await refuseWhileOpen(deps.db, viewer)
}

export const requireProfile = (typed: string): SteamProfile =>
  steamProfileOf(typed) ?? refuseSteam('steam_profile', 'invalid')

/** Returns the 17 digits of a profile. Refuses with 404 a name that no profile has. */
export async function requireSteamId(deps: SteamDeps, profile: SteamProfile): Promise<string> {
  if ('id' in profile) return profile.id
  const id = await orRefusal(() => askSteam(deps, (steam) => steam.findId(profile.name)))
  return id ?? refuseSteam('steam_unknown', 'not_found')
}

/** Turns what goes wrong at Steam into a refusal. */
export async function orRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SteamPaused) return refuseSteam(error.pause)
    if (!(error instanceof UpstreamError)) throw error
    return error.kind === 'question' ? refuseSteam('steam_unknown', 'not_found') : refuseSteam('steam_unreachable')
  }
}
