import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { gamesText } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import { Head } from '#web/head.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { ListedMember } from '../members.contract.ts'
import { MEMBER_ORDERS, type MemberOrder } from '../members.endpoints.ts'
import { inCommonText, MEMBERS_TEXTS } from '../members.texts.ts'
import { membersQuery } from './members.api.ts'
import { MemberLink } from './profiles.widgets.tsx'

/** Reads the order from an address. A visitor has no shelf to compare, and an invalid value is the default. */
export function memberOrderOf(search: URLSearchParams, isMember: boolean): MemberOrder {
  const show = MEMBER_ORDERS.find((each) => each === search.get('show')) ?? 'active'
  return isMember ? show : 'active'
}

/** Loads the first part of the members; the page shows a failure. */
export const loadMembers = (client: QueryClient, show: MemberOrder) => client.prefetchInfiniteQuery(membersQuery(show))

/** The public page of members: faces with what they like best. */
export function MembersScreen({ show }: { show: MemberOrder }) {
  const viewer = useViewer()
  const list = useInfiniteQuery(membersQuery(show))
  const members = [
    ...new Map((list.data?.pages.flatMap(({ data }) => data) ?? []).map((member) => [member.id, member])).values(),
  ]
  return (
    <div className="page pb-12">
      <Head title="Members" description={MEMBERS_TEXTS.about} path="/members" isIndexed={show === 'active'} />
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-(--page-top) pb-6 md:pb-8">
        <div className="grid gap-2">
          <h1 className="title text-28 md:text-40">Members</h1>
          <p className="text-16 text-text-2">{MEMBERS_TEXTS.about}</p>
        </div>
        {viewer && (
          <Segmented
            label="Which members"
            value={show}
            options={[
              { value: 'active', label: 'Active', href: '/members' },
              { value: 'similar', label: 'Similar libraries', href: '/members?show=similar' },
            ]}
          />
        )}
      </header>
      <PagedList
        list={list}
        isEmpty={members.length === 0}
        failed={MEMBERS_TEXTS.failed}
        empty={
          <EmptyState
            level={2}
            title={show === 'similar' ? 'No similar shelves yet' : 'No members yet'}
            text={show === 'similar' ? MEMBERS_TEXTS.nobodyAlike : MEMBERS_TEXTS.nobody}
            action={
              <ButtonLink kind="mine" href="/all-games">
                Browse games
              </ButtonLink>
            }
          />
        }
      >
        <ul aria-label="Members" className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {members.map((member) => (
            <li key={member.id} className="min-w-0">
              <MemberCard member={member} />
            </li>
          ))}
        </ul>
      </PagedList>
    </div>
  )
}

/** A face, the name, one line, and small covers of what the member likes best; all of it leads to the profile. */
function MemberCard({ member }: { member: ListedMember }) {
  const name = memberName(member)
  const { common_count: common, games_count: count, games } = member
  return (
    <MemberLink member={member} className="group flex items-center gap-4 py-1">
      <Avatar id={member.id} name={name} src={member.avatar_url} size={56} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <b className="truncate text-16 font-[650] underline-offset-3 group-hover:underline">
          <bdi>{name}</bdi>
        </b>
        <span className="num text-13 text-text-2">{common ? inCommonText(common) : gamesText(count)}</span>
      </span>
      <span className="flex flex-none gap-1" aria-hidden="true">
        {games.map((game) => (
          <span key={game.id} className="poster w-9">
            <Cover game={posterGame(game)} facts={false} />
          </span>
        ))}
      </span>
    </MemberLink>
  )
}
