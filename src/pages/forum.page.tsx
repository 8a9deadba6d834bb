import type { ComponentType } from 'react'
import { useLocation, useParams } from 'react-router'
import * as category from '#features/forum/web/category-page.tsx'
import { findCategory } from '#features/forum/web/forum-address.ts'
import * as home from '#features/forum/web/forum-home-page.tsx'
import * as newThread from '#features/forum/web/new-thread-page.tsx'
import * as post from '#features/forum/web/post-page.tsx'
import * as thread from '#features/forum/web/thread-page.tsx'
import { ThreadSkeleton } from '#features/forum/web/thread-skeleton.tsx'
import type { LoadContext, PageModule } from '#web/page.ts'
import { useIsLoaded } from '#web/page-load.tsx'

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

/** The page of the forum that the address names (G16). Until a thread has loaded, or a post has led to one, its skeleton. */
export function Page() {
  const { pathname } = useLocation()
  const params = useParams()
  const isLoaded = useIsLoaded()
  const Shown = pageOf(params)?.Page as ComponentType
  return (
    <div className="page pb-12">
      <div className="forum">
        {params.id !== undefined && !isLoaded ? <ThreadSkeleton /> : <Shown key={pathname} />}
      </div>
    </div>
  )
}

export { Page as Skeleton }
