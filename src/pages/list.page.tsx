import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { gamesText } from '#features/lists/lists.rules.ts'
import { ListScreen, loadList } from '#features/lists/web/list-page.tsx'
import { listQuery } from '#features/lists/web/lists.api.ts'
import type { ListId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'

const idOf = (params: Record<string, string | undefined>) => (params.listId ?? '').toLowerCase() as ListId

export const load = ({ client, params }: LoadContext) => loadList(client, idOf(params))

/** One list of games. Its link preview shows the first cover that is a picture. */
export function Page() {
  const { data: list } = useSuspenseQuery(listQuery(idOf(useParams())))
  const about = `${gamesText(list.games_count)}, a list by ${memberName(list.user)}.`
  const image = list.covers.find(({ cover_url }) => cover_url?.startsWith('/'))?.cover_url
  return (
    <div className="page pt-6 pb-12 md:pt-10">
      <Head
        title={list.title}
        description={list.description === '' ? about : `${about} ${list.description.slice(0, 150)}`}
        path={`/lists/${list.id}`}
        type="article"
        isIndexed={list.is_shared && !list.isHidden}
        {...(image && { image })}
      />
      <ListScreen key={list.id} list={list} />
    </div>
  )
}
