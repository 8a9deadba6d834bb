import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sizeText } from '#shared/counted.ts'
import { fullDate } from '#shared/dates.ts'
import type { ExportId } from '#shared/ids.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive } from '#web/live/subscriptions.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import { showFailure } from '#web/write-failure.ts'
import type { Export } from '../exports.contract.ts'
import { exportFilePath } from '../exports.endpoints.ts'
import { EXPORT_TEXTS, FILE_LABELS, progressText, weeklyText } from '../exports.texts.ts'
import { discardMutation, exportsQuery, refreshExports, startMutation } from './exports.api.ts'

const PACE = { waitMs: 300, mostMs: 1_000 }

/** The member's own data as files: begins an export, shows its progress live, and links to its files. */
export function ExportPart() {
  const client = useQueryClient()
  const isHydrated = useIsHydrated()
  const { data, isError, refetch } = useQuery(exportsQuery())
  const start = useMutation(startMutation(client))
  useEffect(() => {
    const refresh = debounceBatch(() => refreshExports(client), PACE)
    return listenLive('exports', () => refresh(null))
  }, [client])
  const working = data?.exports.find(({ state }) => state === 'working')
  return (
    <SettingsPart title={EXPORT_TEXTS.title} text={EXPORT_TEXTS.intro}>
      {isError && !data && <ErrorState level={3} text={EXPORT_TEXTS.missing} onRetry={() => void refetch()} />}
      {!working && (
        <Button
          icon="download"
          className="justify-self-start"
          disabled={!isHydrated}
          busy={start.isPending}
          busyLabel={EXPORT_TEXTS.starting}
          onClick={() => void start.mutateAsync().catch(whyNot)}
        >
          {(data?.exports.length ?? 0) > 0 ? EXPORT_TEXTS.again : EXPORT_TEXTS.start}
        </Button>
      )}
      {/* Always rendered, so that screen readers announce what appears in it. */}
      <div role="status" className="grid gap-3 empty:hidden">
        {working && <Working found={working} />}
      </div>
      {data?.exports
        .filter(({ state }) => state !== 'working')
        .map((each) => (
          <Finished key={each.id} found={each} />
        ))}
      <p className="text-13 text-text-3">
        {EXPORT_TEXTS.kept} {data?.weekly_kept != null && weeklyText(data.weekly_kept)}
      </p>
    </SettingsPart>
  )
}

function Working({ found }: { found: Export }) {
  const { done = 0, total = null } = found.progress ?? {}
  return (
    <>
      <p className="num text-14">
        <b>{EXPORT_TEXTS.preparing}</b> · {progressText(done, total)}
      </p>
      <ProgressBar label={EXPORT_TEXTS.preparing} value={total ? (100 * done) / total : 0} own />
      <p className="text-14 text-text-2">{EXPORT_TEXTS.mayLeave}</p>
      <Discard found={found} label={EXPORT_TEXTS.cancel} busyLabel={EXPORT_TEXTS.cancelling} />
    </>
  )
}

function Finished({ found }: { found: Export }) {
  const title = `${found.is_weekly ? EXPORT_TEXTS.weekly : EXPORT_TEXTS.own}, ${fullDate(new Date(found.created_at))}`
  return (
    <section aria-label={title} className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-14 font-bold">{title}</h3>
      <p className="text-13 text-text-2">
        {found.state === 'failed' ? EXPORT_TEXTS.broken : endText(found.expires_at)}
      </p>
      <ul>
        {found.files.map(({ file, name, bytes }) => (
          <li key={file} className="border-t border-line first:border-t-0">
            <a
              href={exportFilePath(found.id, file)}
              download={name}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 py-3 no-underline"
            >
              <Icon name="download" />
              <span className="grid min-w-0 gap-0.5">
                <b className="text-14">{FILE_LABELS[file].title}</b>
                <span className="text-13 text-text-2">{FILE_LABELS[file].text}</span>
              </span>
              <span className="num text-13 text-text-2">{sizeText(bytes)}</span>
            </a>
          </li>
        ))}
      </ul>
      <Discard found={found} label={EXPORT_TEXTS.remove} busyLabel={EXPORT_TEXTS.removing} />
    </section>
  )
}

const endText = (expires: string | null): string =>
  expires === null ? EXPORT_TEXTS.untilReplaced : EXPORT_TEXTS.linksUntil(fullDate(new Date(expires)))

function Discard({ found, label, busyLabel }: { found: Export; label: string; busyLabel: string }) {
  const discard = useMutation(discardMutation(useQueryClient(), found.id as ExportId))
  return (
    <Button
      kind="line"
      className="justify-self-start"
      busy={discard.isPending}
      busyLabel={busyLabel}
      onClick={() => void discard.mutateAsync().catch(whyNot)}
    >
      {label}
    </Button>
  )
}

const whyNot = (error: unknown) => showFailure(EXPORT_TEXTS.notDone, error)
