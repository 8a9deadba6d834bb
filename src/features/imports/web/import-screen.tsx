import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { counted, gamesText, numberText } from '#shared/counted.ts'
import { fullDate } from '#shared/dates.ts'
import type { ImportId } from '#shared/ids.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { whenThere } from '#web/when-there.ts'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import type { Import } from '../imports.contract.ts'
import { reportPath } from '../imports.endpoints.ts'
import type { RowQuestion } from '../imports.rules.ts'
import { IMPORT_TEXTS, ITEM_LABELS, STATE_LABELS, UNDO_SYNC_TEXTS, UNDO_TEXTS } from '../imports.texts.ts'
import { DiscardButton } from './discard-button.tsx'
import { showFailure } from './failure-text.api.ts'
import { GroupQuestions } from './group-questions.tsx'
import { ImportRows, type RowsParams } from './import-rows.tsx'
import { applyMutation, importQuery, stepMutation } from './imports.api.ts'
import { Mapper } from './mapper.tsx'
import { Notice } from './notice.widgets.tsx'
import { ReviewQueue } from './review-queue.tsx'
import { RulesForm } from './rules-form.tsx'
import { RecognisedAs } from './something-else.tsx'
import { useFreshLibrary, useLiveImports } from './use-live-imports.widgets.ts'

/** One import, from its columns to its report. */
export function ImportScreen({ importId, params }: { importId: ImportId; params: RowsParams }) {
  const { data, isError, refetch } = useQuery(importQuery(importId))
  useLiveImports()
  useFreshLibrary(data?.state === 'applying' || data?.state === 'undoing')
  // A change of the rules plans the import again.
  const hadRules = useRef(false)
  if (data?.state !== 'planning') hadRules.current = data?.state === 'ready'
  const stages = useRef<HTMLDivElement>(null)
  const stage = data && `${data.state} ${data.counts.doubtful > 0}`
  const shown = useRef(stage)
  useEffect(() => {
    const isLater = shown.current !== undefined && shown.current !== stage
    shown.current = stage
    // What led to this stage, a button or the last doubtful row, leaves, and a keyboard would begin at the top of the page.
    if (isLater)
      return whenThere(
        () => document.activeElement === document.body && stages.current,
        (element) => element.focus({ preventScroll: true }),
      )
  }, [stage])
  if (isError && !data) return <ErrorState level={2} text={IMPORT_TEXTS.failed} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <div ref={stages} tabIndex={-1} className="grid gap-8 outline-none">
      <Stage data={data} />
      {hadRules.current && <RulesForm found={data} />}
      {hasRows(data) && <ImportRows found={data} params={params} />}
    </div>
  )
}

/** Returns whether the import is between two steps and not at its beginning. */
const hasRows = ({ state, progress }: Import) => state !== 'mapping' && state !== 'failed' && !progress

function Stage({ data }: { data: Import }) {
  if (data.state === 'mapping') return <Mapper found={data} />
  if (data.progress) return <Working found={data} />
  if (data.state === 'failed')
    return (
      <EmptyState
        level={2}
        title={STATE_LABELS.failed}
        text={data.error ?? IMPORT_TEXTS.failed}
        action={<ButtonLink href="/settings/import">Choose another file</ButtonLink>}
      />
    )
  return (
    <>
      <Result found={data} />
      <Asking found={data} />
    </>
  )
}

/** What the rows ask: by group, and the doubtful ones of one group one by one. */
function Asking({ found }: { found: Import }) {
  const [chosen, setChosen] = useState<RowQuestion | null>(null)
  const doubtful = found.questions.filter(({ kind }) => kind !== 'unknown')
  const shown = doubtful.find(({ kind }) => kind === chosen) ?? doubtful[0]
  return (
    <>
      <GroupQuestions found={found} shown={shown?.kind ?? null} onShow={setChosen} />
      {shown && <ReviewQueue found={found} question={shown} />}
    </>
  )
}

function Working({ found }: { found: Import }) {
  const client = useQueryClient()
  const step = useMutation(stepMutation(client, found.id as ImportId))
  const { done = 0, total = null } = found.progress ?? {}
  const canDiscard = (found.state === 'reading' || found.state === 'planning') && found.finished_at === null
  return (
    <section className="grid max-w-190 gap-4" aria-label={STATE_LABELS[found.state]}>
      <p role="status" className="num text-16">
        <b>{STATE_LABELS[found.state]}</b>
        {' · '}
        {total === null ? counted(done, 'row') : `${numberText(done)} of ${counted(total, 'row')}`}
      </p>
      <ProgressBar label={STATE_LABELS[found.state]} value={total ? (100 * done) / total : 0} own />
      <p className="text-14 text-text-2">{IMPORT_SCREEN_TEXTS.goesOn}</p>
      {(found.state === 'applying' || found.state === 'undoing') && (
        <Button
          kind="line"
          className="justify-self-start"
          busy={step.isPending}
          busyLabel="Stopping…"
          onClick={() => void step.mutateAsync('cancel').catch(showFailure)}
        >
          Stop
        </Button>
      )}
      {canDiscard && <DiscardButton importId={found.id as ImportId} />}
    </section>
  )
}

/** What the import will do or has done, in numbers, and the next step. */
function Result({ found }: { found: Import }) {
  const { counts, state } = found
  return (
    <section className="grid gap-4" aria-label="Summary">
      <p role="status" className="text-16 text-text-2">
        {summaryOf(found)}
      </p>
      <dl className="import-counts num">
        {(
          [
            ['New', counts.new],
            ['Changed', counts.changed],
            ['Unchanged', counts.same],
            ['To decide', counts.doubtful],
            ['Not found', counts.unknown],
            ['Left out', counts.skipped],
          ] as const
        ).map(([label, count]) => (
          <div key={label} data-none={count === 0 || undefined}>
            <dt>{label}</dt>
            <dd>{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      <Items found={found} />
      {state === 'ready' && found.sync === null && <RecognisedAs found={found} />}
      {state === 'ready' && <Notice>{IMPORT_TEXTS.onlyForYou}</Notice>}
      {found.unstored.length > 0 && (
        <p className="text-13 text-text-2">{IMPORT_SCREEN_TEXTS.unstored(found.unstored.slice(0, 12).join(', '))}</p>
      )}
      <Actions found={found} />
    </section>
  )
}

/** What our own export has besides games: what will be, or is, new, unchanged and left out. */
function Items({ found: { items, state } }: { found: Import }) {
  if (items.length === 0) return null
  return (
    <dl className="import-items num">
      {items.map(({ kind, same, skipped, undone, ...counts }) => (
        <div key={kind}>
          <dt>{ITEM_LABELS[kind]}</dt>
          <dd>
            {[
              state === 'undone' ? `${numberText(undone)} taken back` : `${numberText(counts.new)} new`,
              same > 0 && `${numberText(same)} unchanged`,
              skipped > 0 && `${numberText(skipped)} left out`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The label of the button of the import, short enough for a phone; null when there is nothing to write. */
function applyLabel({ counts, items }: Import): string | null {
  const hasItems = items.some(({ waiting }) => waiting > 0)
  if (counts.waiting === 0) return hasItems ? 'Import' : null
  return `Import ${gamesText(counts.waiting)}${hasItems ? ' and more' : ''}`
}

function summaryOf({ state, sync, counts, is_cancelled, undo_until }: Import): string {
  if (state === 'ready') return IMPORT_SCREEN_TEXTS.ready
  if (state === 'undone') return `${counted(counts.undone, 'row')} taken back. ${IMPORT_TEXTS.isKept}`
  const until = undo_until ? ` ${IMPORT_SCREEN_TEXTS.undoUntil(fullDate(new Date(undo_until)))}` : ''
  if (sync === 'time') return IMPORT_SCREEN_TEXTS.synced(counts.applied, until)
  return `${counted(counts.applied, 'row')} imported${is_cancelled ? ', then stopped' : ''}.${until}`
}

function Actions({ found }: { found: Import }) {
  const client = useQueryClient()
  const importId = found.id as ImportId
  const step = useMutation(stepMutation(client, importId))
  const apply = useMutation(applyMutation(client, importId))
  const [isShared, setShared] = useState(false)
  const label = applyLabel(found)
  const canApply = (found.state === 'ready' || found.state === 'done') && label !== null
  return (
    <div className="flex flex-wrap gap-2">
      {canApply && !found.is_shared && (
        <Checkbox
          className="w-full"
          label={IMPORT_TEXTS.share}
          hint={IMPORT_TEXTS.shareHint}
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      )}
      {canApply && (
        <Button
          kind="mine"
          size="big"
          busy={apply.isPending}
          busyLabel="Starting…"
          onClick={() => void apply.mutateAsync(isShared).catch(showFailure)}
        >
          {label}
        </Button>
      )}
      {found.state === 'ready' && <DiscardButton importId={importId} isBig />}
      {found.state !== 'ready' && (
        <ButtonLink kind="line" icon="download" href={reportPath(found.id)} download>
          Report
        </ButtonLink>
      )}
      {found.undo_until && (
        <UndoButton isSync={found.sync === 'time'} onUndo={() => step.mutateAsync('undo').catch(showFailure)} />
      )}
    </div>
  )
}

function UndoButton({ isSync, onUndo }: { isSync: boolean; onUndo: () => Promise<unknown> }) {
  const texts = isSync ? UNDO_SYNC_TEXTS : UNDO_TEXTS
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button kind="danger" icon="retry" onClick={() => setAsking(true)}>
        {texts.label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={texts.title}
          text={`${texts.text} ${IMPORT_TEXTS.isKept}`}
          confirmLabel={texts.label}
          busyLabel="Undoing…"
          danger
          onConfirm={onUndo}
        />
      )}
    </>
  )
}
