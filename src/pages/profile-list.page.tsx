import { loadMemberLists, OwnLists } from '#features/lists/web/lists.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { OwnProfileFrame } from './own-profile-frame.tsx'
import { loadOwnProfile } from './profile-own.ts'

export const load = ({ client }: LoadContext) => loadOwnProfile(client, (id) => loadMemberLists(client, id))

/** The viewer's own lists (R-ROUTE-18). */
export function Page() {
  return (
    <OwnProfileFrame tab="list">
      {(profile) => (
        <>
          <h2 className="visually-hidden">Lists</h2>
          <OwnLists userId={profile.id} />
        </>
      )}
    </OwnProfileFrame>
  )
}

export const hasSkeletons = 'on arrival'
export { isOwnProfileKnown as isKnown } from './profile-own.ts'
