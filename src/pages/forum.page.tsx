import type { ComponentType } from 'react'
import { useLocation, useParams } from 'react-router'
import * as category from '#features/forum/web/category-page.tsx'
import { findCategory } from '#features/forum/web/forum-address.ts'
import * as home from '#features/forum/web/forum-home-page.tsx'
import * as newThread from '#features/forum/web/new-thread-page.tsx'
import * as post from '#features/forum/web/post-page.tsx'
import * as thread from '#features/forum/web/thread-page.tsx'
import type { LoadContext, PageModule } from '#web/page.ts'

type Params = Record<string, string | undefined>

/**
 * The pages of the forum, by the parts of their address. They share one file, because each page file costs the first
 * JavaScript of every page.
 */
function pageOf({ part, id }: Params): Pick<PageModule, 'load' | 'Page'> | undefined {
  if (id !== undefined) return part === 'thread' ? thread : part === 'post' ? post : undefined
  if (part === undefined) return home
  return part === 'new' ? newThread : findCategory(part) && category
}

export async function load(context: LoadContext): Promise<void> {
  const page = pageOf(context.params)
  if (!page) throw new Response('Forum category not found', { status: 404 })
  await page.load?.(context)
}

/** A post has its place in a thread, and the first unread one a page. */
export const leadsElsewhere = ({ params: { part, id }, url: { searchParams } }: Omit<LoadContext, 'client'>) =>
  id !== undefined && (part === 'post' || searchParams.has('post') || searchParams.has('unread'))

/** The forum and its categories have headings that need no data. */
export const isKnown = ({ params: { part, id } }: Omit<LoadContext, 'url'>) =>
  id === undefined && (part === undefined || findCategory(part) !== undefined)

/** The page of the forum that the address names (G16). */
export function Page() {
  const { pathname } = useLocation()
  const Shown = pageOf(useParams())?.Page as ComponentType
  return (
    <div className="page pb-12">
      <div className="forum">
        <Shown key={pathname} />
      </div>
    </div>
  )
}

export const hasSkeletons = true
