import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { shortDate } from '#shared/dates.ts'
import type { GameId } from '#shared/ids.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Ago } from '#web/ui/ago.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { Section } from '#web/ui/section.tsx'
import { showFailure } from '#web/write-failure.ts'
import type { GameMerge, SplitPreview } from '../game-merges.contract.ts'
import { MERGE_TEXTS, movedText, SPLIT_TEXTS } from '../game-merges.texts.ts'
import { mergesQuery, splitPreviewQuery } from './game-merges.api.ts'

const AskToSplit = lazyLoaded(() => import('./ask-to-split.tsx'), 'AskToSplit')

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
      {merges.map(({ from, name, into, merged_at, moved, can_split, split_until }) => (
        <li key={from} className="grid gap-1 border-t border-line py-3 first:border-t-0 first:pt-0">
          <p className="wrap-anywhere">
            {name} <span className="text-text-3">({from})</span> is part of{' '}
            <a className="font-[650]" href={`/game/${into.id}`}>
              {into.name}
            </a>
          </p>
          <p className="text-13 text-text-2">
            <Ago at={merged_at} isShort /> · moved {movedText(moved)}
            {split_until && ` · ${SPLIT_TEXTS.until(shortDate(new Date(split_until)), !can_split)}`}
          </p>
          {can_split && <SplitButton id={from} name={name} />}
        </li>
      ))}
    </ul>
  )
}

/** Counts what a split changes before it asks. */
function SplitButton({ id, name }: { id: GameId; name: string }) {
  const [preview, setPreview] = useState<SplitPreview>()
  const client = useQueryClient()
  async function ask(): Promise<void> {
    try {
      setPreview(await client.fetchQuery(splitPreviewQuery(id)))
    } catch (error) {
      showFailure(SPLIT_TEXTS.notCounted, error)
    }
  }
  return (
    <div>
      <Button aria-label={SPLIT_TEXTS.splitNamed(name)} onClick={() => void ask()}>
        {SPLIT_TEXTS.split}
      </Button>
      {preview && (
        <Suspense fallback={null}>
          <AskToSplit preview={preview} client={client} onClose={() => setPreview(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
