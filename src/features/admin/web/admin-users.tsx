import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { shortDate } from '#shared/dates.ts'
import { searchOf } from '#shared/endpoint.ts'
import { memberName } from '#shared/member-name.ts'
import { feedTime, inSentence } from '#shared/relative-time.ts'
import { MEMBERS_FAILED, noResultsText } from '#shared/sentences.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useNow } from '#web/use-env.ts'
import type { AdminUser } from '../admin.contract.ts'
import { ADMIN_LIST_TEXTS, DISABLE_TEXTS } from '../admin.texts.ts'
import { type UserFilter, usersQuery } from './admin.api.ts'
import { AdminSearch } from './admin.widgets.tsx'
import type { RoleOrStatusChange } from './role-and-status-dialogs.tsx'

const NotesDialog = lazyLoaded(() => import('./member-notes-dialog.tsx'), 'MemberNotesDialog')
const StandingDialog = lazyLoaded(() => import('./role-and-status-dialogs.tsx'), 'RoleOrStatusDialog')

const addressOf = ({ search, show }: UserFilter) =>
  `/admin/users${searchOf({ search, show: show === 'all' ? '' : show })}`

/** Lists the members, and changes their role and status. */
export function AdminUsers({ filter }: { filter: UserFilter }) {
  const list = useInfiniteQuery(usersQuery(filter))
  const [asked, setAsked] = useState<{ user: AdminUser; change: RoleOrStatusChange } | null>(null)
  const [noted, setNoted] = useState<AdminUser | null>(null)
  // New members shift the offsets, so two pages may contain the same member.
  const users = [...new Map(list.data?.pages.flatMap((page) => page.users).map((user) => [user.id, user])).values()]
  return (
    <>
      <Search filter={filter} />
      <PagedList
        list={list}
        isEmpty={users.length === 0}
        failed={MEMBERS_FAILED}
        empty={
          <EmptyState
            title={filter.search === '' ? 'No members' : noResultsText(filter.search)}
            text={ADMIN_LIST_TEXTS.usersHint}
            action={
              <a className="btn btn-mine" href="/admin/users">
                All members
              </a>
            }
            level={2}
          />
        }
      >
        <ul aria-label="Members">
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              onAsk={(change) => setAsked({ user, change })}
              onNotes={() => setNoted(user)}
            />
          ))}
        </ul>
      </PagedList>
      {noted && (
        <Suspense fallback={null}>
          <NotesDialog user={noted} onClose={() => setNoted(null)} />
        </Suspense>
      )}
      {asked && (
        <Suspense fallback={null}>
          <StandingDialog {...asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}

function Search({ filter }: { filter: UserFilter }) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      <AdminSearch
        name="Members"
        label="Search members"
        action="/admin/users"
        value={filter.search}
        maxLength={200}
        placeholder="mara, or a whole email address"
        addressOf={(search) => addressOf({ ...filter, search })}
        className="flex-1 basis-[320px]"
      />
      <Segmented
        label="Show"
        value={filter.show}
        options={[
          { value: 'all', label: 'All', href: addressOf({ ...filter, show: 'all' }) },
          { value: 'admins', label: 'Admins', href: addressOf({ ...filter, show: 'admins' }) },
          { value: 'disabled', label: 'Disabled', href: addressOf({ ...filter, show: 'disabled' }) },
        ]}
      />
    </div>
  )
}

interface UserRowProps {
  user: AdminUser
  onAsk: (change: RoleOrStatusChange) => void
  onNotes: () => void
}

function UserRow({ user, onAsk, onNotes }: UserRowProps) {
  const now = useNow()
  const name = nameOf(user)
  const items: MenuEntry[] =
    user.viewerCan.disable || user.viewerCan.changeRole
      ? [{ label: 'Notes', icon: 'pen', onSelect: onNotes }, ...changesOf(user, onAsk)]
      : []
  return (
    <li className="flex items-center gap-3 border-t border-line py-3.5 first:border-t-0">
      <Avatar id={user.id} name={name} src={user.avatar_url} size={44} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b className="min-w-0 wrap-anywhere text-15">{name}</b>
          {user.username && <span className="text-13 text-text-2">@{user.username}</span>}
          {user.role !== 'user' && (
            <Chip edge icon="shield">
              {user.role === 'admin' ? 'Admin' : 'Moderator'}
            </Chip>
          )}
          {user.disabled_at !== null && (
            <Chip edge icon="block">
              Disabled
            </Chip>
          )}
        </p>
        <p className="text-13 text-text-2">
          Joined {shortDate(new Date(user.created_at))} ·{' '}
          {user.last_seen_at === null
            ? 'not signed in anywhere'
            : `seen ${inSentence(feedTime(new Date(user.last_seen_at), now))}`}
        </p>
        {user.disabled_at !== null && (
          <p className="text-13 break-words text-text-2">
            Since {shortDate(new Date(user.disabled_at))}
            {user.disabled_until && ` ${DISABLE_TEXTS.for(shortDate(new Date(user.disabled_until)))}`}
            {user.disabled_reason && <>: {user.disabled_reason}</>}
          </p>
        )}
      </div>
      {items.length > 0 ? (
        <MenuButton className="icon-btn" label={`Change ${name}`} align="end" items={items}>
          <Icon name="dots" size={20} />
        </MenuButton>
      ) : (
        <span className="fact">You</span>
      )}
    </li>
  )
}

const nameOf = (user: AdminUser) => memberName(user, 'No name yet')

/** Returns the changes of role and status that the viewer may make. */
function changesOf(user: AdminUser, onAsk: (change: RoleOrStatusChange) => void): MenuEntry[] {
  return [
    ...(user.viewerCan.changeRole
      ? [
          ...(user.role === 'moderator'
            ? [{ label: 'Revoke the moderator role', icon: 'shield' as const, onSelect: () => onAsk('take-moderator') }]
            : []),
          ...(user.role === 'user'
            ? [{ label: 'Make moderator', icon: 'shield' as const, onSelect: () => onAsk('make-moderator') }]
            : []),
          user.role === 'admin'
            ? { label: 'Revoke the admin role', icon: 'shield' as const, onSelect: () => onAsk('take-admin') }
            : { label: 'Make admin', icon: 'shield' as const, onSelect: () => onAsk('make-admin') },
        ]
      : []),
    ...(user.viewerCan.disable
      ? [
          user.disabled_at === null
            ? { label: 'Disable', icon: 'block' as const, danger: true, onSelect: () => onAsk('disable') }
            : { label: 'Enable', icon: 'check' as const, onSelect: () => onAsk('enable') },
        ]
      : []),
  ]
}
