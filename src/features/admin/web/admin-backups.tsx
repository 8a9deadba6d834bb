import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { numberText, sizeText } from '#shared/counted.ts'
import { fullDate } from '#shared/dates.ts'
import { commentTime } from '#shared/relative-time.ts'
import type { AnswerOf } from '#web/call.ts'
import { call } from '#web/call.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'
import { showFailure } from '#web/write-failure.ts'
import type { SiteBackup } from '../admin-backups.contract.ts'
import type { listBackups } from '../admin-backups.endpoints.ts'
import { BACKUPS_TEXTS } from '../admin-backups.texts.ts'
import { runJob } from '../admin-jobs.endpoints.ts'
import { adminKeys, backupsQuery } from './admin.api.ts'

const DownloadBackup = lazyLoaded(() => import('./download-backup.tsx'), 'DownloadBackup')

/** Lists the backups with age and size, makes one now, downloads one, and says how to restore it. */
export function AdminBackups() {
  const { data, isError, refetch } = useQuery(backupsQuery())
  const [asked, setAsked] = useState<SiteBackup | null>(null)
  if (isError && !data) return <ErrorState text={BACKUPS_TEXTS.failed} onRetry={() => void refetch()} level={2} />
  if (!data) return <RowsSkeleton count={5} />
  if (data.folder === null) return <EmptyState title="No backups" text={BACKUPS_TEXTS.off} level={2} />
  return (
    <>
      <MakeBackup state={data} />
      {data.problem === null ? (
        <BackupList backups={data.backups} onDownload={setAsked} />
      ) : (
        <ErrorState text={data.problem} onRetry={() => void refetch()} level={2} />
      )}
      <Section title={BACKUPS_TEXTS.restoreTitle}>
        <ol className="grid max-w-[65ch] list-decimal gap-2 pl-5 text-text-2">
          {BACKUPS_TEXTS.restore.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <code className="mt-3 block overflow-x-auto text-14">
          {BACKUPS_TEXTS.restoreCommand(data.backups[0]?.name ?? 'today.backup')}
        </code>
      </Section>
      {asked && (
        <Suspense fallback={null}>
          <DownloadBackup backup={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}

function MakeBackup({ state }: { state: AnswerOf<typeof listBackups> }) {
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: () => call(runJob, { params: { name: 'back-up' }, body: {} }),
    onError: (error) => showFailure('No backup is made', error),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.all }),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-text-2" aria-live="polite">
        {state.isRunning ? BACKUPS_TEXTS.isMade : BACKUPS_TEXTS.where(state.folder ?? '', numberText(state.most ?? 0))}
      </p>
      <Button icon="plus" disabled={state.isRunning || make.isPending} onClick={() => make.mutate()}>
        Make one now
      </Button>
    </div>
  )
}

function BackupList(props: { backups: readonly SiteBackup[]; onDownload: (backup: SiteBackup) => void }) {
  const now = useNow()
  if (props.backups.length === 0) return <EmptyState title="No backups yet" text={BACKUPS_TEXTS.none} level={2} />
  return (
    <ul aria-label="Backups">
      {props.backups.map((backup) => {
        const at = new Date(backup.started_at)
        return (
          <li
            key={backup.name}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3 first:border-t-0"
          >
            <div className="min-w-0">
              <p className="num text-15 font-[650]">
                <time dateTime={backup.started_at} title={fullDate(at)}>
                  {commentTime(at, now)}
                </time>{' '}
                · {sizeText(backup.bytes)}
              </p>
              <p className="text-13 wrap-anywhere text-text-2">{backup.name}</p>
            </div>
            <Button icon="download" onClick={() => props.onDownload(backup)} aria-label={`Download ${backup.name}`}>
              Download
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
