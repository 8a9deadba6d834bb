import { useQuery } from '@tanstack/react-query'
import { Ago } from '#web/ui/ago.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { Section } from '#web/ui/section.tsx'
import type { GameMerge } from '../game-merges.contract.ts'
import { MERGE_TEXTS, movedText } from '../game-merges.texts.ts'
import { mergesQuery } from './game-merges.api.ts'

/** Lists the latest merges with what moved. */
export function LatestMerges() {
  const { data, isError, refetch } = useQuery(mergesQuery())
  return (
    <Section title="Latest merges">
      {data ? (
        <MergeList merges={data.merges} />
      ) : isError ? (
        <ErrorState text={MERGE_TEXTS.mergesNotLoaded} onRetry={() => void refetch()} level={3} />
      ) : (
        <RowsSkeleton count={3} />
      )}
    </Section>
  )
}

function MergeList({ merges }: { merges: readonly GameMerge[] }) {
  if (merges.length === 0) return <EmptyState title={MERGE_TEXTS.none} text={MERGE_TEXTS.noneText} level={3} />
  return (
    <ul aria-label="Latest merges">
      {merges.map(({ from, name, into, merged_at, moved }) => (
        <li key={from} className="grid gap-1 border-t border-line py-3 first:border-t-0 first:pt-0">
          <p className="wrap-anywhere">
            {name} <span className="text-text-3">({from})</span> is part of{' '}
            <a className="font-[650]" href={`/game/${into.id}`}>
              {into.name}
            </a>
          </p>
          <p className="text-13 text-text-2">
            <Ago at={merged_at} isShort /> · moved {movedText(moved)}
          </p>
        </li>
      ))}
    </ul>
  )
}
