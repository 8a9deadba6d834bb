import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { Head } from '#web/head.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { ALL_LISTS_TEXTS, listsWithText } from '../all-lists.texts.ts'
import type { BrowsedList } from '../lists.contract.ts'
import { LISTS_FAILED } from '../lists.texts.ts'
import { askForLists } from './add-to-list.ts'
import { CoverFan, ListFacts, ListProgress, listHref } from './list-parts.tsx'
import { browsedListsQuery } from './lists.api.ts'
import { type ListsParams, listsAddress } from './lists-address.ts'

/** Loads the first part of the lists; the page shows a failure. */
export const loadAllLists = (client: QueryClient, params: ListsParams) =>
  client.prefetchInfiniteQuery(browsedListsQuery(params))

/** The public page of lists: tiles, with switches for their order, and with a game those that contain it. */
export function AllLists({ params }: { params: ListsParams }) {
  const viewer = useViewer()
  const lists = useInfiniteQuery(browsedListsQuery(params))
  const rows = [
    ...new Map((lists.data?.pages.flatMap(({ data }) => data) ?? []).map((list) => [list.id, list])).values(),
  ]
  const game = lists.data?.pages[0]?.game ?? null
  const title = game ? listsWithText(game.name) : 'Lists'
  const isDefault = params.show === 'new'
  return (
    <div className="page pb-12">
      <Head
        title={title}
        description={ALL_LISTS_TEXTS.about}
        path={listsAddress({ ...params, show: 'new' })}
        isIndexed={isDefault && rows.length > 0}
      />
      <ListsHead params={params} title={title} isMember={viewer !== null} />
      <PagedList
        list={lists}
        isEmpty={rows.length === 0}
        failed={LISTS_FAILED}
        empty={<NoLists show={params.show} game={game} isMember={viewer !== null} />}
      >
        <h2 className="visually-hidden">{title}</h2>
        <ul aria-label={title} className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {rows.map((list, at) => (
            <li key={list.id} className="min-w-0">
              <ListTile list={list} eager={at < 6} />
            </li>
          ))}
        </ul>
      </PagedList>
    </div>
  )
}

function ListsHead({ params, title, isMember }: { params: ListsParams; title: string; isMember: boolean }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-(--page-top) pb-6 md:pb-8">
      <div className="grid min-w-0 flex-1 basis-80 gap-2">
        <h1 className="title text-28 wrap-anywhere text-balance md:text-40">{title}</h1>
        <p className="max-w-[60ch] text-16 text-text-2">
          {params.gameId ? (
            <a className="underline underline-offset-3" href="/lists">
              All lists
            </a>
          ) : (
            ALL_LISTS_TEXTS.about
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="Which lists"
          value={params.show}
          options={[
            { value: 'new', label: 'New', href: listsAddress({ ...params, show: 'new' }) },
            { value: 'liked', label: 'Most liked', href: listsAddress({ ...params, show: 'liked' }) },
            ...(isMember
              ? [{ value: 'friends' as const, label: 'Friends', href: listsAddress({ ...params, show: 'friends' }) }]
              : []),
          ]}
        />
        {isMember && (
          <ButtonLink icon="plus" href="/profile/list#new">
            New list
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

function ListTile({ list, eager }: { list: BrowsedList; eager: boolean }) {
  const name = memberName(list.user)
  return (
    <article className="grid grid-cols-1 gap-2" aria-labelledby={`list-${list.id}`}>
      <a href={listHref(list)} className="group block min-w-0">
        <CoverFan list={list} eager={eager} />
        <h3
          id={`list-${list.id}`}
          className="title mt-3 line-clamp-2 text-22 wrap-anywhere underline-offset-3 group-hover:underline"
          dir="auto"
        >
          {list.title}
        </h3>
      </a>
      <p className="flex items-center gap-2 text-14">
        <MemberLink member={list.user} isRepeated>
          <Avatar id={list.user.id} name={name} src={list.user.avatar_url} size={24} />
        </MemberLink>
        <MemberLink member={list.user} className="min-w-0 truncate font-[650] underline-offset-3 hover:underline">
          <span className="visually-hidden">By </span>
          <bdi>{name}</bdi>
        </MemberLink>
      </p>
      <ListFacts list={list} />
      <ListProgress played={list.played_count} games={list.games_count} isSmall />
    </article>
  )
}

function NoLists(props: { show: ListsParams['show']; game: GameCard | null; isMember: boolean }) {
  const { show, game, isMember } = props
  const add = game && isMember && (
    <Button kind="mine" onClick={() => askForLists(game)}>
      Add to list
    </Button>
  )
  const shown =
    show === 'friends'
      ? {
          title: 'Nothing from friends yet',
          text: ALL_LISTS_TEXTS.noneOfFriends,
          link: { href: '/members?show=similar', label: 'Find members' },
        }
      : game
        ? {
            text: ALL_LISTS_TEXTS.noneWithGame(game.name),
            action: add || <ButtonLink href="/lists">All lists</ButtonLink>,
          }
        : show === 'liked'
          ? {
              title: 'No liked lists yet',
              text: ALL_LISTS_TEXTS.noneLiked,
              link: { href: '/lists', label: 'New lists' },
            }
          : { text: ALL_LISTS_TEXTS.noneYet, link: { href: '/profile/list#new', label: 'New list' } }
  return <EmptyState level={2} title="No lists yet" {...shown} />
}
