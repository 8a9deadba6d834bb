import type { ReactNode } from 'react'
import { memberName } from '#shared/member-name.ts'
import { Avatar, type Presence } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/class-names.ts'

interface Named {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
}

export const profileHref = (person: { id: string }) => `/profile/${person.id}`

const PLACES = {
  right: {
    list: 'grid-cols-[44px_minmax(0,1fr)] sm:grid-cols-[44px_minmax(0,1fr)_auto] sm:items-center',
    actions: 'col-start-2 sm:col-start-3 sm:justify-end',
  },
  below: { list: 'grid-cols-[44px_minmax(0,1fr)]', actions: 'col-start-2' },
  inline: { list: 'grid-cols-[44px_minmax(0,1fr)_auto]', actions: '' },
} as const

/** A member in a list: names, a line or two about them, and actions, which are below on phones. */
export function PersonRow(props: {
  person: Named
  presence?: Presence | undefined
  /** Below the name. */
  line?: ReactNode
  /** Below that: the member's own text. */
  text?: string | null | undefined
  actions?: ReactNode
  /**
   * The position of the actions: on the right if there is room, always below, or always on the right (a single icon).
   */
  place?: 'right' | 'below' | 'inline'
}) {
  const { person } = props
  const name = memberName(person)
  const { list, actions } = PLACES[props.place ?? 'right']
  return (
    <li className={cx('grid items-start gap-x-3.5 gap-y-2.5 border-line border-t py-3.5 first:border-t-0', list)}>
      <Avatar id={person.id} name={name} src={person.avatar_url} size={44} presence={props.presence} />
      <div className="grid min-w-0 gap-0.5 self-center">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <a
            href={profileHref(person)}
            className="min-w-0 truncate text-15 font-[650] underline-offset-3 hover:underline"
          >
            {name}
          </a>
          {person.username && person.username !== name && (
            <span className="min-w-0 truncate text-13 text-text-3">@{person.username}</span>
          )}
        </p>
        {props.line && <p className="text-13 text-text-2">{props.line}</p>}
        {props.text && <p className="line-clamp-2 text-13 text-text-2">{props.text}</p>}
      </div>
      {props.actions && <div className={cx('flex flex-wrap gap-2', actions)}>{props.actions}</div>}
    </li>
  )
}
