import { useQuery } from '@tanstack/react-query'
import { gamesText } from '#shared/counted.ts'
import { commentTime } from '#shared/relative-time.ts'
import { Ago, UtcTime } from '#web/ui/ago.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'
import { ADMIN_CATALOGUE_TEXTS } from '../admin-catalogue.texts.ts'
import type { ImportState, SourceState } from '../catalogue-state.contract.ts'
import { catalogueStateQuery } from './catalogue-state.api.ts'

const NAMES = { igdb: 'IGDB', rawg: 'RAWG', local: 'Local' } as const
const SETTINGS = { igdb: ['IGDB_CLIENT_ID', 'IGDB_CLIENT_SECRET'], rawg: ['RAWG_API_KEY'], local: [] } as const
/** The kinds of failures of a source, in words. */
const FAILURES: Record<string, string> = {
  timeout: 'it did not respond in time',
  unreachable: 'it could not be reached',
  server: 'it responded with a server error',
  garbage: 'it responded with something unexpected',
  credentials: 'it refused our credentials',
  rate_limited: 'it was asked too often',
  quota: 'the quota is exhausted',
  question: 'it refused a query',
  circuit_open: 'queries are paused',
}

const number = (count: number) => count.toLocaleString('en')
/** Shows the sources of games with their state, what is due to be refreshed, and the imports (G20, G39). */
export function AdminCatalogue() {
  const { data, isError, refetch } = useQuery(catalogueStateQuery())
  if (isError && !data)
    return <ErrorState text={ADMIN_CATALOGUE_TEXTS.notLoaded} onRetry={() => void refetch()} level={2} />
  if (!data) return <RowsSkeleton />
  return (
    <>
      <Section title="Sources">
        <ul aria-label="Sources">
          {data.sources.map((source) => (
            <SourceRow
              key={source.name}
              source={source}
              atOnce={source.name === 'local' ? 0 : data.refreshed_at_once[source.name]}
            />
          ))}
        </ul>
      </Section>
      <Section
        title="Imports"
        aside={
          data.is_importing && (
            <Chip edge icon="playing">
              Running
            </Chip>
          )
        }
      >
        {data.imports.length === 0 ? (
          <p className="max-w-[65ch] text-text-2">
            {ADMIN_CATALOGUE_TEXTS.nothingImported} <code>npm run catalogue -- import FILE</code> does it at the
            terminal, while the site runs.
          </p>
        ) : (
          <ul aria-label="Imports">
            {data.imports.map((one) => (
              <ImportRow key={`${one.file} ${one.started_at}`} one={one} isImporting={data.is_importing} />
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}

function SourceRow({ source, atOnce }: { source: SourceState; atOnce: number }) {
  const now = useNow()
  const { name, paused_until, last_failure } = source
  return (
    <li className="grid gap-2 border-t border-line py-4 first:border-t-0 first:pt-0">
      <h3 className="flex flex-wrap items-center gap-2 text-16 font-[650]">
        {NAMES[name]}
        <SourceChip source={source} />
      </h3>
      {!source.is_on && (
        <p className="text-14 text-text-2">
          {ADMIN_CATALOGUE_TEXTS.notAskedBecause}{' '}
          {SETTINGS[name].map((setting, at) => (
            <span key={setting}>
              {at > 0 && ' and '}
              <code className="wrap-anywhere">{setting}</code>
            </span>
          ))}{' '}
          {ADMIN_CATALOGUE_TEXTS.notSet(SETTINGS[name].length)}
        </p>
      )}
      {name === 'local' && <p className="text-14 text-text-2">{ADMIN_CATALOGUE_TEXTS.importedGames}</p>}
      {paused_until !== null && (
        <p className="text-14 text-text-2">
          Queries are paused until <UtcTime at={paused_until} />, and then tried again. Readers get the stored facts
          meanwhile.
        </p>
      )}
      {last_failure && (
        <p className="text-14 text-text-2">
          Last failure <Ago at={last_failure.at} isShort />: {FAILURES[last_failure.kind] ?? last_failure.kind}.
        </p>
      )}
      <Facts
        items={[
          ['Stored', gamesText(source.games)],
          ['Latest refresh', source.refreshed_at && commentTime(new Date(source.refreshed_at), now)],
          ['Due for a refresh', atOnce > 0 && source.is_on && dueText(source.due, atOnce)],
          ['Queries since the start', source.is_on && name !== 'local' && queriesText(source)],
        ]}
      />
    </li>
  )
}

/** The job fetches so many games at once, every ten minutes. */
const dueText = (due: number, atOnce: number) =>
  due === 0 ? 'none' : `${gamesText(due)}, ${number(atOnce)} every 10 minutes`
const queriesText = ({ asked, failed }: SourceState) => `${number(asked)}, ${number(failed)} failed`

function ImportRow({ one, isImporting }: { one: ImportState; isImporting: boolean }) {
  const state = one.finished_at !== null ? 'Finished' : isImporting ? 'Running' : 'Stopped before the end'
  const at = one.finished_at ?? one.updated_at
  const counts = [
    [one.new, 'new'],
    [one.enriched, 'with more facts'],
    [one.unchanged, 'unchanged'],
    [one.merged, 'merged'],
    [one.rejected, 'rejected'],
  ] as const
  return (
    <li className="grid gap-1 border-t border-line py-4 first:border-t-0 first:pt-0">
      <h3 className="text-15 font-[650] wrap-anywhere">{one.file}</h3>
      <p className="num text-14 text-text-2">
        {number(one.read)} records read:{' '}
        {counts
          .filter(([count]) => count > 0)
          .map(([count, words]) => `${number(count)} ${words}`)
          .join(', ') || 'none yet'}
      </p>
      <p className="text-13 text-text-2">
        {state} <Ago at={at} isShort /> · {one.format}
        {state === 'Stopped before the end' && '. The same import continues where it stopped.'}
      </p>
    </li>
  )
}

function SourceChip({ source }: { source: SourceState }) {
  if (!source.is_on)
    return (
      <Chip edge icon="minus">
        Off
      </Chip>
    )
  return source.paused_until === null ? (
    <Chip edge icon="check">
      On
    </Chip>
  ) : (
    <Chip edge icon="alert">
      {source.is_quota_used_up ? 'Quota exhausted' : 'Paused'}
    </Chip>
  )
}
