import type { Db } from '#db/db.ts'
import type { Viewer } from './session.ts'

/** The groups of the admin pages' navigation, in their order. */
export const ADMIN_GROUPS = ['People', 'Content', 'System'] as const
export type AdminGroup = (typeof ADMIN_GROUPS)[number]

/** An admin page, as a feature adds it to the navigation of all admin pages. */
export interface AdminPage {
  path: `/admin${string}`
  label: string
  group: AdminGroup
  /** `moderator`: moderators see the page too. By default only admins do. */
  access?: 'moderator'
  /** What waits there for an admin. The admin home shows counts that are not zero. */
  waiting?: {
    count: (db: Db, viewer: Viewer) => Promise<number>
    /** The words after the count: 'open report', 'open reports'. */
    one: string
    many: string
  }
}

/** What a feature adds to the admin pages (`admin` of its module). */
export interface AdminArea {
  pages?: readonly AdminPage[]
  /** What waits on a page of another feature, by its path. It counts with what that page says is waiting. */
  waitsOn?: Readonly<Record<string, (db: Db, viewer: Viewer) => Promise<number>>>
  /** The words of its actions in the audit log, between the admin and the item: 'created the challenge'. */
  actions?: Readonly<Record<string, string>>
  /** The page of an item in the audit log, by the type of the item. */
  itemPages?: Readonly<Record<string, (id: string) => string>>
}
