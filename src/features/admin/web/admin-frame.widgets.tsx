import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '#web/call.ts'
import { Head } from '#web/head.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ACCESS_LOST_TEXTS, GO_HOME } from '../admin.texts.ts'
import { type AdminPages, adminPagesQuery, waitingIn } from './admin.api.ts'

const HOME = '/admin'

/**
 * The frame of every admin page: title, and links to the others with what waits there. The features register their pages
 * on the server (`admin` of their modules), so that no list names them all.
 */
export function AdminFrame(props: { path: `/admin${string}`; title: string; text?: ReactNode; children: ReactNode }) {
  const { data, error } = useQuery(adminPagesQuery())
  const status = error instanceof CallError ? error.status : null
  return (
    <div className="page pb-12">
      <Head title={`${props.title} · Admin`} description="For admins." path={props.path} isIndexed={false} />
      <div className="grid grid-cols-1 md:grid-cols-[176px_minmax(0,1fr)] md:gap-10 lg:gap-16">
        <AdminNavigation groups={data?.groups ?? []} path={props.path} />
        <div className="min-w-0">
          <header className="grid gap-2 pt-(--page-top) pb-6">
            <h1 className="title text-40">{props.title}</h1>
            {props.text && <p className="max-w-[65ch] text-16 text-text-2">{props.text}</p>}
          </header>
          {status === 403 && <AccessLost texts={ACCESS_LOST_TEXTS.role} href="/" label={GO_HOME} />}
          {status === 401 && (
            <AccessLost
              texts={ACCESS_LOST_TEXTS.session}
              href={`/signin?redirect=${encodeURIComponent(props.path)}`}
              label="Sign in"
            />
          )}
          {/* A long name must not widen the column beyond a phone's screen. */}
          <div className="grid grid-cols-1 gap-6">{props.children}</div>
        </div>
      </div>
    </div>
  )
}

function AccessLost(props: { texts: { title: string; text: string }; href: string; label: string }) {
  return (
    <div role="alert" className="panel mb-6 gap-1.5">
      <p className="flex items-center gap-2 text-16 font-[650]">
        <Icon name="alert" size={20} />
        {props.texts.title}
      </p>
      <p className="max-w-[65ch] text-text-2">{props.texts.text}</p>
      <p>
        <a className="linkish" href={props.href}>
          {props.label}
        </a>
      </p>
    </div>
  )
}

/** A column at the side; on phones a button with the current page, which opens the list. */
function AdminNavigation({ groups, path }: { groups: AdminPages['groups']; path: string }) {
  const current = groups.flatMap(({ pages }) => pages).find((page) => page.path === path)
  const elsewhere = waitingIn(groups).filter((page) => page.path !== path)
  const waiting = elsewhere.reduce((sum, page) => sum + page.waiting.count, 0)
  return (
    <nav aria-label="Admin" className="pt-4 md:pt-10">
      <details key={path} className="md:hidden">
        <summary className="btn w-full cursor-pointer justify-between">
          <span>{current?.label ?? (path === HOME ? 'Overview' : 'Admin')}</span>
          <span className="flex items-center gap-2 font-normal text-text-2">
            {waiting > 0 && <span className="num">{waiting.toLocaleString('en')} waiting</span>}
            <Icon name="down" />
          </span>
        </summary>
        <Groups groups={groups} path={path} className="grid gap-4 border-b border-line py-4" />
      </details>
      <Groups groups={groups} path={path} className="hidden gap-6 md:sticky md:top-20 md:grid" />
    </nav>
  )
}

function Groups({ groups, path, className }: { groups: AdminPages['groups']; path: string; className: string }) {
  return (
    <div className={className}>
      <ul>
        <NavigationLink path={HOME} label="Overview" waiting={null} isCurrent={path === HOME} />
      </ul>
      {groups.map(({ name, pages }) => (
        <section key={name} aria-label={name}>
          <p className="fact pb-1" aria-hidden="true">
            {name}
          </p>
          <ul className="max-md:grid max-md:grid-cols-2 max-md:gap-x-4">
            {pages.map((page) => (
              <NavigationLink key={page.path} {...page} isCurrent={page.path === path} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function NavigationLink(props: AdminPages['groups'][number]['pages'][number] & { isCurrent: boolean }) {
  const { path, label, waiting, isCurrent } = props
  return (
    <li>
      <a
        href={path}
        aria-current={isCurrent ? 'page' : undefined}
        className={cx(
          '-ml-3 flex min-h-9 items-baseline gap-2 border-l-3 py-1.5 max-md:py-2.5 pl-[9px] text-14 max-md:min-h-11 max-md:text-15',
          isCurrent ? 'border-underline font-[650]' : 'border-transparent text-text-2 hover:text-text',
        )}
      >
        {label}
        {waiting !== null && waiting.count > 0 && (
          <b className="num text-13 text-text">
            {waiting.count.toLocaleString('en')}
            <span className="visually-hidden"> {waiting.words}</span>
          </b>
        )}
      </a>
    </li>
  )
}
