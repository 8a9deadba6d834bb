import { useParams } from 'react-router'
import type { LoadContext, PageModule } from '#web/page.ts'
import * as audit from './admin-audit.tsx'
import * as badges from './admin-badges.tsx'
import * as catalogue from './admin-catalogue.tsx'
import * as challenges from './admin-challenges.tsx'
import * as contact from './admin-contact.tsx'
import * as errors from './admin-errors.tsx'
import * as forum from './admin-forum.tsx'
import * as jobs from './admin-jobs.tsx'
import * as news from './admin-news.tsx'
import * as outbox from './admin-outbox.tsx'
import * as overview from './admin-overview.tsx'
import * as pageCounts from './admin-page-counts.tsx'
import * as playlists from './admin-playlists.tsx'
import * as reports from './admin-reports.tsx'
import * as users from './admin-users.tsx'

/**
 * The small admin pages, by the last part of their address. They share one file of JavaScript, because each page file
 * costs the first JavaScript of every page; an editor is a page of its own.
 */
const PAGES: ReadonlyMap<string, PageModule> = new Map<string, PageModule>([
  ['', overview],
  ['audit', audit],
  ['badges', badges],
  ['catalogue', catalogue],
  ['challenges', challenges],
  ['contact', contact],
  ['errors', errors],
  ['forum', forum],
  ['jobs', jobs],
  ['news', news],
  ['outbox', outbox],
  ['page-counts', pageCounts],
  ['playlists', playlists],
  ['reports', reports],
  ['users', users],
])

const pageOf = ({ page = '' }: { page?: string | undefined }) => PAGES.get(page)

export async function load(context: LoadContext): Promise<void> {
  const page = pageOf(context.params)
  if (!page) throw new Response(null, { status: 404 })
  await page.load?.(context)
}

/** The admin page that the address names (G20). */
export function Page() {
  const page = pageOf(useParams())
  return page && <page.Page />
}
