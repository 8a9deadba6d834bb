import { useLocation } from 'react-router'
import { loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import { canonicalGameId } from '#shared/canonical-ids.ts'
import type { LoadContext } from '#web/page.ts'
import { MERGE_TEXTS } from '../game-merges.texts.ts'
import { ChooseGames } from './choose-games.tsx'
import { mergePreviewQuery, mergesQuery } from './game-merges.api.ts'
import { LatestMerges } from './latest-merges.tsx'
import { MergePreview } from './merge-preview.tsx'

/** The games that the address names. */
function pairOf(search: string) {
  const given = new URLSearchParams(search)
  const [first, second] = ['first', 'second'].map((name) => canonicalGameId(given.get(name) ?? ''))
  return { first: first ?? null, second: second ?? null }
}

export async function load({ client, url }: LoadContext): Promise<void> {
  const { first, second } = pairOf(url.search)
  await loadAdminPage(
    client,
    client.prefetchQuery(mergesQuery()),
    ...(first && second ? [client.prefetchQuery(mergePreviewQuery(first, second))] : []),
  )
}

/** Merges two games of the catalogue, for admins, and lists the latest merges. */
export function Page() {
  const { first, second } = pairOf(useLocation().search)
  return (
    <AdminFrame path="/admin/merges" title="Merged games" text={MERGE_TEXTS.about}>
      {first && second ? (
        <MergePreview key={`${first} ${second}`} first={first} second={second} />
      ) : (
        <ChooseGames key={first} first={first} />
      )}
      <LatestMerges />
    </AdminFrame>
  )
}
