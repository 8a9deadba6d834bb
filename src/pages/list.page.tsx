import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ListAtomLink } from '#features/atom/web/atom.widgets.tsx'
import { listAboutText } from '#features/lists/list-page.texts.ts'
import { getListPicture } from '#features/lists/lists.endpoints.ts'
import { ListScreen, loadList } from '#features/lists/web/list-page.tsx'
import { ListSkeleton } from '#features/lists/web/list-skeleton.tsx'
import { listQuery } from '#features/lists/web/lists.api.ts'
import { gamesText } from '#shared/counted.ts'
import { pathOf, searchOf } from '#shared/endpoint.ts'
import type { ListId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { Head, shorten } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'

const idOf = (params: Record<string, string | undefined>) => (params.listId ?? '').toLowerCase() as ListId

export const load = ({ client, params }: LoadContext) => loadList(client, idOf(params))

export { ListSkeleton as Skeleton }

/** One list of games. */
export function Page() {
  const { data: list } = useSuspenseQuery(listQuery(idOf(useParams())))
  const about = listAboutText(gamesText(list.games_count), memberName(list.user))
  const isPublic = list.is_shared && !list.isHidden
  // Sites that show link previews store pictures by address, so a changed list has another one.
  const picture = `${pathOf(getListPicture.path, { listId: list.id })}${searchOf({ v: list.changed_at })}`
  return (
    <div className="page pt-(--page-top) pb-12">
      <Head
        title={list.title}
        description={
          list.description === '' ? about : shorten(`${about} ${list.description}`.replace(/\s+/g, ' '), 200)
        }
        path={`/lists/${list.id}`}
        type="article"
        isIndexed={isPublic}
        {...(isPublic && { preview: picture })}
      />
      {isPublic && <ListAtomLink list={list} />}
      <ListScreen key={list.id} list={list} />
    </div>
  )
}
