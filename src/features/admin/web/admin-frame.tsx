import type { ReactNode } from 'react'
import { Head } from '#web/head.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const PLACES = [
  { href: '/admin', label: 'Overview' },
  { href: '/admin/users', label: 'Members' },
  { href: '/admin/reports', label: 'Reports' },
  { href: '/admin/contact', label: 'Contact' },
  { href: '/admin/challenges', label: 'Challenges' },
  { href: '/admin/errors', label: 'Errors' },
  { href: '/admin/outbox', label: 'Outbox' },
  { href: '/admin/page-counts', label: 'Page counts' },
] as const

/** The header of every admin page, with links to the others. */
export function AdminFrame(props: {
  path: (typeof PLACES)[number]['href']
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="page pb-12">
      <Head title={`${props.title} · Admin`} description="For admins." path={props.path} isIndexed={false} />
      <header className="grid gap-2 pt-8 pb-4 md:pt-12">
        <h1 className="title text-28 md:text-40">{props.title}</h1>
        {props.text && <p className="max-w-[65ch] text-16 text-text-2">{props.text}</p>}
      </header>
      <Tabs
        label="Admin"
        items={PLACES.map((place) => ({ ...place, current: place.href === props.path }))}
        className="mb-6"
      />
      {/* A long name must not widen the column beyond a phone's screen. */}
      <div className="grid grid-cols-1 gap-6">{props.children}</div>
    </div>
  )
}
