import { useQuery } from '@tanstack/react-query'
import { gamesText, numberText } from '#shared/counted.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Section } from '#web/ui/section.tsx'
import type { List } from '../lists.contract.ts'
import { homeListsQuery } from './home-lists.api.ts'
import { CoverFan, listHref } from './list-parts.tsx'

/**
 * Renders the lists that the viewer has pinned to the home page, with what is new in smart ones; nothing without any. The
 * page's `load` fetches `homeListsQuery()`.
 */
export function HomeLists() {
  const { data: lists = [] } = useQuery(homeListsQuery())
  if (lists.length === 0) return null
  return (
    <Section title="My lists" more={{ href: '/profile/list', label: 'All' }}>
      <ul className="grid grid-cols-1 gap-4" aria-label="My lists">
        {lists.map((list) => (
          <li key={list.id} className="min-w-0">
            <PinnedList list={list} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function PinnedList({ list }: { list: List }) {
  const { smart } = list
  return (
    <a href={listHref(list)} className="group grid grid-cols-[116px_minmax(0,1fr)] items-center gap-4">
      <CoverFan list={list} />
      <span className="grid min-w-0 gap-0.5">
        <b
          className="line-clamp-2 text-15 font-[650] wrap-anywhere underline-offset-3 group-hover:underline"
          dir="auto"
        >
          {list.title}
        </b>
        <span className="num flex items-center gap-2 text-13 text-text-2">
          {smart && <Icon name="spark" />}
          {gamesText(list.games_count)}
          {smart && smart.new_count > 0 && (
            <span className="font-[650] text-(--accent-line)">{numberText(smart.new_count)} new</span>
          )}
        </span>
      </span>
    </a>
  )
}
