import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { IMPORT_SCREEN_TEXTS } from '#features/imports/import-screens.texts.ts'
import { PRESET_LABELS } from '#features/imports/imports.texts.ts'
import { rowsParamsOf } from '#features/imports/web/import-rows.tsx'
import { ImportScreen } from '#features/imports/web/import-screen.tsx'
import { importQuery, rowsQuery, tableQuery } from '#features/imports/web/imports.api.ts'
import { UUID } from '#shared/canonical-ids.ts'
import type { ImportId } from '#shared/ids.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { Icon } from '#web/ui/icon.tsx'

export async function load({ client, params, url }: LoadContext) {
  const importId = idOf(params.importId)
  if (importId === null) throw new Response(null, { status: 404 })
  const { state, progress, counts } = await client.fetchQuery(importQuery(importId))
  if (state === 'mapping') await client.prefetchQuery(tableQuery(importId))
  else if (!progress) {
    const { filter, page } = rowsParamsOf(url.searchParams)
    await Promise.all([
      client.prefetchQuery(rowsQuery(importId, filter, page)),
      counts.doubtful > 0 && client.prefetchQuery(rowsQuery(importId, 'doubtful', 1)),
    ])
  }
}

const idOf = (text = ''): ImportId | null => (UUID.test(text) ? (text.toLowerCase() as ImportId) : null)

/** One import: its columns, its preview, its progress or its report. */
export function Page() {
  const { importId: text } = useParams()
  const [search] = useSearchParams()
  const viewer = useViewer()
  const importId = idOf(text)
  // The page is for members; the router has redirected visitors to the sign-in.
  if (!viewer || importId === null) return null
  return (
    <div className="page pb-12">
      <Head title="Import" description={IMPORT_SCREEN_TEXTS.about} path="/settings/import" isIndexed={false} />
      <a
        href="/settings/import"
        className="mt-(--page-top) inline-flex items-center gap-1 text-14 text-text-2 no-underline"
      >
        <Icon name="left" /> Imports
      </a>
      <Title importId={importId} />
      <ImportScreen importId={importId} params={rowsParamsOf(search)} />
    </div>
  )
}

function Title({ importId }: { importId: ImportId }) {
  const { data } = useQuery(importQuery(importId))
  return (
    <header className="grid gap-1 pt-2 pb-6">
      <h1 className="title text-28 break-words md:text-40">{data?.file_name ?? 'Import'}</h1>
      {data && <p className="text-14 text-text-2">{PRESET_LABELS[data.preset]}</p>}
    </header>
  )
}
