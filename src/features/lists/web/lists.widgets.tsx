import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { HoldNote } from '#features/moderation/web/moderation.widgets.tsx'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import type { UserId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HiddenNote } from '#web/ui/hidden-note.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Section } from '#web/ui/section.tsx'
import type { List } from '../lists.contract.ts'
import { LISTS_FAILED, NO_LISTS, noListsOfText } from '../lists.texts.ts'
import { CoverFan, ListFacts, listHref } from './list-parts.tsx'
import { latestListsQuery, memberListsQuery } from './lists.api.ts'

const NewListDialog = lazyLoaded(() => import('./new-list-dialog.tsx'), 'NewListDialog')

/** In the address of the viewer's lists: opens the form for a new one. */
const NEW = '#new'

/** Loads the lists of a member for a page's `load`. The page shows a failure. */
export const loadMemberLists = (client: QueryClient, userId: UserId, as: ViewAs | null = null) =>
  client.prefetchInfiniteQuery(memberListsQuery(userId, as))

/** Renders the latest lists of everybody in a narrow column; nothing without any. */
export function LatestLists() {
  const { data: lists = [] } = useQuery(latestListsQuery())
  if (lists.length === 0) return null
  return (
    <Section title="New lists" more={{ href: '/lists', label: 'All lists' }}>
      <ul className="grid grid-cols-1 gap-6" aria-label="New lists">
        {lists.map((list) => (
          <li key={list.id} className="min-w-0">
            <ListCard list={list} hasAuthor />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Renders the viewer's own lists, and the button for a new one (R-ROUTE-18). */
export function OwnLists({ userId }: { userId: UserId }) {
  const lists = useInfiniteQuery(memberListsQuery(userId))
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [isNew, setNew] = useState(false)
  // The search offers the form for a new list by its address.
  useEffect(() => {
    if (hash !== NEW) return
    setNew(true)
    void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  }, [hash, navigate])
  const rows = uniqueLists(lists.data?.pages.flatMap(({ data }) => data) ?? [])
  const isEmpty = rows.length === 0
  return (
    <>
      {!isEmpty && (
        <div className="flex justify-end pb-4">
          <Button icon="plus" onClick={() => setNew(true)}>
            New list
          </Button>
        </div>
      )}
      <PagedList
        list={lists}
        isEmpty={isEmpty}
        failed={LISTS_FAILED}
        empty={
          <EmptyState
            title="No lists yet"
            text={NO_LISTS}
            action={
              <Button kind="mine" onClick={() => setNew(true)}>
                New list
              </Button>
            }
          />
        }
      >
        <ListGrid lists={rows} label="My lists" />
      </PagedList>
      {isNew && (
        <Suspense>
          <NewListDialog onClose={() => setNew(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Renders the lists of another member that the viewer may see. */
export function MemberLists({ userId, name, as }: { userId: UserId; name: string; as: ViewAs | null }) {
  const lists = useInfiniteQuery(memberListsQuery(userId, as))
  const rows = uniqueLists(lists.data?.pages.flatMap(({ data }) => data) ?? [])
  return (
    <PagedList
      list={lists}
      isEmpty={rows.length === 0}
      failed={LISTS_FAILED}
      empty={<EmptyState title="No lists yet" text={noListsOfText(name)} />}
    >
      <ListGrid lists={rows} label={`Lists of ${name}`} />
    </PagedList>
  )
}

/** Removes duplicates: pages are numbered, so a list that has changed meanwhile appears on two of them. */
const uniqueLists = (lists: readonly List[]) => [...new Map(lists.map((list) => [list.id, list])).values()]

/** Renders a list as its covers, title, the beginning of its description, and facts. */
export function ListCard(props: { list: List; eager?: boolean; hasAuthor?: boolean }) {
  const { list, eager = false, hasAuthor = false } = props
  return (
    <>
      <a href={listHref(list)} className="group block">
        <CoverFan list={list} eager={eager} />
        <span
          className="block pt-3 text-18 font-[700] wrap-anywhere underline-offset-3 group-hover:underline"
          dir="auto"
        >
          {list.title}
        </span>
      </a>
      {hasAuthor && (
        <p className="pt-1 text-13 text-text-2">
          A list by{' '}
          <MemberLink member={list.user} className="font-[650] text-text underline-offset-3 hover:underline">
            <bdi>{memberName(list.user)}</bdi>
          </MemberLink>
        </p>
      )}
      {list.description !== '' && (
        <p className="line-clamp-2 pt-1 text-14 wrap-anywhere text-text-2" dir="auto">
          {list.description}
        </p>
      )}
      <div className="pt-1.5">
        <ListFacts list={list} />
      </div>
    </>
  )
}

function ListGrid({ lists, label }: { lists: readonly List[]; label: string }) {
  return (
    <ul aria-label={label} className="grid gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
      {lists.map((list, at) => (
        <li key={list.id} className="min-w-0">
          <ListCard list={list} eager={at < 3} />
          {list.isHidden &&
            (list.hold ? <HoldNote hold={list.hold} className="pt-1.5" /> : <HiddenNote className="pt-1.5" />)}
        </li>
      ))}
    </ul>
  )
}
