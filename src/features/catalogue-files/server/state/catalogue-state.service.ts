import type { CatalogueDeps } from '#features/catalogue/server/catalogue.service.ts'
import type { StoredOfSource } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import { REFRESHED_AT_ONCE } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import type { UpstreamState } from '#server/upstream.ts'
import type { ImportState, SourceState } from '../../catalogue-state.contract.ts'
import { NOTHING_COUNTED } from '../import/checkpoint.queries.ts'
import { type ImportRow, isImporting, listImports } from './catalogue-state.queries.ts'

const SOURCES = ['igdb', 'rawg', 'local'] as const
const SHOWN_IMPORTS = 20

/** Reads the state of the sources and imports, for admins (G20, G39). The counts of games are up to a minute old. */
export async function readState({ db, storedCounts, opened }: Pick<CatalogueDeps, 'db' | 'storedCounts' | 'opened'>) {
  const [stored, imports, is_importing] = await Promise.all([
    storedCounts(),
    listImports(db, SHOWN_IMPORTS),
    isImporting(db),
  ])
  const live = new Map(opened.live.map(({ name, state }) => [name, state()]))
  return {
    sources: SOURCES.map((name) =>
      viewSource(
        name,
        live.get(name),
        stored.find(({ source }) => source === name),
      ),
    ),
    refreshed_at_once: REFRESHED_AT_ONCE,
    is_importing,
    imports: imports.map(viewImport),
  }
}

/** Counts the sources that this node does not ask now because they failed. */
export const countPaused = ({ opened }: Pick<CatalogueDeps, 'opened'>): number =>
  opened.live.filter(({ state }) => state().openUntil !== null).length

function viewSource(
  name: SourceState['name'],
  state: UpstreamState | undefined,
  stored: StoredOfSource | undefined,
): SourceState {
  return {
    name,
    is_on: name === 'local' || state !== undefined,
    paused_until: state?.openUntil?.toISOString() ?? null,
    is_quota_used_up: state?.isQuotaUsedUp ?? false,
    asked: state?.asked ?? 0,
    failed: state?.failed ?? 0,
    last_failure: state?.lastFailure ? { kind: state.lastFailure.kind, at: state.lastFailure.at.toISOString() } : null,
    games: stored?.games ?? 0,
    refreshed_at: name === 'local' ? null : (stored?.refreshed_at?.toISOString() ?? null),
    // Games of a source that is off are not refreshed, so none of them waits.
    due: state === undefined ? 0 : (stored?.due ?? 0),
  }
}

const viewImport = ({ file_name, format, counts, ...times }: ImportRow): ImportState => ({
  ...NOTHING_COUNTED,
  ...counts,
  file: file_name,
  format,
  started_at: times.started_at.toISOString(),
  updated_at: times.updated_at.toISOString(),
  finished_at: times.finished_at?.toISOString() ?? null,
})
