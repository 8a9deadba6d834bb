import { useMutation, useQueryClient } from '@tanstack/react-query'
import { yearText } from '#features/catalogue/catalogue.rules.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import type { ImportId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { saidText } from '../group-questions.texts.ts'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import type { FieldChange, Import, ImportRow } from '../imports.contract.ts'
import { OUTCOME_LABELS, ROW_STATE_LABELS } from '../imports.texts.ts'
import { showFailure } from './failure-text.api.ts'
import { decideMutation, undoRowMutation } from './imports.api.ts'

const DECIDABLE = ['ready', 'doubtful', 'unknown', 'skipped']

/** One row as a diff: cover, name, what is now, what will be, and why. */
export function RowDiff({ found, row, onChoose }: { found: Import; row: ImportRow; onChoose: () => void }) {
  const client = useQueryClient()
  const importId = found.id as ImportId
  const decide = useMutation(decideMutation(client, importId))
  const undo = useMutation(undoRowMutation(client, importId))
  const isOpen = found.state === 'ready' || found.state === 'done'
  const canDecide = isOpen && DECIDABLE.includes(row.state) && row.file_rows.length > 0
  const name = row.game?.name ?? row.title
  return (
    <li className="import-row">
      <span className="poster w-12 flex-none" aria-hidden="true">
        {row.game ? <Cover game={posterGame(row.game)} facts={false} /> : <span className="import-blank" />}
      </span>
      <div className="min-w-0">
        <Found row={row} isSync={Boolean(found.sync)} />
      </div>
      <Diff row={row} />
      <div className="import-row-actions">
        {canDecide && (
          <Button
            kind="quiet"
            onClick={onChoose}
            aria-label={row.game ? `Change the game of ${row.title}` : `Choose game for ${row.title}`}
          >
            {row.game ? 'Change' : 'Choose game'}
          </Button>
        )}
        {canDecide && row.state !== 'skipped' && (
          <Button
            kind="quiet"
            busy={decide.isPending}
            aria-label={`Leave out ${row.title}`}
            onClick={() => void decide.mutateAsync({ n: row.n, gameId: null }).catch(showFailure)}
          >
            Leave out
          </Button>
        )}
        {row.can_undo && (
          <Button
            kind="quiet"
            busy={undo.isPending}
            busyLabel="Undoing…"
            aria-label={`Undo ${name}`}
            onClick={() => void undo.mutateAsync(row.n).catch(showFailure)}
          >
            Undo
          </Button>
        )}
      </div>
    </li>
  )
}

function Change({ change: { field, before, after } }: { change: FieldChange }) {
  return (
    <div data-changed={before !== null || undefined}>
      <dt>{field}</dt>
      <dd>
        {before !== null && (
          <>
            <del>{before}</del>
            <span aria-hidden="true"> → </span>
          </>
        )}
        <ins>{after ?? 'empty'}</ins>
      </dd>
    </div>
  )
}

function Losses({ losses }: { losses: readonly string[] }) {
  return (
    <details className="text-13 text-text-2">
      <summary>{IMPORT_SCREEN_TEXTS.leftOut}</summary>
      <ul className="mt-1 grid gap-0.5">
        {losses.map((loss) => (
          <li key={loss} className="break-words">
            {loss}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Found({ row, isSync }: { row: ImportRow; isSync: boolean }) {
  const name = row.game?.name ?? row.title
  return (
    <>
      <h3 className="text-14 font-semibold break-words">
        {row.game ? <a href={`/game/${row.game.id}`}>{name}</a> : name}
        {row.game && <span className="font-normal text-text-3"> {yearText(row.game.year)}</span>}
      </h3>
      <p className="text-13 text-text-2 break-words">
        {row.game && row.game.name !== row.title && (
          <>
            {isSync ? 'At Steam' : 'In the file'}: {row.title}.{' '}
          </>
        )}
        {row.facts}
      </p>
      <p className="text-13 text-text-2">
        <b className="text-text">
          {row.outcome && row.state !== 'undone' ? OUTCOME_LABELS[row.outcome] : ROW_STATE_LABELS[row.state]}
        </b>
        {row.matched_by && `, found ${row.matched_by}`}
      </p>
      {row.reason && <p className="text-13 text-text-2">{row.reason}</p>}
      {row.said.length > 0 && (
        <p className="num text-13 break-words text-text-3">
          {isSync ? IMPORT_SCREEN_TEXTS.steam : IMPORT_SCREEN_TEXTS.file}: {saidText(row.said)}
        </p>
      )}
    </>
  )
}

function Diff({ row }: { row: ImportRow }) {
  return (
    <div className="import-diff">
      {row.changes.length > 0 && (
        <dl>
          {row.changes.map((change, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several playthroughs have the same name, and the list stays
            <Change key={at} change={change} />
          ))}
        </dl>
      )}
      {row.losses.length > 0 && <Losses losses={row.losses} />}
    </div>
  )
}
