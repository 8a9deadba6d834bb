import type { Viewer } from '#server/routes.ts'
import { UpstreamError, type UpstreamFailure } from '#server/upstream.ts'
import { type RefusalExtras, refuse } from '#shared/refusal.ts'
import type { Import } from '../../imports.contract.ts'
import { steamProfileOf } from '../../steam.rules.ts'
import { STEAM_REFUSALS, type SteamRefusal, steamImportName } from '../../steam.texts.ts'
import { type ImportsDeps, refuseWhileOpen, uploadImport } from '../imports.service.ts'
import type { SteamClient } from './steam-client.ts'

export interface SteamDeps extends ImportsDeps {
  /** Null without a key. */
  steam: SteamClient | null
}

const UNAVAILABLE: RefusalExtras = { status: 503 }

function refuseSteam(code: SteamRefusal, kind: 'invalid' | 'not_found' | 'upstream' = 'upstream'): never {
  return refuse(kind, code, STEAM_REFUSALS[code], kind === 'upstream' ? UNAVAILABLE : {})
}

/**
 * Reads the games of a Steam profile and begins to import them, as if the member had uploaded Steam's answer. Refuses a
 * profile that nobody has, one that hides its games, and, with 503, what goes wrong at Steam.
 */
export async function importFromSteam(deps: SteamDeps, viewer: Viewer, typed: string): Promise<Import> {
  const { steam } = deps
  if (!steam) return refuseSteam('steam_off', 'not_found')
  await refuseWhileOpen(deps.db, viewer)
  const profile = steamProfileOf(typed) ?? refuseSteam('steam_profile', 'invalid')
  const answer = await orRefusal(async () => {
    const id = 'id' in profile ? profile.id : await steam.findId(profile.name)
    return id === null ? null : steam.loadOwnedGames(id)
  })
  if (answer === null) return refuseSteam('steam_unknown', 'not_found')
  const name = steamImportName('id' in profile ? profile.id : profile.name)
  return uploadImport(deps, viewer, name, Buffer.from(JSON.stringify(answer)))
}

const REFUSAL_OF: Partial<Record<UpstreamFailure, SteamRefusal>> = {
  credentials: 'steam_key',
  rate_limited: 'steam_busy',
  quota: 'steam_busy',
  question: 'steam_unknown',
}

async function orRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const code = REFUSAL_OF[error.kind] ?? 'steam_unreachable'
    return refuseSteam(code, code === 'steam_unknown' ? 'not_found' : 'upstream')
  }
}
