import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { MOVED_KINDS, type MovedKind } from '#features/catalogue/merge-games.rules.ts'
import { causeText } from '#features/catalogue/web/catalogue.api.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { numberText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import type { AnswerOf } from '#web/call.ts'
import { CallError } from '#web/call.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Radio } from '#web/ui/field.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { Section } from '#web/ui/section.tsx'
import type { MergeSide } from '../game-merges.contract.ts'
import type { previewGameMerge } from '../game-merges.endpoints.ts'
import { bothText, kindText, MERGE_TEXTS } from '../game-merges.texts.ts'
import { mergePreviewQuery } from './game-merges.api.ts'

const AskToMerge = lazyLoaded(() => import('./ask-to-merge.tsx'), 'AskToMerge')

type Preview = AnswerOf<typeof previewGameMerge>

/** Shows both games side by side with what they have, and merges them into the one that the admin chooses. */
export function MergePreview({ first, second }: { first: GameId; second: GameId }) {
  const { data, error, refetch } = useQuery(mergePreviewQuery(first, second))
  if (data) return <Comparison preview={data} />
  if (!error) return <RowsSkeleton count={4} />
  const text = error instanceof CallError ? error.message : (causeText(error) ?? MERGE_TEXTS.notLoaded)
  return (
    <div className="grid gap-3">
      <ErrorState text={text} onRetry={() => void refetch()} level={2} />
      <a className="linkish" href="/admin/merges">
        {MERGE_TEXTS.other}
      </a>
    </div>
  )
}

/** The game with more entries stays, unless the admin chooses the other one. */
function Comparison({ preview }: { preview: Preview }) {
  const { from: first, to: second, both } = preview
  const [stayingId, setStayingId] = useState(
    (first.rows.entries ?? 0) > (second.rows.entries ?? 0) ? first.game.id : second.game.id,
  )
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const [stays, goes] = stayingId === first.game.id ? [first, second] : [second, first]
  return (
    <Section title="Compare both games">
      <div className="grid gap-5">
        <fieldset className="grid grid-cols-2 gap-3 md:gap-5">
          <legend className="visually-hidden">{MERGE_TEXTS.which}</legend>
          {[first, second].map((side) => (
            <SidePanel
              key={side.game.id}
              side={side}
              stays={side === stays}
              onStay={() => setStayingId(side.game.id)}
            />
          ))}
        </fieldset>
        <RowsTable first={first} second={second} />
        <p className="max-w-[65ch] text-text-2">
          <b className="font-[650] text-text">{bothText(both)}</b> {MERGE_TEXTS.rules}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button kind="danger" onClick={() => setAsking(true)}>
            {MERGE_TEXTS.merge}
          </Button>
          <a className="linkish" href="/admin/merges">
            {MERGE_TEXTS.other}
          </a>
        </div>
      </div>
      {isAsking && (
        <Suspense fallback={null}>
          <AskToMerge goes={goes} stays={stays} client={client} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function SidePanel({ side, stays, onStay }: { side: MergeSide; stays: boolean; onStay: () => void }) {
  const { game, platforms } = side
  return (
    <div className="panel gap-3">
      <div className="flex items-start gap-3 max-sm:flex-col">
        <span className="poster w-16 flex-none">
          <Cover game={posterGame(game)} facts={false} />
        </span>
        <div className="grid min-w-0 gap-1">
          <h3 className="text-16 font-[650] wrap-anywhere">
            <a href={`/game/${game.id}`}>{game.name}</a>
          </h3>
          <p className="num text-13 text-text-2">
            {[game.year === null ? 'TBA' : String(game.year), game.developer].filter(Boolean).join(' · ')}
          </p>
          <p className="text-13 text-text-2">{platforms.join(', ') || 'No platforms known'}</p>
          <p className="text-12 wrap-anywhere text-text-3">{game.id}</p>
        </div>
      </div>
      <Radio className="mt-auto" name="stays" label={MERGE_TEXTS.stays} checked={stays} onChange={onStay} />
    </div>
  )
}

/** Only kinds of which one of the games has rows. */
function RowsTable({ first, second }: { first: MergeSide; second: MergeSide }) {
  const kinds = (Object.keys(MOVED_KINDS) as MovedKind[]).filter((kind) => first.rows[kind] || second.rows[kind])
  return (
    <table className="w-full max-w-[640px] border-collapse text-14">
      <caption className="visually-hidden">What both games have</caption>
      <thead>
        <tr className="border-b border-line text-left">
          <td />
          {[first, second].map(({ game }, at) => (
            <th key={game.id} scope="col" className="w-[28%] py-2 pl-3 text-right font-[650] wrap-anywhere">
              {first.game.name === second.game.name ? `${game.name} (${at + 1})` : game.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind} className="border-b border-line">
            <th scope="row" className="py-2 text-left font-normal text-text-2">
              {kindText(kind)}
            </th>
            {[first, second].map(({ game, rows }) => (
              <td key={game.id} className="num py-2 pl-3 text-right">
                {numberText(rows[kind] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
