import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showFailure } from '#features/imports/web/failure-text.api.ts'
import { Notice } from '#features/imports/web/notice.widgets.tsx'
import { useFreshLibrary } from '#features/imports/web/use-live-imports.widgets.ts'
import { counted } from '#shared/counted.ts'
import { HOUR_MS } from '#shared/durations.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Switch } from '#web/ui/field.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useIsHydrated, useNow } from '#web/use-env.ts'
import type { Steam, SteamLink } from '../steam.contract.ts'
import { PROBLEM_TEXTS, resultText, SYNC_TEXTS } from '../steam-sync.texts.ts'
import { dailyMutation, steamQuery, syncMutation, unlinkMutation } from './steam.api.ts'
import { SteamForm } from './steam-form.tsx'
import { SteamGames } from './steam-games.tsx'

/** The sync with Steam: links an account, shows its last sync, and lists its games with the ignore list. */
export function SteamPart() {
  const { data, isError, refetch } = useQuery(steamQuery())
  return (
    <>
      <SettingsPart title={SYNC_TEXTS.title} text={SYNC_TEXTS.intro}>
        {isError && !data ? (
          <ErrorState level={3} text={SYNC_TEXTS.failed} onRetry={() => void refetch()} />
        ) : data?.link ? (
          <Linked steam={data} link={data.link} />
        ) : data?.is_on ? (
          <>
            <SteamForm />
            <Notice>{SYNC_TEXTS.before}</Notice>
            <Notice>{SYNC_TEXTS.family}</Notice>
          </>
        ) : (
          data && <p className="text-14 text-text-2">{SYNC_TEXTS.off}</p>
        )}
      </SettingsPart>
      {data?.link && <SteamGames link={data.link} />}
    </>
  )
}

function Linked({ steam, link }: { steam: Steam; link: SteamLink }) {
  const client = useQueryClient()
  const isHydrated = useIsHydrated()
  const sync = useMutation(syncMutation(client))
  const daily = useMutation(dailyMutation(client))
  useFreshLibrary(link.is_syncing)
  return (
    <>
      <div className="grid gap-1">
        <h3 className="text-16 font-semibold break-words">
          <a href={`https://steamcommunity.com/profiles/${link.steam_id}`} rel="noreferrer" target="_blank">
            {link.name}
          </a>
        </h3>
        {/* Always rendered, so that screen readers announce what changes in it. */}
        <div role="status" className="grid gap-1 text-14 text-text-2">
          <LastSync link={link} />
        </div>
      </div>
      {!steam.is_on && <Notice>{SYNC_TEXTS.offLinked}</Notice>}
      {(link.last?.import_id || link.last?.time_import_id) && <LastImports last={link.last} />}
      <Switch
        label={SYNC_TEXTS.daily}
        hint={SYNC_TEXTS.dailyHint}
        checked={daily.isPending ? daily.variables : link.is_daily}
        disabled={!isHydrated}
        onChange={(event) => void daily.mutateAsync(event.target.checked).catch(showFailure)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          kind="solid"
          icon="retry"
          busy={link.is_syncing || sync.isPending}
          busyLabel={SYNC_TEXTS.syncing}
          disabled={!isHydrated || !steam.is_on}
          onClick={() => void sync.mutateAsync(false).catch(showFailure)}
        >
          {SYNC_TEXTS.sync}
        </Button>
        <UnlinkButton />
      </div>
      <Notice>{SYNC_TEXTS.family}</Notice>
    </>
  )
}

function LastImports({ last }: { last: NonNullable<SteamLink['last']> }) {
  return (
    <div className="flex flex-wrap gap-2">
      {last.time_import_id && (
        <ButtonLink href={`/settings/import/${last.time_import_id}`} kind="line">
          {SYNC_TEXTS.openTime}
        </ButtonLink>
      )}
      {last.import_id && (
        <ButtonLink href={`/settings/import/${last.import_id}`} kind="line">
          {SYNC_TEXTS.openImport}
        </ButtonLink>
      )}
    </div>
  )
}

function UnlinkButton() {
  const unlink = useMutation(unlinkMutation(useQueryClient()))
  const isHydrated = useIsHydrated()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button kind="quiet" disabled={!isHydrated} onClick={() => setAsking(true)}>
        {SYNC_TEXTS.unlink}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={SYNC_TEXTS.unlinkTitle}
          text={SYNC_TEXTS.unlinkText}
          confirmLabel={SYNC_TEXTS.unlink}
          busyLabel={SYNC_TEXTS.unlinking}
          danger
          onConfirm={() =>
            unlink.mutateAsync().then(() => {
              toast({ title: SYNC_TEXTS.unlinked })
            }, showFailure)
          }
        />
      )}
    </>
  )
}

/** When the last sync was, what it changed, and why a later one failed. */
function LastSync({ link: { last, problem, is_syncing, next_sync_at } }: { link: SteamLink }) {
  const now = useNow()
  const time = (at: string) => <Ago at={at} />
  return (
    <>
      {is_syncing && <p>{SYNC_TEXTS.waits}</p>}
      {last ? (
        <p>
          {time(last.at)}: {resultText(last.result)}
        </p>
      ) : (
        !is_syncing && <p>{SYNC_TEXTS.never}</p>
      )}
      {problem && (
        <p className="text-danger">
          {time(problem.at)}: {PROBLEM_TEXTS[problem.code]}
        </p>
      )}
      {next_sync_at && !is_syncing && <p>Next sync {nextText(new Date(next_sync_at), now)}</p>}
    </>
  )
}

function nextText(at: Date, now: Date): string {
  const hours = Math.round((at.getTime() - now.getTime()) / HOUR_MS)
  return hours < 1 ? 'within the hour' : `in ${counted(hours, 'hour')}`
}
